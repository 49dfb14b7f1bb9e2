// Stable sorting of dense rows by merging. A key of 64 bits has the element's order above and its index below.
import { boolType, intType } from "../src/shared/codes";
import { bytesOf } from "./element";

/** Unsigned 32 bits in the elements' order: NaN is the largest, −0 is 0. */
@inline function orderOf(p: usize, type: i32): u32 {
  if (type == boolType) return <u32>load<u8>(p);
  if (type == intType) return load<u32>(p) ^ 0x80000000;
  const v = load<f32>(p) + 0; // −0 + 0 is 0
  if (v != v) return 0xffffffff;
  const bits = reinterpret<u32>(v);
  return bits >> 31 ? ~bits : bits | 0x80000000;
}

/** The first `taken` of each sorted row and their indices; `scratch` has 16 bytes an element of a row. */
export function sortRows(
  x: usize, type: i32, values: usize, indices: usize, rows: usize, n: usize, taken: usize, descending: bool,
  scratch: usize,
): void {
  const step = bytesOf(type);
  const flip: u32 = descending ? 0xffffffff : 0;
  for (let r: usize = 0; r < rows; r++) {
    for (let i: usize = 0; i < n; i++) {
      store<u64>(scratch + i * 8, (<u64>(orderOf(x + i * step, type) ^ flip) << 32) | <u64>i);
    }
    const keys = mergeSort(scratch, scratch + n * 8, n);
    for (let i: usize = 0; i < taken; i++) {
      const index = load<u32>(keys + i * 8);
      store<u32>(indices, index);
      indices += 4;
      if (type == boolType) store<u8>(values, load<u8>(x + <usize>index));
      else store<u32>(values, load<u32>(x + <usize>index * 4));
      values += step;
    }
    x += n * step;
  }
}

/** Sorts n keys at `from` with room for as many at `to`; returns where they are then. */
function mergeSort(from: usize, to: usize, n: usize): usize {
  for (let width: usize = 1; width < n; width *= 2) {
    for (let low: usize = 0; low < n; low += 2 * width) {
      const middle = min(low + width, n);
      const high = min(low + 2 * width, n);
      let i = low;
      let j = middle;
      for (let k = low; k < high; k++) {
        const left = i < middle && (j >= high || load<u64>(from + i * 8) < load<u64>(from + j * 8));
        store<u64>(to + k * 8, load<u64>(from + (left ? i++ : j++) * 8));
      }
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}
