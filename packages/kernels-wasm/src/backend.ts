import { type Backend, BackendError, type DType, type TypedArray } from "@saccade/tensor";
import { type AnyKernel, bytesPerElement } from "@saccade/tensor/backend";
import type { AllocatorUse } from "./allocator.ts";
import { runReference } from "./fallback.ts";
import type { FullMachine } from "./kernel.ts";
import { kernelTable } from "./kernels/table.ts";
import { WasmLog } from "./recording/log.ts";
import { mostElements } from "./shared/layout.ts";
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
      const address = buffer as number;
      if (data instanceof Float32Array) new Float32Array(memory.buffer, address, data.length).set(data);
      else if (data instanceof Int32Array) new Int32Array(memory.buffer, address, data.length).set(data);
      else new Uint8Array(memory.buffer, address, byteLength).set(data);
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
