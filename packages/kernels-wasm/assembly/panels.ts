// Products with one right operand many times: it is packed once into panels of 16 columns, k contiguous rows,
// and what remains into panels of 8, zero beyond the last column. Every element is summed over k in one order, whichever
// rows are computed with it.
import { transposeTile } from "./copy";
import { loadTail, madd, storeTail } from "./simd";
import { tiles16 } from "./tiles";

@inline export function get(p: usize, count: isize): v128 {
  return count >= 4 ? v128.load(p) : count > 0 ? loadTail(p, count) : f32x4.splat(0);
}

@inline export function put(p: usize, v: v128, count: isize): void {
  if (count >= 4) v128.store(p, v);
  else if (count > 0) storeTail(p, v, count);
}

/** Packs b (k, m), strides in bytes, into ⌈m / 8⌉ · k · 32 bytes. */
export function packPanels(b: usize, bRow: isize, bColumn: isize, k: usize, m: usize, panels: usize): void {
  for (let left: isize = <isize>m; left > 0; ) {
    const columns: isize = left >= 16 ? 16 : 8;
    const turned = bRow == 4 && left >= columns;
    if (turned) {
      transposeTile(b, panels, k, columns, bColumn, columns * 4);
      panels += k * columns * 4;
    }
    for (let p: usize = turned ? k : 0, from = b; p < k; p++, from += bRow) {
      if (bColumn == 4) {
        for (let j: isize = 0; j < columns; j += 4) v128.store(panels + j * 4, get(from + j * 4, left - j));
      } else {
        for (let j: isize = 0, at = from; j < columns; j++, at += bColumn) {
          store<f32>(panels + j * 4, j < left ? load<f32>(at) : 0);
        }
      }
      panels += columns * 4;
    }
    b += columns * bColumn;
    left -= columns;
  }
}

/** c (n, m) = a (n, k) · b + start, rows dense; the rows of `start` lie startRow bytes apart, and may be those of c. */
export function multiplyPanels(
  n: usize, k: usize, m: usize, a: usize, aRow: usize, panels: usize, start: usize, startRow: usize, c: usize, cRow: usize,
): void {
  for (let left: isize = <isize>m; left > 0; ) {
    if (left >= 16) {
      tiles16(n, k, a, aRow, 4, panels, 64, c, cRow, start, startRow);
      panels += k * 64;
      start += 64;
      c += 64;
      left -= 16;
    } else {
      for (let row: usize = 0; row < n; row++) {
        row1(k, a + row * aRow, panels, start + row * startRow, c + row * cRow, left);
      }
      panels += k * 32;
      start += 32;
      c += 32;
      left -= 8;
    }
  }
}

/** Up to 8 columns of one row. */
function row1(k: usize, a: usize, b: usize, start: usize, c: usize, left: isize): void {
  let c0 = f32x4.splat(0);
  let c1 = c0;
  for (; k > 0; k--) {
    const x = v128.load32_splat(a);
    c0 = madd(x, v128.load(b), c0);
    c1 = madd(x, v128.load(b, 16), c1);
    a += 4;
    b += 32;
  }
  put(c, f32x4.add(get(start, left), c0), left);
  put(c + 16, f32x4.add(get(start + 16, left - 4), c1), left - 4);
}
