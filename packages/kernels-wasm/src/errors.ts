import { BackendError } from "@saccade/tensor";

/** The host has no WebAssembly, or not the instructions that the kernels are made of, or does not let them start. */
export class UnsupportedHostError extends BackendError {
  override readonly name: string = "UnsupportedHostError";
  /** What the host lacks, as half a sentence: "this host has no WebAssembly". */
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

/** A worker of a backend's pool died: what it was computing is lost, and the backend computes nothing more. */
export class WorkerError extends BackendError {
  override readonly name: string = "WorkerError";
}
