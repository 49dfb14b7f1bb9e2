export { OutOfMemoryError } from "@saccade/tensor";
export type { WasmBackend, WasmOptions } from "./backend.ts";
export { UnsupportedHostError, WorkerError } from "./errors.ts";
export type { AllocatorUse } from "./memory.ts";
export type { NodeWorkerLike, WebWorkerLike, WorkerLike } from "./pool/workers.ts";
export type { Variant } from "./variant.ts";
export { wasmBackend } from "./wasm-backend.ts";
