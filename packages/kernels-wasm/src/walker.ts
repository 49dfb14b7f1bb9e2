import type { LinearMemory } from "./memory.ts";

/** Words of one dim in the parameter block: size, counter, and three strides. assembly/walk.ts reads them. */
const entryWords = 5;

/**
 * Turns strided operands of one shape into rows and a walk over the outer dims: dims of size 1 go, neighbours
 * that lie alike in every operand become one. Dim 0 is the innermost here; strides are in bytes.
 */
export class Walker {
  readonly #memory: LinearMemory;
  readonly sizes: number[] = [];
  readonly strides: readonly [number[], number[], number[]] = [[], [], []];
  count: number = 0;

  constructor(memory: LinearMemory) {
    this.#memory = memory;
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

  /** Writes the dims but those that the kernel walks itself into the parameter block; returns their count. */
  emit(walkedA: number = 0, walkedB: number = walkedA): number {
    const { sizes, strides } = this;
    const [t0, t1, t2] = strides;
    const { meta } = this.#memory;
    let at = 0;
    for (let k = this.count - 1; k >= 0; k--) {
      if (k === walkedA || k === walkedB) continue;
      meta[at] = sizes[k]!;
      meta[at + 1] = 0;
      meta[at + 2] = t0[k]!;
      meta[at + 3] = t1[k]!;
      meta[at + 4] = t2[k]!;
      at += entryWords;
    }
    return at / entryWords;
  }
}
