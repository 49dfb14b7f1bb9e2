import { type Backend, BackendError, type DType, type TypedArray } from "@saccade/tensor";
import type { AnyKernel } from "@saccade/tensor/backend";
import { elementsOf, wordsOf } from "./elements.ts";
import type { BlockId, GpuCounts } from "./gpu/commands.ts";
import type { DeviceFacts } from "./gpu/open-device.ts";
import type { Port } from "./gpu/port.ts";
import { HostFallback } from "./host-fallback.ts";
import { kernelTable } from "./kernels/table.ts";
import { Machine } from "./machine.ts";

/** The WebGPU backend: tensors live on the GPU, kernels are WGSL; the rest runs on the host, counted. */
export interface WebGPUBackend extends Backend {
  /** The GPU, in its driver's words. */
  readonly adapter: string;
  /** Whether an op has a kernel here; it may still leave odd dtypes to the host. */
  hasKernel(name: string): boolean;
  /** Ops that ran on the host, by name, and how often: each of them moves its operands there and back. */
  readonly onHost: ReadonlyMap<string, number>;
  /** Dispatches, submissions and bytes so far. */
  counts(): Promise<GpuCounts>;
  /** Gives the device back. Tensors on it are lost. */
  close(): void;
}

export function makeBackend(port: Port): WebGPUBackend {
  const { facts } = port;
  const machine = new Machine(port);
  const kernels = new Map<string, AnyKernel>(Object.entries(kernelTable(machine)));
  const host = new HostFallback(port);
  const readSync = port.readSync?.bind(port);
  return {
    name: "webgpu",
    dtypes: ["float32", "int32", "bool"],
    adapter: facts.adapter,
    hasKernel: (name) => kernels.has(name),
    onHost: host.counts,
    counts: () => port.counts(),
    close: () => port.close(),
    allocate(dtype, length): BlockId {
      if (length * 4 > facts.mostBytes) throw tooLarge(dtype, length, facts);
      const block = machine.make(length);
      host.lengths.set(block, length);
      return block;
    },
    free(buffer): void {
      const block = buffer as BlockId;
      host.lengths.delete(block);
      machine.drop(block);
    },
    write: (buffer, data) => port.post({ kind: "write", block: buffer as BlockId, words: wordsOf(data) }),
    read: async (buffer, dtype, length) => elementsOf(await port.read(buffer as BlockId, length), dtype),
    ...(readSync && {
      readSync: (buffer: unknown, dtype: DType, length: number): TypedArray =>
        elementsOf(readSync(buffer as BlockId, length), dtype),
    }),
    composes: (name) => !kernels.has(name),
    run(op, inputs, outputs, attrs): void {
      const kernel = kernels.get(op.name);
      if (kernel?.(inputs, outputs, attrs)) return;
      host.run(op, inputs, outputs, attrs);
    },
  };
}

function tooLarge(dtype: DType, length: number, { mostBytes, adapter }: DeviceFacts): BackendError {
  return new BackendError(
    `webgpu backend: ${length} elements of ${dtype} take ${length * 4} bytes; ${adapter} binds ${mostBytes} at most ` +
      "(maxStorageBufferBindingSize). Use smaller pieces, or another backend.",
  );
}
