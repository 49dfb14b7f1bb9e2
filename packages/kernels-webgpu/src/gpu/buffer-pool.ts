import type { GpuCounts } from "./commands.ts";
import { copyDst, copySrc, storage } from "./flags.ts";

/** Usage of every block: kernels read and write it, and it is copied from and to. */
const usage: number = storage | copySrc | copyDst;

/** Makes a buffer; `refused` hears, later, that the device has no memory for it. */
export function makeBuffer(
  device: GPUDevice,
  descriptor: GPUBufferDescriptor,
  refused: (why: string) => void,
): GPUBuffer {
  device.pushErrorScope("out-of-memory");
  const buffer = device.createBuffer(descriptor);
  void device.popErrorScope().then(
    (error) => {
      if (error === null) return;
      const [reason] = error.message.split("\n");
      refused(`the device refuses a buffer of ${descriptor.size} bytes (out of memory): ${reason}`);
    },
    () => {}, // The device is lost, which says so itself.
  );
  return buffer;
}

/** Released buffers by size, to be used again: making one takes far longer than an op. */
export class BufferPool {
  readonly #device: GPUDevice;
  readonly #counts: GpuCounts;
  readonly #refused: (why: string) => void;
  readonly #free: Map<number, GPUBuffer[]> = new Map();

  constructor(device: GPUDevice, counts: GpuCounts, refused: (why: string) => void) {
    this.#device = device;
    this.#counts = counts;
    this.#refused = refused;
  }

  take(bytes: number): GPUBuffer {
    const size = sizeClass(bytes);
    const found = this.#free.get(size)?.pop();
    if (found !== undefined) return found;
    this.#counts.buffers++;
    this.#counts.bufferBytes += size;
    const { buffers, bufferBytes } = this.#counts;
    return makeBuffer(this.#device, { size, usage }, (why) =>
      this.#refused(
        `${why}. With it, ${buffers} buffers would have ${bufferBytes} bytes. Use a smaller batch, or another backend`,
      ),
    );
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
