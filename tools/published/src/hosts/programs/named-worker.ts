// The program names the worker, and the bundler finds it.
import { report } from "./report.ts";

report(() => new Worker(new URL("@saccade/kernels-wasm/worker", import.meta.url), { type: "module" }));
