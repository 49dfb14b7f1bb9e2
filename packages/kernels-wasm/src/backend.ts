import { type Backend, BackendError, type DType, type TypedArray } from "@saccade/tensor";
import { Allocator, type AllocatorUse } from "./allocator.ts";
import { UnsupportedHostError } from "./errors.ts";
import { runReference } from "./fallback.ts";
import type { Kernel, Machine } from "./kernel.ts";
import { kernelTable } from "./kernels/table.ts";
import { mostElements, mostPages, pageBytes, reservedBytes } from "./layout.ts";
import { instantiate, loadModule } from "./load.ts";
import { LinearMemory } from "./memory.ts";
import { chooseVariant, hasSimd, hostFacts, type Variant } from "./variant.ts";
import { Walker } from "./walker.ts";

export interface WasmOptions {
  /** How many threads compute; one for now. */
  readonly threads?: number | "auto";
  /** Relaxed SIMD: as the host and its version make it fastest ("auto"), or forced on or off. */
  readonly relaxed?: boolean | "auto";
  /** The most bytes that tensors may take, up to 4 GiB, which is the default. */
  readonly memory?: number;
}

/** The WebAssembly backend: tensors live in one linear memory, kernels are SIMD; the rest runs on the reference. */
export interface WasmBackend extends Backend {
  /** Which build of the kernels runs; the two round differently. */
  readonly variant: Variant;
  readonly threads: number;
  /** Why there are as many threads as there are. */
  readonly threadsNote: string;
  /** Whether an op has a kernel here; it may still leave odd dtypes to the reference. */
  hasKernel(name: string): boolean;
  /** How the memory is used now. */
  use(): AllocatorUse;
  view(buffer: unknown, dtype: DType, length: number): TypedArray;
}

const bytesPerElement: Readonly<Record<DType, number>> = { float32: 4, float64: 8, int32: 4, bool: 1 };

/**
 * Makes a backend with a memory of its own.
 *
 * @throws UnsupportedHostError where the host lacks WebAssembly, SIMD, or the relaxed SIMD that was asked for.
 */
export async function wasmBackend(options: WasmOptions = {}): Promise<WasmBackend> {
  const { relaxed = "auto", threads = "auto", memory: most = 2 ** 32 } = options;
  checkThreads(threads);
  if (!(most >= 2 * pageBytes)) {
    throw new RangeError(`wasmBackend: memory of ${most} bytes; give 131072 or more.`);
  }
  const variant = variantFor(relaxed);
  const pages = Math.min(Math.floor(most / pageBytes), mostPages);
  const memory = new LinearMemory(Math.min(16, pages), pages);
  const wasm = await instantiate(await loadModule(variant), memory.memory);
  const allocator = new Allocator(reservedBytes, pages * pageBytes, (bytes) => memory.reach(bytes));
  return makeBackend({ wasm, memory, allocator, walker: new Walker(memory) }, variant);
}

function checkThreads(threads: number | "auto"): void {
  if (threads !== "auto" && !(Number.isInteger(threads) && threads >= 1)) {
    throw new RangeError(`wasmBackend: threads ${threads} must be "auto" or a whole number of 1 or more.`);
  }
}

function variantFor(relaxed: boolean | "auto"): Variant {
  if (typeof WebAssembly !== "object") throw unsupported("WebAssembly");
  if (!hasSimd()) throw unsupported("WebAssembly SIMD (128-bit instructions)");
  const facts = hostFacts();
  if (relaxed === true && !facts.relaxedSimd) throw unsupported("WebAssembly relaxed SIMD");
  if (relaxed === "auto") return chooseVariant(facts);
  return relaxed ? "relaxed" : "plain";
}

function unsupported(what: string): UnsupportedHostError {
  return new UnsupportedHostError(
    `wasmBackend: this host has no ${what}. The reference backend runs everywhere: ` +
      "setBackend(referenceBackend()), or leave setBackend out.",
  );
}

function makeBackend(machine: Machine, variant: Variant): WasmBackend {
  const { memory, allocator } = machine;
  const kernels = new Map<string, Kernel>(Object.entries(kernelTable(machine)));

  function view(buffer: unknown, dtype: DType, length: number): TypedArray {
    const address = buffer as number;
    switch (dtype) {
      case "float32":
        return new Float32Array(memory.buffer, address, length);
      case "int32":
        return new Int32Array(memory.buffer, address, length);
      case "bool":
        return new Uint8Array(memory.buffer, address, length);
      case "float64":
        throw new BackendError("wasm backend: no float64 here; use the reference backend.");
    }
  }

  return {
    name: "wasm",
    dtypes: ["float32", "int32", "bool"],
    variant,
    threads: 1,
    threadsNote: "one thread: the kernels are not split among workers yet",
    hasKernel: (name) => kernels.has(name),
    use: () => allocator.use,
    allocate(dtype, length): number {
      if (length > mostElements) {
        throw new BackendError(
          `wasm backend: ${length} elements of ${dtype}; at most 2^31 - 1 fit into one tensor. Use smaller pieces.`,
        );
      }
      return allocator.allocate(length * bytesPerElement[dtype]);
    },
    free(buffer, dtype, length): void {
      allocator.free(buffer as number, length * bytesPerElement[dtype]);
    },
    write(buffer, data): void {
      const { byteLength } = data;
      const address = buffer as number;
      if (data instanceof Float32Array) new Float32Array(memory.buffer, address, data.length).set(data);
      else if (data instanceof Int32Array) new Int32Array(memory.buffer, address, data.length).set(data);
      else new Uint8Array(memory.buffer, address, byteLength).set(data);
    },
    read: (buffer, dtype, length) => Promise.resolve(view(buffer, dtype, length).slice()),
    view,
    run(op, inputs, outputs, attrs): void {
      const kernel = kernels.get(op.name);
      if (kernel?.(inputs, outputs, attrs)) return;
      runReference(view, op, inputs, outputs, attrs);
    },
  };
}
