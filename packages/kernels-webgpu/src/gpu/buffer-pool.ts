import type { GpuCounts } from "./commands.ts";
import { copyDst, copySrc, storage } from "./flags.ts";

/** Usage of every block: kernels read and write it, and it is copied from and to. */
const usage: number = storage | copySrc | copyDst;

/** Released buffers by size, to be used again: making one takes far longer than an op. */
export class BufferPool {
  readonly #counts: GpuCounts;
  readonly #make: (descriptor: GPUBufferDescriptor) => GPUBuffer;
  readonly #free: Map<number, GPUBuffer[]> = new Map();

  constructor(counts: GpuCounts, make: (descriptor: GPUBufferDescriptor) => GPUBuffer) {
    this.#counts = counts;
    this.#make = make;
  }

  take(bytes: number): GPUBuffer {
    const size = sizeClass(bytes);
    const found = this.#free.get(size)?.pop();
    if (found !== undefined) return found;
    this.#counts.buffers++;
    this.#counts.bufferBytes += size;
    return this.#make({ size, usage });
  }

  give(buffer: GPUBuffer): void {
    const list = this.#free.get(buffer.size);
    if (list === undefined) this.#free.set(buffer.size, [buffer]);
    else list.push(buffer);
  }
}

/** Sizes grow by an eighth, so that few of them exist, and at most an eighth of a block is not used. */
export function sizeClass(bytes: number): number {
  if (bytes <= 256) return 256;
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return Math.ceil(bytes / step) * step;
}
