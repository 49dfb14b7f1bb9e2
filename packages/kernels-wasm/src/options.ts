import { callable, type OptionsOf, options, rule, whole, withFix } from "@saccade/tensor/contract";
import type { WorkerLike } from "./pool/worker-host.ts";
import { pageBytes } from "./shared/layout.ts";

const mostThreads = 256;

/** The largest memory of 32-bit addresses. */
const mostBytes: number = 2 ** 32;

function isThreads(threads: unknown): threads is number | "auto" {
  return (
    threads === "auto" ||
    (Number.isInteger(threads) && Number(threads) >= 1 && Number(threads) <= mostThreads)
  );
}

export const wasmOptions = options(
  "wasmBackend",
  {
    /**
     * The number of threads: a whole number from 1 to 256, or as many as the host runs in parallel ("auto", at most 8).
     * Default 1. Results are the same for any number. If fewer are available, `threadsNote` explains why.
     */
    threads: rule<number | "auto">(`"auto" or a whole number from 1 to ${mostThreads}`, isThreads),
    /**
     * Makes a worker, where a Content Security Policy refuses those that start from a blob: URL and no bundler puts the
     * worker's file next to the program: `() => new Worker("/worker.js", { type: "module" })`, with a copy of
     * `@saccade/kernels-wasm/worker` there.
     */
    worker: withFix(
      callable<() => WorkerLike>(),
      'write worker: () => new Worker("/worker.js", { type: "module" })',
    ),
    /** Relaxed SIMD: forced on or off, or whichever is faster on this host and version ("auto"). Default "auto". */
    relaxed: rule<boolean | "auto">(
      '"auto", true or false',
      (relaxed) => relaxed === "auto" || typeof relaxed === "boolean",
      "auto",
    ),
    /** The most bytes that tensors may take, from 131072 to 2³² (4 GiB). Default 4 GiB. */
    memory: whole(mostBytes, { min: 2 * pageBytes, max: mostBytes }),
  },
  {
    example: 'wasmBackend({ threads: "auto" })',
    renamed: {
      numThreads: "write threads: 4",
      variant: "write relaxed: true for the relaxed variant, relaxed: false for the plain one",
      maxMemory: "write memory, in bytes",
    },
  },
);

/** Options of {@link wasmBackend}. */
export interface WasmOptions extends OptionsOf<typeof wasmOptions> {}
