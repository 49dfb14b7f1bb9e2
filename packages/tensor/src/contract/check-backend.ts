import { BackendError, describeValue } from "@saccade/contract";
import type { Backend } from "../kernel.ts";

/**
 * Checks that a value is a backend.
 *
 * @throws BackendError unless `backend` has all members of a backend. Suggests a missing call or `await`.
 * @example checkBackend("setBackend", "webgpu"); // throws BackendError
 */
export function checkBackend(what: string, backend: unknown): asserts backend is Backend {
  if (!isBackend(backend)) throw noBackend(what, backend);
}

/** The error for a value that is not a backend. */
export function noBackend(what: string, value: unknown): BackendError {
  return new BackendError(`${what}: ${describeValue(value)} is not a backend; ${cureFor(value)}.`);
}

const methods = ["allocate", "free", "write", "read", "run"] as const;

/** Whether a value has all members of a backend. */
export function isBackend(value: unknown): value is Backend {
  if (typeof value !== "object" || value === null) return false;
  const fields: { readonly [Name in keyof Backend]?: unknown } = value;
  return (
    typeof fields.name === "string" &&
    Array.isArray(fields.dtypes) &&
    methods.every((name) => typeof fields[name] === "function")
  );
}

function cureFor(value: unknown): string {
  if (typeof value === "function") {
    const call = `${value.name === "" ? "f" : value.name}()`;
    return `call it: ${value.name === "wasmBackend" ? `await ${call}` : call}`;
  }
  if (value instanceof Promise) return "await it, as in setBackend(await wasmBackend())";
  if (typeof value === "string") return "make one with referenceBackend() or await wasmBackend()";
  return `it must have name, dtypes, ${methods.join(", ")}, as referenceBackend() has`;
}
