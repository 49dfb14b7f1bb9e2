export type { GpuCounts } from "./gpu/commands.ts";
export { DeviceError } from "./gpu/device-error.ts";
export { NoGPUError, type WebGPUBackend, type WebGPUOptions, webgpuBackend } from "./webgpu-backend.ts";
