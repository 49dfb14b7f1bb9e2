import { checkBackend } from "./check-backend.ts";
import { refuseExtra } from "./extra-arguments.ts";
import type { Backend } from "./kernel.ts";
import { referenceBackend } from "./reference/reference-backend.ts";
import { slowDefault } from "./slow-default.ts";

let current: Backend | undefined;
let stopMeasuring = (): void => {};

/**
 * The backend of new tensors; the reference backend until another is set, which after a second of work says once how
 * to be faster.
 *
 * @example getBackend().name // "reference"
 */
export function getBackend(): Backend {
  refuseExtra("getBackend", arguments, 0);
  if (current === undefined) {
    current = referenceBackend();
    stopMeasuring = slowDefault(current);
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
  refuseExtra("setBackend", arguments, 1);
  checkBackend("setBackend", backend);
  stopMeasuring();
  current = backend;
}
