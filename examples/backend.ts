import { type Backend, getBackend, referenceBackend, setBackend } from "@saccade/tensor";
import { bestBackend, type WasmOptions, wasmBackend } from "saccade";
import { oneOf } from "./command-line.ts";

const names = ["reference", "wasm", "auto"] as const;
export type BackendName = (typeof names)[number];

/** Reads the value of `--backend`. @throws UsageError for any other name. */
export function backendOption(name: string): BackendName {
  return oneOf("backend", name, names);
}

/** Makes tensors from now on live on the backend of that name. Returns which one it is and why, for people. */
export async function useBackend(name: BackendName, options: WasmOptions = {}): Promise<string> {
  const { backend, reason } = await makeBackend(name, options);
  setBackend(backend);
  return reason;
}

/**
 * The same for a run that goes on: it repeats its numbers only on the kernels that it was made with, as its checkpoint
 * names them. With "auto" these are taken where the host has them.
 */
export async function useBackendAgain(
  name: BackendName,
  kernels: string,
  options: WasmOptions = {},
): Promise<{ readonly reason: string; readonly warning: string | null }> {
  if (name === "auto") {
    try {
      const { backend, reason } = await makeBackend(kernels === "reference" ? "reference" : "wasm", {
        ...options,
        relaxed: kernels.startsWith("wasm-") ? kernels.startsWith("wasm-relaxed") : "auto",
      });
      setBackend(backend);
      if (kernelsOf(backend) === kernels) {
        return { reason: `${reason}, as in the checkpoint`, warning: null };
      }
    } catch {
      // This host lacks them: below.
    }
  }
  const reason = await useBackend(name, options);
  const warning =
    kernelsOf(getBackend()) === kernels
      ? null
      : `The checkpoint was made with ${kernels}: results will differ in their last digits.`;
  return { reason, warning };
}

interface Made {
  readonly backend: Backend;
  readonly reason: string;
}

async function makeBackend(name: BackendName, options: WasmOptions): Promise<Made> {
  if (name === "reference") return { backend: referenceBackend(), reason: name };
  if (name === "auto") {
    const backend = await bestBackend(options);
    const { name: chosen, reason } = backend;
    return { backend, reason: chosen === "reference" ? reason : `${reason}, the fastest available` };
  }
  const backend = await wasmBackend({ threads: "auto", ...options });
  return { backend, reason: `${name} (${backend.build} SIMD, ${backend.threadsNote})` };
}

// As checkpoints name them.
function kernelsOf({ name, variant }: Backend): string {
  return variant === undefined ? name : `${name}-${variant}`;
}
