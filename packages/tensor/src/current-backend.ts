import { checkBackend } from "./contract/check-backend.ts";
import type { Backend } from "./kernel.ts";
import { referenceBackend } from "./reference/reference-backend.ts";
import { watchDefault } from "./slow-default.ts";

let current: Backend | undefined;
let endWatch: () => void = () => {};

/**
 * The backend of new tensors. The default is the reference backend, which after a second of work warns once that faster
 * ones exist.
 *
 * @example getBackend().name // "reference"
 */
export function getBackend(): Backend {
  if (current === undefined) {
    current = referenceBackend();
    endWatch = watchDefault(current);
  }
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
  endWatch();
  current = backend;
}
