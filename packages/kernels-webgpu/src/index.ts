export type { WebGPUBackend } from "./backend.ts";
export type { GpuCounts } from "./gpu/commands.ts";
export { DeviceError } from "./gpu/device-error.ts";
export { NoGPUError, type WebGPUOptions, webgpuBackend } from "./webgpu-backend.ts";
