import { checkBackend } from "./check-backend.ts";
import type { Backend } from "./kernel.ts";
import { referenceBackend } from "./reference/reference-backend.ts";

let current: Backend | undefined;

/**
 * The backend of new tensors; the reference backend until another is set.
 *
 * @example getBackend().name // "reference"
 */
export function getBackend(): Backend {
  current ??= referenceBackend();
  return current;
}

/**
 * Sets the backend of new tensors. Existing tensors stay where they are.
 *
 * @throws BackendError for anything but a backend, such as a promise of one.
 * @example
 * setBackend(await wasmBackend());
 * getBackend().name // "wasm"
 */
export function setBackend(backend: Backend): void {
  checkBackend("setBackend", backend);
  current = backend;
}
