// The walk over the outer dims of up to three strided operands. A kernel gets the address of its own block, or 0
// where there is nothing to walk: src/shared/walk-block.ts says what it holds. Rows, the innermost dim, are the caller's
// loops.
import { counter, entryBytes, size as sizeAt, stride0, stride1, stride2 } from "../src/shared/walk-block";

/** Where the operands' rows start. */
export let at0: usize = 0;
export let at1: usize = 0;
export let at2: usize = 0;

@inline export function start(p0: usize, p1: usize, p2: usize): void {
  at0 = p0;
  at1 = p1;
  at2 = p2;
}

/** Moves to the next row; false after the last one. */
export function next(block: usize): bool {
  if (block == 0) return false;
  let entry = block + 4 + load<usize>(block) * entryBytes;
  while (entry > block + 4) {
    entry -= entryBytes;
    const size = load<usize>(entry, sizeAt);
    const count = load<usize>(entry, counter) + 1;
    const s0 = load<usize>(entry, stride0);
    const s1 = load<usize>(entry, stride1);
    const s2 = load<usize>(entry, stride2);
    if (count < size) {
      store<usize>(entry, count, counter);
      at0 += s0;
      at1 += s1;
      at2 += s2;
      return true;
    }
    store<usize>(entry, 0, counter);
    at0 -= s0 * (size - 1);
    at1 -= s1 * (size - 1);
    at2 -= s2 * (size - 1);
  }
  return false;
}
