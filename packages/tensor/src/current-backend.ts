import { BackendError } from "./errors.ts";
import type { Backend } from "./kernel.ts";
import { referenceBackend } from "./reference/reference-backend.ts";

let current: Backend | undefined;

/** The backend on which new tensors are made; the reference backend until another is set. */
export function getBackend(): Backend {
  current ??= referenceBackend();
  return current;
}

/** Makes `backend` the one on which new tensors are made. Existing tensors stay where they are. */
export function setBackend(backend: Backend): void {
  if (typeof backend?.run !== "function") {
    throw new BackendError(
      "setBackend: not a backend. Is an await missing, as in setBackend(await wasmBackend())?",
    );
  }
  current = backend;
}
