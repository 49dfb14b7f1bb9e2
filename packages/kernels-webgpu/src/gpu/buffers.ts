import type { GpuCounts } from "./commands.ts";

// Memory on the device: blocks to be used again, the ring of parameters, and the errors of memory that is refused.

// The flags of the WebGPU standard (W3C 2025, sections 5.1, 5.3 and 8.1), which hosts have as globals under longer names.

export const mapRead = 0x1;
export const copySrc = 0x4;
export const copyDst = 0x8;
export const uniform = 0x40;
const storage = 0x80;

export const readMode = 0x1;
export const compute = 0x4;

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
function sizeClass(bytes: number): number {
  if (bytes <= 256) return 256;
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return Math.ceil(bytes / step) * step;
}

/**
 * Bytes on their way to the GPU: collected on the host, and written together before the commands that read them are
 * submitted. Used for parameters of kernels and small writes.
 */
export class Ring {
  readonly buffer: GPUBuffer;
  readonly #device: GPUDevice;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #align: number;
  #used = 0;

  /** @param align the words that each piece starts at a multiple of */
  constructor(device: GPUDevice, words: number, align: number, usage: number) {
    this.#device = device;
    this.#words = new Uint32Array(words);
    this.#align = align;
    this.buffer = device.createBuffer({ size: words * 4, usage: usage | copyDst });
  }

  /** Whether there is room for this number of words. */
  fits(words: number): boolean {
    return this.#used + words <= this.#words.length;
  }

  /** Adds words; returns the byte at which they will lie. */
  push(words: ArrayLike<number>): number {
    const at = this.#used;
    this.#words.set(words, at);
    this.#used = Math.ceil((at + words.length) / this.#align) * this.#align;
    return at * 4;
  }

  /** Writes and clears the collected words. */
  flush(): void {
    if (this.#used > 0) this.#device.queue.writeBuffer(this.buffer, 0, this.#words, 0, this.#used);
    this.#used = 0;
  }
}

/** Error scopes of a device. Errors are reported asynchronously: nothing waits for them. */
export class Scopes {
  readonly #device: GPUDevice;
  readonly #open: Set<Promise<void>> = new Set();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Runs `work`; `failed` is called with an error of that kind. */
  watch<T>(kind: GPUErrorFilter, work: () => T, failed: (why: string) => void): T {
    this.#device.pushErrorScope(kind);
    const made = work();
    const reported = this.#device.popErrorScope().then(
      (error) => {
        if (error !== null) failed(error.message);
      },
      () => {}, // The device is lost, which is reported separately.
    );
    this.#open.add(reported);
    void reported.then(() => this.#open.delete(reported));
    return made;
  }

  /** Resolves when all errors have been reported. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }
}
