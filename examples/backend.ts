import { type Backend, referenceBackend, setBackend } from "@saccade/tensor";
import { bestBackend, type WasmOptions, wasmBackend } from "saccade";
import { UsageError } from "./usage.ts";

const names = ["reference", "wasm", "auto"] as const;
export type BackendName = (typeof names)[number];

/** Reads the value of `--backend`. @throws UsageError for any other name. */
export function backendOption(name: string): BackendName {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) throw new UsageError(`--backend ${name}: choose one of ${names.join(", ")}.`);
  return known;
}

/** Makes tensors from now on live on the backend of that name. Returns which one it is and why, for people. */
export async function useBackend(name: BackendName, options: WasmOptions = {}): Promise<string> {
  const { backend, reason } = await makeBackend(name, options);
  setBackend(backend);
  return reason;
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
