// The walk over the outer dims of up to three strided operands. The parameter block holds, a dim, outermost
// first: size, counter (0), and the operands' strides in bytes. Rows, the innermost dim, are the caller's loops.
import { META } from "./layout";

const ENTRY: usize = 20;

/** Where the operands' rows start. */
export let at0: usize = 0;
export let at1: usize = 0;
export let at2: usize = 0;

// @ts-ignore: decorator
@inline
export function start(p0: usize, p1: usize, p2: usize): void {
  at0 = p0;
  at1 = p1;
  at2 = p2;
}

/** Moves to the next row; false behind the last one. */
export function next(outer: usize): bool {
  let d = outer;
  while (d > 0) {
    const entry = META + --d * ENTRY;
    const size = load<usize>(entry);
    const count = load<usize>(entry, 4) + 1;
    const s0 = load<usize>(entry, 8);
    const s1 = load<usize>(entry, 12);
    const s2 = load<usize>(entry, 16);
    if (count < size) {
      store<usize>(entry, count, 4);
      at0 += s0;
      at1 += s1;
      at2 += s2;
      return true;
    }
    store<usize>(entry, 0, 4);
    at0 -= s0 * (size - 1);
    at1 -= s1 * (size - 1);
    at2 -= s2 * (size - 1);
  }
  return false;
}
