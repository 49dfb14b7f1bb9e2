import { BackendError } from "@saccade/tensor";
import type { LinearMemory } from "./memory.ts";
import { ringAddress, ringEnd } from "./shared/layout.ts";

/** Where walks put their blocks. A call's block must stay as it is until the call returns. */
export interface Blocks {
  /** The address of `words` 32-bit words. */
  take(words: number): number;
}

const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);

/** The bits of a float32, as a word of a block. */
export function bitsOf(value: number): number {
  floats[0] = value;
  return bits[0]!;
}

/** Writes words into a new block and returns its address. */
export function writeBlock(
  { memory, blocks }: { readonly memory: LinearMemory; readonly blocks: Blocks },
  words: readonly number[],
): number {
  const address = blocks.take(words.length);
  // Word by word: `set` takes longer for so few.
  const to = memory.words;
  for (let i = 0; i < words.length; i++) to[(address >>> 2) + i] = words[i]!;
  return address;
}

/** The blocks of a ring that are whole at any time, however large: as many as the pieces of a call, and a scalar. */
const wholeBlocks = 17;

/** Blocks that are used up by the call that follows: a ring in the reserved bytes. */
export class BlockRing implements Blocks {
  #next: number = ringAddress;

  /** @throws BackendError for more than a sixteenth of the ring. */
  take(words: number): number {
    const bytes = words * 4;
    if (bytes > (ringEnd - ringAddress) / (wholeBlocks + 1))
      throw new BackendError(
        `wasm backend: a walk over more dims than fit into ${words} words; use fewer dims.`,
      );
    if (this.#next + bytes > ringEnd) this.#next = ringAddress;
    const address = this.#next;
    this.#next += bytes;
    return address;
  }
}
