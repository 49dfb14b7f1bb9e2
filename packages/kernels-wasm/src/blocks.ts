import { ringAddress, ringEnd } from "./shared/layout.ts";

/** Where walks put their blocks. A call's block must stay as it is until the call returns. */
export interface Blocks {
  /** The address of `words` 32-bit words. */
  take(words: number): number;
}

/** The blocks of a ring that are whole at any time, however large: as many as the pieces of a call, and a scalar. */
const wholeBlocks = 17;

/** Blocks that are used up by the call that follows: a ring in the reserved bytes. */
export class BlockRing implements Blocks {
  #next: number = ringAddress;

  /** @throws RangeError for more than a sixteenth of the ring. */
  take(words: number): number {
    const bytes = words * 4;
    if (bytes > (ringEnd - ringAddress) / (wholeBlocks + 1)) {
      throw new RangeError(`wasm kernel: a walk over more dims than fit into ${words} words.`);
    }
    if (this.#next + bytes > ringEnd) this.#next = ringAddress;
    const address = this.#next;
    this.#next += bytes;
    return address;
  }
}
