import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";

const worker = (): Worker =>
  new Worker("/worker.js", { type: "module" });
setBackend(await wasmBackend({ threads: "auto", worker }));
