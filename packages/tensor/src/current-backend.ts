import { checkBackend } from "./check-backend.ts";
import type { Backend } from "./kernel.ts";
import { referenceBackend } from "./reference/reference-backend.ts";

let current: Backend | undefined;

/** The backend on which new tensors are made; the reference backend until another is set. */
export function getBackend(): Backend {
  current ??= referenceBackend();
  return current;
}

/**
 * Makes `backend` the one on which new tensors are made. Existing tensors stay where they are.
 *
 * @throws BackendError for anything else, such as the promise of a backend.
 * @example setBackend(await wasmBackend());
 */
export function setBackend(backend: Backend): void {
  checkBackend("setBackend", backend);
  current = backend;
}
