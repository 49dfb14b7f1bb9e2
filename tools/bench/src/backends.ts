import * as autograd from "@saccade/autograd";
import type { GpuCounts } from "@saccade/kernels-webgpu";
import * as nn from "@saccade/nn";
import { type Backend, referenceBackend } from "@saccade/tensor";
import type { OurPlayer } from "./players.ts";
import { UnavailableError } from "./unavailable.ts";

/** Records a step's kernels and replays them; plain players get the step back as it is. */
export type Compile = <A extends unknown[], R>(step: (...args: A) => R) => (...args: A) => R;

/** One of our players: a backend, and how steps are run on it. */
export interface Ours {
  readonly backend: Backend;
  readonly compile: Compile;
  /** A note, such as the variant of its kernels. */
  readonly facts: Readonly<Record<string, string>>;
  /** The counts of GPU commands so far; null on backends whose ops are done when they return. */
  readonly counts: (() => Promise<GpuCounts>) | null;
}

export const plainly: Compile = (step) => step;

/** Makes one of our players. @throws UnavailableError, or the backend's error. */
export const ourBackends: Readonly<Record<OurPlayer, () => Promise<Ours>>> = {
  reference: async () => ({ backend: referenceBackend(), compile: plainly, facts: {}, counts: null }),
  wasm: () => wasm(1, plainly),
  "wasm-2": () => wasm(2, plainly),
  "wasm-compiled": () => wasm(1, findCompile()),
  "wasm-2-compiled": () => wasm(2, findCompile()),
  tab: () => wasm(1, plainly),
  "tab-2": () => wasm(2, plainly),
  webgpu: () => webgpu(plainly),
  "webgpu-compiled": () => webgpu(findCompile()),
  "tab-webgpu": () => webgpu(plainly),
  "tab-webgpu-compiled": () => webgpu(findCompile()),
};

async function wasm(threads: number, compile: Compile): Promise<Ours> {
  const { wasmBackend } = await import("@saccade/kernels-wasm");
  const backend = await wasmBackend({ threads });
  if (backend.threads < threads) throw new UnavailableError(backend.threadsNote);
  return {
    backend,
    compile,
    facts: { variant: backend.build, threads: String(backend.threads) },
    counts: null,
  };
}

async function webgpu(compile: Compile): Promise<Ours> {
  const { webgpuBackend } = await import("@saccade/kernels-webgpu");
  const backend = await webgpuBackend();
  return { backend, compile, facts: {}, counts: () => backend.counts() };
}

// compile may be in nn or in autograd.
function findCompile(): Compile {
  const found: unknown = Reflect.get(nn, "compile") ?? Reflect.get(autograd, "compile");
  if (typeof found === "function") return found as Compile;
  throw new UnavailableError("there is no compile yet");
}
