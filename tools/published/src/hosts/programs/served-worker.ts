// The worker's file lies beside the page, as where no bundler knows about workers.
import { report } from "./report.ts";

report(() => new Worker("worker.js", { type: "module" }));
