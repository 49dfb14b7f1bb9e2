import { copyDst } from "./flags.ts";

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
