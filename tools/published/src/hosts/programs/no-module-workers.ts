// A page as in a host whose Workers take no modules.
import { report } from "./report.ts";

globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    if (options?.type === "module") throw new TypeError("module workers are not supported");
    super(url, options);
  }
};
report();
