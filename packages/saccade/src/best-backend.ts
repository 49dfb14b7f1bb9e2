import { UnsupportedHostError, type WasmOptions, wasmBackend } from "@saccade/kernels-wasm";
import { ArgumentError, type Backend, referenceBackend } from "@saccade/tensor";
import { checkOptions, type OptionNames, optionNames } from "@saccade/tensor/backend";
import { callable, readRule, whole, withFix } from "@saccade/tensor/contract";

const example = "bestBackend({ threads: 4 })";

const names: OptionNames = optionNames<BestBackendOptions>(
  "bestBackend",
  { threads: true, worker: true, relaxed: true, memory: true, parameters: true, webgpu: true },
  example,
);

/** The part of a WebGPU backend that the choice needs. */
export interface GPUCandidate extends Backend {
  /** The GPU, in its driver's words. */
  readonly adapter: string;
  /** Whether that GPU is one in software, which is never chosen. */
  readonly isSoftware: boolean;
  /** Gives the device back. */
  close(): void;
}

/** Options of {@link bestBackend}: those of `wasmBackend`, and those that decide whether to use a GPU. */
export interface BestBackendOptions extends WasmOptions {
  /** How many parameters the model has. Smaller models train faster on WebAssembly; without it, they all do. */
  readonly parameters?: number | undefined;
  /**
   * Loads the WebGPU backend, a separate package: `() => import("@saccade/kernels-webgpu")`. It is only called for large
   * models.
   */
  readonly webgpu?: (() => Promise<{ webgpuBackend(): Promise<GPUCandidate> }>) | undefined;
}

/** The backend that {@link bestBackend} chose, and why. */
export interface BestBackend extends Backend {
  /** One line to show users, such as "wasm (relaxed SIMD, 8 threads on shared memory)". */
  readonly reason: string;
}

/**
 * Models with more parameters are assumed to be faster on a GPU. Even a small operation costs a GPU some microseconds;
 * published results of trainers in browsers put the break-even point below a million.
 */
const fewParameters = 1_000_000;

/**
 * The fastest backend that this host has: the WebAssembly kernels, on as many threads as it runs in parallel unless
 * `threads` is given, else the reference backend. For a model of more than 1,000,000 `parameters` it is the GPU, if
 * `webgpu` loads its backend and the host has one. Its `reason` explains the choice.
 *
 * @throws ArgumentError for an unknown option or a wrong value, on every host.
 * @example
 * const backend = await bestBackend();
 * backend.name // "wasm"
 */
export async function bestBackend(options: BestBackendOptions = {}): Promise<BestBackend> {
  checkOptions(names, options);
  const { parameters, webgpu, ...forWasm } = options;
  readRule("bestBackend", "parameters", rules.parameters, parameters, example);
  readRule("bestBackend", "webgpu", rules.webgpu, webgpu, example);
  const gpu = await tryGPU(parameters, webgpu);
  if (typeof gpu !== "string") return gpu;
  const { threads = "auto" } = forWasm;
  try {
    const backend = await wasmBackend({ ...forWasm, threads });
    return chosen(backend, `${backend.name} (${backend.build} SIMD, ${backend.threadsNote})${gpu}`);
  } catch (error) {
    if (error instanceof ArgumentError)
      throw new ArgumentError(error.message.replace(/^wasmBackend/, "bestBackend"));
    if (!(error instanceof UnsupportedHostError)) throw error;
    return chosen(referenceBackend(), `reference, since ${error.why}`);
  }
}

const load = '() => import("@saccade/kernels-webgpu")';

const rules = {
  parameters: whole(undefined, { min: 0 }),
  webgpu: withFix(callable<NonNullable<BestBackendOptions["webgpu"]>>(), `write webgpu: ${load}`),
};

/** The GPU's backend, or the reason against it, to append to the name of the other. */

async function tryGPU(
  parameters: BestBackendOptions["parameters"],
  webgpu: BestBackendOptions["webgpu"],
): Promise<BestBackend | string> {
  if (parameters === undefined) return webgpu === undefined ? "" : ", since parameters is not given";
  const most = grouped(fewParameters);
  if (parameters <= fewParameters) {
    return webgpu === undefined
      ? ""
      : `, since a model of ${grouped(parameters)} parameters is small: a GPU is faster above ${most}`;
  }
  const many = `${grouped(parameters)} parameters are more than ${most}`;
  if (webgpu === undefined) return `; ${many}: webgpu: ${load} lets a GPU be chosen`;
  try {
    const { webgpuBackend } = await webgpu();
    const backend = await webgpuBackend();
    const { adapter, isSoftware, readSync } = backend;
    if (isSoftware) {
      backend.close();
      return `, since the only GPU of WebGPU here is software: ${adapter}`;
    }
    const reads =
      readSync === undefined ? "; read with await x.data(), since item() throws in this thread" : "";
    return chosen(backend, `webgpu (${adapter}), since ${many}${reads}`);
  } catch (error) {
    return `, since ${whyOf(error)}`;
  }
}

/** Errors of hosts without a GPU have a clause for it. */
function whyOf(error: unknown): string {
  const { why, message }: { why?: unknown; message?: unknown } = Object(error);
  return typeof why === "string" ? why : `the WebGPU backend does not load: ${String(message ?? error)}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

// The object itself: a copy would be another backend, whose tensors do not meet those of the first.
function chosen(backend: Backend, reason: string): BestBackend {
  return Object.assign(backend, { reason });
}
