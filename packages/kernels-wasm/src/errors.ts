import { BackendError } from "@saccade/tensor";

/**
 * The host has no WebAssembly, lacks the SIMD instructions that the kernels use, or does not let them start. Use the
 * reference backend there, or `bestBackend()` of `saccade`, which chooses.
 *
 * @example new UnsupportedHostError("wasmBackend: this host has no SIMD.") instanceof BackendError // true
 */
export class UnsupportedHostError extends BackendError {
  override readonly name: string = "UnsupportedHostError";
  /** The feature that the host lacks, as a clause for messages: "this host has no WebAssembly". */
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

/**
 * A worker thread of a backend died. Its results are lost and the backend is unusable; make another.
 *
 * @example new WorkerError("wasm: a worker died.") instanceof BackendError // true
 */
export class WorkerError extends BackendError {
  override readonly name: string = "WorkerError";
}

/** The error of a host that cannot run the kernels. */
export function unsupported(why: string): UnsupportedHostError {
  return new UnsupportedHostError(
    `wasmBackend: ${why}. setBackend(referenceBackend()) works everywhere.`,
    why,
  );
}

/** The reason why a host that supports the kernels does not start them. */
export function notStarted(problem: string): string {
  const refused = /content security policy|\bCSP\b/i.test(problem);
  const cure = refused ? "; allow WebAssembly with script-src 'wasm-unsafe-eval'" : "";
  return `the kernels do not start here: ${problem.replace(/\.$/, "")}${cure}`;
}
