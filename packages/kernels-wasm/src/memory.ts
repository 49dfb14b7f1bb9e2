import { pageBytes } from "./shared/layout.ts";

/**
 * The one linear memory of a backend, shared with workers or not. Views of it are made on demand: those of before a
 * growth are empty, or too short where the memory is shared.
 */
export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  readonly #mostPages: number;
  #words: Int32Array;

  constructor(initialPages: number, mostPages: number, shared: boolean) {
    this.memory = new WebAssembly.Memory({ initial: initialPages, maximum: mostPages, shared });
    this.#mostPages = mostPages;
    this.#words = new Int32Array(this.memory.buffer);
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  /** All of the memory as 32-bit words, to write blocks of parameters; not to be kept across an allocation. */
  get words(): Int32Array {
    return this.#words;
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
      this.#words = new Int32Array(this.memory.buffer);
      return true;
    } catch {
      return false;
    }
  }
}
