import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Has the workers that own devices run `code` first, and gives them out, newest last. The code finds the device that
 * they open as `devices.at(-1)`, and the port to this thread as `port`.
 */
export function ownedWorkers(code: string = ""): { readonly workers: Worker[]; restore(): void } {
  const threads = process.getBuiltinModule("node:worker_threads");
  const workers: Worker[] = [];
  class Watched extends Worker {
    constructor(source: string, options: WorkerOptions) {
      super(`${watching}${code}\n${source}`, options);
      workers.push(this);
    }
  }
  threads.Worker = Watched;
  const restore = (): void => {
    threads.Worker = Worker;
  };
  return { workers, restore };
}

const watching = `const devices = [];
const port = process.getBuiltinModule("node:worker_threads").parentPort;
import(${JSON.stringify(import.meta.resolve("webgpu"))}).then(({ globals }) => {
  const { prototype } = globals.GPUAdapter;
  const { requestDevice } = prototype;
  prototype.requestDevice = async function (...options) {
    const device = await requestDevice.apply(this, options);
    devices.push(device);
    return device;
  };
});
`;
