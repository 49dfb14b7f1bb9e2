import { setBackend } from "@saccade/tensor";
import { bestBackend, wasmBackend } from "saccade";
import { UsageError } from "./usage.ts";

const names = ["reference", "wasm", "auto"] as const;
export type BackendName = (typeof names)[number];

/** What `--backend` takes. @throws UsageError for any other name. */
export function backendOption(name: string): BackendName {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) throw new UsageError(`--backend ${name}: there are ${names.join(", ")}.`);
  return known;
}

/** Makes tensors from now on live on the backend of that name. Returns what is used, for people. */
export async function useBackend(name: BackendName): Promise<string> {
  if (name === "reference") return name;
  if (name === "wasm") {
    const backend = await wasmBackend();
    setBackend(backend);
    return `wasm (${backend.variant} SIMD)`;
  }
  const { backend, reason } = await bestBackend();
  setBackend(backend);
  return reason;
}
