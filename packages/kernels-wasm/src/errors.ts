import { BackendError } from "@saccade/tensor";

/** The host has no WebAssembly, or not the instructions that the kernels are made of. */
export class UnsupportedHostError extends BackendError {
  override readonly name: string = "UnsupportedHostError";
}

/** The WebAssembly memory is full. Nothing was overwritten; the program can go on after tensors were freed. */
export class OutOfMemoryError extends BackendError {
  override readonly name: string = "OutOfMemoryError";
}
