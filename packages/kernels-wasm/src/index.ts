export type { AllocatorUse } from "./allocator.ts";
export { type WasmBackend, type WasmOptions, wasmBackend } from "./backend.ts";
export { OutOfMemoryError, UnsupportedHostError } from "./errors.ts";
export type { Variant } from "./variant.ts";
