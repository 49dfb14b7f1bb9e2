import { type Backend, BackendError, type DType, type TypedArray } from "@saccade/tensor";
import { type AnyKernel, bytesPerElement } from "@saccade/tensor/backend";
import { callable, type OptionsOf, options, rule, whole, withFix } from "@saccade/tensor/contract";
import { runReference } from "./fallback.ts";
import type { FullMachine } from "./kernel.ts";
import { kernelTable } from "./kernels/table.ts";
import type { AllocatorUse } from "./memory.ts";
import type { WorkerLike } from "./pool/workers.ts";
import { WasmLog } from "./recording.ts";
import { mostElements, pageBytes } from "./shared/layout.ts";
import { sumOrder, type Variant } from "./variant.ts";

/** The WebAssembly backend: tensors live in one linear memory, kernels are SIMD; the rest runs on the reference. */
export interface WasmBackend extends Backend {
  /** Which build of the kernels runs; the two round differently. */
  readonly build: Variant;
  /** The build and the version of the kernels' summation order, such as "plain-3": these determine every bit. */
  readonly variant: string;
  /** How many threads compute, the caller's included. */
  readonly threads: number;
  /** Why there are as many threads as there are. */
  readonly threadsNote: string;
  /** Whether an op has a kernel here; it may still leave odd dtypes to the reference. */
  hasKernel(name: string): boolean;
  /** How the memory is used now. */
  use(): AllocatorUse;
  /** A buffer's elements. Read them immediately: the next allocation may move the memory. */
  view(buffer: unknown, dtype: DType, length: number): TypedArray;
}

/** @throws BackendError for more elements than kernels count. */
function bytesOf(dtype: DType, length: number): number {
  if (length > mostElements)
    throw new BackendError(
      `wasm backend: ${length} elements of ${dtype} are more than 2^31 - 1; use smaller pieces.`,
    );
  return length * bytesPerElement[dtype];
}

/** The backend on a machine that is built. */
export function makeBackend(machine: FullMachine, variant: Variant, threadsNote: string): WasmBackend {
  const { memory, allocator, threads } = machine;
  const kernels = new Map<string, AnyKernel>(Object.entries(kernelTable(machine)));

  function view(buffer: unknown, dtype: DType, length: number): TypedArray {
    const address = buffer as number;
    if (dtype === "float32") return new Float32Array(memory.buffer, address, length);
    if (dtype === "int32") return new Int32Array(memory.buffer, address, length);
    if (dtype === "bool") return new Uint8Array(memory.buffer, address, length);
    throw new BackendError("wasm backend: no float64 here; use the reference backend.");
  }

  return {
    name: "wasm",
    dtypes: ["float32", "int32", "bool"],
    build: variant,
    variant: `${variant}-${sumOrder}`,
    threads,
    threadsNote,
    hasKernel: (name) => kernels.has(name),
    use: () => allocator.use,
    allocate: (dtype, length): number => allocator.allocate(bytesOf(dtype, length)),
    free(buffer, dtype, length): void {
      allocator.free(buffer as number, bytesOf(dtype, length));
    },
    write(buffer, data): void {
      const { byteLength } = data;
      const bytes = new Uint8Array(data.buffer, data.byteOffset, byteLength);
      new Uint8Array(memory.buffer, buffer as number, byteLength).set(bytes);
    },
    read: (buffer, dtype, length) => Promise.resolve(view(buffer, dtype, length).slice()),
    view,
    record: () => new WasmLog({ machine, kernels, view, bytes: bytesOf }),
    run(op, inputs, outputs, attrs): void {
      const kernel = kernels.get(op.name);
      if (kernel?.(inputs, outputs, attrs)) return;
      runReference(view, op, inputs, outputs, attrs);
    },
  };
}

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
