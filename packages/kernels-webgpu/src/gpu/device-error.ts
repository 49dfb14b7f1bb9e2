// Apart from the ports, whose types name the GPU: programs without its types import this one.
import { BackendError } from "@saccade/tensor";

/**
 * The GPU device failed: it was lost or closed, it refused memory, a command failed, or the worker that owns it ended. All
 * tensors on it are gone, and the backend computes nothing more: load the last checkpoint on another.
 *
 * @example new DeviceError("webgpu backend: the device was lost.") instanceof BackendError // true
 */
export class DeviceError extends BackendError {
  override readonly name: string = "DeviceError";
}
