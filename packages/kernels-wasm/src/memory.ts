import { metaAddress, metaWords, pageBytes } from "./layout.ts";

/**
 * The one linear memory of a backend. All that would make it shared stands here. Views of it are made on demand:
 * those of before a growth are empty.
 */
export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  readonly #mostPages: number;
  #meta: Int32Array;

  constructor(initialPages: number, mostPages: number) {
    this.memory = new WebAssembly.Memory({ initial: initialPages, maximum: mostPages });
    this.#mostPages = mostPages;
    this.#meta = this.#metaView();
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  /** The parameter block that kernels read sizes and strides from. */
  get meta(): Int32Array {
    if (this.#meta.length === 0) this.#meta = this.#metaView();
    return this.#meta;
  }

  /** Makes the memory reach `bytes`, with room to spare where there is some. False where the host refuses. */
  reach(bytes: number): boolean {
    const have = this.memory.buffer.byteLength / pageBytes;
    const need = Math.ceil(bytes / pageBytes);
    if (need <= have) return true;
    const generous = Math.min(Math.max(need, Math.ceil(have * 1.5)), this.#mostPages);
    return this.#growTo(generous, have) || this.#growTo(need, have);
  }

  #growTo(pages: number, have: number): boolean {
    try {
      this.memory.grow(pages - have);
      return true;
    } catch {
      return false;
    }
  }

  #metaView(): Int32Array {
    return new Int32Array(this.memory.buffer, metaAddress, metaWords);
  }
}
