// As the README says: the bundler finds the worker.
import { report } from "./report.ts";

report(() => new Worker(new URL("@saccade/kernels-wasm/worker", import.meta.url), { type: "module" }));
