import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";

const backend = await wasmBackend({ threads: "auto" }); // as many as the host runs at once, at most 8
setBackend(backend);
console.log(backend.threads, backend.threadsNote); // the note says why there is only one
