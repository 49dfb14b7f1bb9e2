import { BackendError } from "@saccade/tensor";
import type { LinearMemory } from "./memory.ts";
import { ringAddress, ringEnd } from "./shared/layout.ts";
import { counter, entryBytes, size as sizeAt, stride0, stride1, stride2 } from "./shared/walk-block.ts";
import { ranges } from "./split.ts";

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

const entryWords = entryBytes / 4;

/** A part of a walk: some steps of one dim, and one step of each dim outside of it. */
export interface Piece {
  /** How far into the operands it starts, in bytes. */
  readonly at: readonly [number, number, number];
  /** The number of elements before it, in row-major order; those of a piece are consecutive. */
  readonly first: number;
  /** The length of its rows. */
  readonly n: number;
  readonly block: number;
}

/**
 * Turns strided operands of one shape into rows and a walk over the outer dims: dims of size 1 are dropped, and
 * neighbors that are contiguous in every operand are merged. Dim 0 is the innermost here; strides are in bytes.
 */
export class Walker {
  readonly #memory: LinearMemory;
  readonly #blocks: Blocks;
  readonly sizes: number[] = [];
  readonly strides: readonly [number[], number[], number[]] = [[], [], []];
  count: number = 0;

  constructor(memory: LinearMemory, blocks: Blocks = new BlockRing()) {
    this.#memory = memory;
    this.#blocks = blocks;
  }

  /** Takes up to three operands' strides in elements and their bytes an element. The shape holds elements. */
  merge(
    shape: readonly number[],
    s0: readonly number[],
    bytes0: number,
    s1: readonly number[],
    bytes1: number,
    s2: readonly number[] = s0,
    bytes2: number = 0,
  ): void {
    const { sizes, strides } = this;
    const [t0, t1, t2] = strides;
    let k = -1;
    for (let d = shape.length - 1; d >= 0; d--) {
      const size = shape[d]!;
      if (size === 1) continue;
      const a = s0[d]! * bytes0;
      const b = s1[d]! * bytes1;
      const c = s2[d]! * bytes2;
      const below = k < 0 ? 0 : sizes[k]!;
      if (k >= 0 && a === t0[k]! * below && b === t1[k]! * below && c === t2[k]! * below) {
        sizes[k] = below * size;
        continue;
      }
      k++;
      sizes[k] = size;
      t0[k] = a;
      t1[k] = b;
      t2[k] = c;
    }
    if (k < 0) {
      k = 0;
      sizes[0] = 1;
      t0[0] = bytes0;
      t1[0] = bytes1;
      t2[0] = bytes2;
    }
    this.count = k + 1;
  }

  /** Writes a number into a block, as an operand whose strides are all 0, and returns its address. */
  scalar(value: number, float: boolean): number {
    const address = this.#blocks.take(1);
    this.#memory.words[address >>> 2] = float ? bitsOf(value) : value;
    return address;
  }

  /**
   * Writes the dims but those that the kernel walks itself into a block, and returns its address: 0 where there are
   * no such dims.
   */
  emit(walkedA: number = 0, walkedB: number = walkedA): number {
    return this.#emit(this.count - 1, this.sizes[this.count - 1]!, walkedA, walkedB);
  }

  /** Cuts the walk into about `wanted` pieces, or a few more; rows only where they are all there is. */
  pieces(wanted: number): Piece[] {
    const { sizes, strides, count } = this;
    const out: Piece[] = [];
    // From the outermost dim inwards, as long as the dims so far have fewer steps than there should be pieces.
    let cut = count - 1;
    let outside = 1;
    while (cut > 0 && outside * sizes[cut]! < wanted) outside *= sizes[cut--]!;
    const inside = sizes.slice(0, cut).reduce((product, size) => product * size, 1);
    const parts = ranges(sizes[cut]!, Math.max(1, Math.floor(wanted / outside)), cut === 0 ? 16 : 1);
    for (let index = 0; index < outside; index++) {
      const start = [0, 0, 0];
      let rest = index;
      for (let k = cut + 1; k < count; k++) {
        const i = rest % sizes[k]!;
        rest = (rest - i) / sizes[k]!;
        for (let o = 0; o < 3; o++) start[o]! += i * strides[o]![k]!;
      }
      for (const [from, steps] of parts) {
        const at = (o: 0 | 1 | 2): number => start[o]! + from * strides[o][cut]!;
        out.push({
          at: [at(0), at(1), at(2)],
          first: (index * sizes[cut]! + from) * inside,
          n: cut === 0 ? steps : sizes[0]!,
          block: cut === 0 ? 0 : this.#emit(cut, steps, 0, 0),
        });
      }
    }
    return out;
  }

  /**
   * Splits dim `k` into ranges, and calls `f` for each, while the walk covers only that range: with its offset in the
   * operands, in bytes.
   */
  along(k: number, wanted: number, grain: number, f: (at0: number, at1: number, at2: number) => void): void {
    const { sizes, strides } = this;
    const size = sizes[k]!;
    for (const [from, steps] of ranges(size, wanted, grain)) {
      sizes[k] = steps;
      f(from * strides[0][k]!, from * strides[1][k]!, from * strides[2][k]!);
    }
    sizes[k] = size;
  }

  /** Writes dims up to `top`, of which that one has `steps` steps. */
  #emit(top: number, steps: number, walkedA: number, walkedB: number): number {
    const { sizes, strides } = this;
    const [t0, t1, t2] = strides;
    let dims = 0;
    for (let k = 0; k <= top; k++) if (k !== walkedA && k !== walkedB) dims++;
    if (dims === 0) return 0;
    const address = this.#blocks.take(1 + dims * entryWords);
    const { words } = this.#memory;
    let at = address >>> 2;
    words[at++] = dims;
    for (let k = top; k >= 0; k--) {
      if (k === walkedA || k === walkedB) continue;
      words[at + sizeAt / 4] = k === top ? steps : sizes[k]!;
      words[at + counter / 4] = 0;
      words[at + stride0 / 4] = t0[k]!;
      words[at + stride1 / 4] = t1[k]!;
      words[at + stride2 / 4] = t2[k]!;
      at += entryWords;
    }
    return address;
  }
}
