import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import type { WorkerLike } from "./pool/worker-host.ts";
import { pageBytes } from "./shared/layout.ts";

/** Options of {@link wasmBackend}. */
export interface WasmOptions {
  /**
   * How many threads compute: a whole number from 1 to 256, or as many as the host runs at once ("auto", at most 8).
   * Default 1. Results are the same for any number. Where more cannot be had, `threadsNote` says why.
   */
  readonly threads?: number | "auto";
  /**
   * Makes a worker, where a Content Security Policy refuses those that start from a blob: URL and no bundler puts the
   * worker's file beside the program: `() => new Worker("/worker.js", { type: "module" })`, with a copy of
   * `@saccade/kernels-wasm/worker` there.
   */
  readonly worker?: () => WorkerLike;
  /** Relaxed SIMD: forced on or off, or whichever is faster on this host and version ("auto"). Default "auto". */
  readonly relaxed?: boolean | "auto";
  /** The most bytes that tensors may take, from 131072 to 2³² (4 GiB). Default 4 GiB. */
  readonly memory?: number;
}

/** The largest memory of 32-bit addresses. */
export const mostBytes: number = 2 ** 32;
const mostThreads = 256;

const names: OptionNames = optionNames<WasmOptions>(
  "wasmBackend",
  { threads: true, worker: true, relaxed: true, memory: true },
  'wasmBackend({ threads: "auto" })',
  {
    numThreads: "write threads: 4",
    variant: "write relaxed: true for the relaxed variant, relaxed: false for the plain one",
    maxMemory: "write memory, in bytes",
  },
);

/** @throws ArgumentError for an unknown option or a wrong value. */
export function checkWasmOptions(options: WasmOptions): void {
  checkOptions(names, options);
  const { threads = 1, worker, relaxed = "auto", memory = mostBytes } = options;
  if (threads !== "auto" && !(Number.isInteger(threads) && threads >= 1 && threads <= mostThreads)) {
    const rule = `"auto" or a whole number from 1 to ${mostThreads}`;
    throw badArgument("wasmBackend", "threads", rule, threads);
  }
  if (relaxed !== "auto" && typeof relaxed !== "boolean")
    throw badArgument("wasmBackend", "relaxed", '"auto", true or false', relaxed);
  checkInteger("wasmBackend", "memory", memory, 2 * pageBytes, mostBytes);
  const fix = 'write worker: () => new Worker("/worker.js", { type: "module" })';
  if (worker !== undefined) checkFunction("wasmBackend", "worker", worker, fix);
}
