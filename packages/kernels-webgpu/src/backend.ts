import { type Backend, BackendError, type DType, type TypedArray } from "@saccade/tensor";
import type { AnyKernel } from "@saccade/tensor/backend";
import { elementsOf, wordsOf } from "./elements.ts";
import type { BlockId, GpuCounts } from "./gpu/commands.ts";
import type { DeviceFacts } from "./gpu/device-facts.ts";
import type { Port } from "./gpu/port.ts";
import { HostFallback } from "./host-fallback.ts";
import { kernelTable } from "./kernels/table.ts";
import { cacheKernels } from "./kernels/write-rows.ts";
import { Machine } from "./machine.ts";
import { type RecordedBackend, Recording } from "./recording.ts";

/** The WebGPU backend: tensors live on the GPU, kernels are WGSL; the rest runs on the host, counted. */
export interface WebGPUBackend extends Backend {
  /** The GPU, in its driver's words. */
  readonly adapter: string;
  /** Whether that GPU is one in software, such as SwiftShader: it computes on the processor, slower than wasm. */
  readonly isSoftware: boolean;
  /** Whether an op has a kernel here; it may still leave odd dtypes to the host. */
  hasKernel(name: string): boolean;
  /** Ops that ran on the host, by name, and how often: each of them moves its operands there and back. */
  readonly onHost: ReadonlyMap<string, number>;
  /** Dispatches, submissions and bytes so far. */
  counts(): Promise<GpuCounts>;
  /** Gives the device back. Tensors on it are lost. */
  close(): void;
}

/** @param facts those of the device; tests take some away */
export function makeBackend(port: Port, facts: DeviceFacts = port.facts): WebGPUBackend {
  const machine = new Machine(port, facts);
  const kernels = new Map<string, AnyKernel>(
    Object.entries({ ...kernelTable(machine), ...cacheKernels(machine) }),
  );
  const host = new HostFallback(machine, port);
  const { readSync } = machine;
  const start: RecordedBackend["start"] = (op, inputs, outputs, attrs) =>
    kernels.get(op.name)?.(inputs, outputs, attrs) ?? false;
  const allocate = (dtype: DType, length: number): BlockId => {
    if (length * 4 > facts.mostBytes) throw tooLarge(dtype, length, facts);
    const block = machine.make(length);
    host.lengths.set(block, length);
    return block;
  };
  const free = (buffer: unknown): void => {
    const block = buffer as BlockId;
    host.lengths.delete(block);
    machine.drop(block);
  };
  return {
    name: "webgpu",
    dtypes: ["float32", "int32", "bool"],
    adapter: facts.adapter,
    isSoftware: facts.isSoftware,
    hasKernel: (name) => kernels.has(name),
    onHost: host.counts,
    counts(): Promise<GpuCounts> {
      machine.settle();
      return port.counts();
    },
    close: () => port.close(),
    allocate,
    free,
    write: (buffer, data) => machine.write(buffer as BlockId, wordsOf(data)),
    read: async (buffer, dtype, length) => elementsOf(await machine.read(buffer as BlockId, length), dtype),
    ...(readSync && {
      readSync: (buffer: unknown, dtype: DType, length: number): TypedArray =>
        elementsOf(readSync(buffer as BlockId, length), dtype),
    }),
    composes: (name) => !kernels.has(name) && !inDouble.has(name),
    run(op, inputs, outputs, attrs): void {
      machine.recordInto(null);
      if (!start(op, inputs, outputs, attrs)) host.run(op, inputs, outputs, attrs);
    },
    record: () => new Recording({ allocate, free, start, runOnHost: host.run.bind(host) }, machine, port),
  };
}

/** Ops whose formula loses too many digits in float32: gates that are nearly 0 or 1. */
const inDouble: ReadonlySet<string> = new Set(["gruSequenceBackward", "lstmSequenceBackward"]);

function tooLarge(dtype: DType, length: number, { mostBytes, adapter }: DeviceFacts): BackendError {
  return new BackendError(
    `webgpu backend: ${length} elements of ${dtype} take ${length * 4} bytes; ${adapter} binds ${mostBytes} at most ` +
      "(maxStorageBufferBindingSize). Use smaller pieces, or another backend.",
  );
}
