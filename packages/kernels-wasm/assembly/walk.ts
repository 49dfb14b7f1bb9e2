// The walk over the outer dims of up to three strided operands. A kernel gets the address of a block of its own, or 0
// where there is nothing to walk. The block holds the count of dims and, a dim, outermost first: size, counter (0
// before and after a walk), and the operands' strides in bytes. Rows, the innermost dim, are the caller's loops.

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
export function next(block: usize): bool {
  if (block == 0) return false;
  let entry = block + 4 + load<usize>(block) * ENTRY;
  while (entry > block + 4) {
    entry -= ENTRY;
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
