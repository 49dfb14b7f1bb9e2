import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";

// as many as the host runs at once, at most 8
const backend = await wasmBackend({ threads: "auto" });
setBackend(backend);
// the note says why there is only one
console.log(backend.threads, backend.threadsNote);
