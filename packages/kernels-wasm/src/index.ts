export { OutOfMemoryError } from "@saccade/tensor";
export type { AllocatorUse } from "./allocator.ts";
export type { WasmBackend } from "./backend.ts";
export { UnsupportedHostError, WorkerError } from "./errors.ts";
export type { WasmOptions } from "./options.ts";
export type { NodeWorkerLike, WebWorkerLike, WorkerLike } from "./pool/worker-host.ts";
export type { Variant } from "./variant.ts";
export { wasmBackend } from "./wasm-backend.ts";
