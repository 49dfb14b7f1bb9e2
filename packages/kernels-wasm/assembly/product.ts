// The matrix product of float32: c (n, m), its rows behind one another, from a (n, k) with any strides and b (k, m)
// whose rows have their elements behind one another. Strides are in bytes. Tiles of 4 × 8 stay in registers over
// all of k. Products are not fused, so that both variants give the same bits. The last tiles overlap those before
// them, so that no element takes another path because of where it stands.
import { loadTail, storeTail } from "./simd";

export function product(
  n: usize, m: usize, k: usize,
  a: usize, aRow: isize, aColumn: isize,
  b: usize, bRow: usize, c: usize, panel: usize,
): void {
  const cRow = m * 4;
  if (panel != 0) {
    // Eight columns of b behind one another, for all rows of a: far rows of b would share cache lines and pages.
    for (let j: usize = 0; j < m; j += 8) {
      const at = j + 8 > m ? m - 8 : j;
      for (let p: usize = 0; p < k; p++) {
        v128.store(panel + p * 32, v128.load(b + at * 4 + p * bRow));
        v128.store(panel + p * 32, v128.load(b + at * 4 + p * bRow, 16), 16);
      }
      for (let i: usize = 0; i < n; i += 4) {
        const top = i + 4 > n ? n - 4 : i;
        tile4(k, a + top * aRow, aRow, aColumn, panel, 32, c + top * cRow + at * 4, cRow);
      }
    }
    return;
  }
  if (m < 8) {
    narrow(n, m, k, a, aRow, aColumn, b, bRow, c);
    return;
  }
  for (let i: usize = 0; i < n; i += 4) {
    if (n < 4) {
      for (let row: usize = 0; row < n; row++) {
        for (let j: usize = 0; j < m; j += 8) {
          const at = j + 8 > m ? m - 8 : j;
          tile1(k, a + row * aRow, aColumn, b + at * 4, bRow, c + row * cRow + at * 4);
        }
      }
      return;
    }
    const top = i + 4 > n ? n - 4 : i;
    for (let j: usize = 0; j < m; j += 8) {
      const at = j + 8 > m ? m - 8 : j;
      tile4(k, a + top * aRow, aRow, aColumn, b + at * 4, bRow, c + top * cRow + at * 4, cRow);
    }
  }
}

function tile4(
  k: usize, a: usize, aRow: isize, aColumn: isize, b: usize, bRow: usize, c: usize, cRow: usize,
): void {
  let c00 = f32x4.splat(0);
  let c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0);
  let c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0);
  let c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0);
  let c31 = f32x4.splat(0);
  const a1 = aRow;
  const a2 = 2 * aRow;
  const a3 = 3 * aRow;
  for (; k > 0; k--) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const x0 = v128.load32_splat(a);
    c00 = f32x4.add(f32x4.mul(x0, b0), c00);
    c01 = f32x4.add(f32x4.mul(x0, b1), c01);
    const x1 = v128.load32_splat(a + a1);
    c10 = f32x4.add(f32x4.mul(x1, b0), c10);
    c11 = f32x4.add(f32x4.mul(x1, b1), c11);
    const x2 = v128.load32_splat(a + a2);
    c20 = f32x4.add(f32x4.mul(x2, b0), c20);
    c21 = f32x4.add(f32x4.mul(x2, b1), c21);
    const x3 = v128.load32_splat(a + a3);
    c30 = f32x4.add(f32x4.mul(x3, b0), c30);
    c31 = f32x4.add(f32x4.mul(x3, b1), c31);
    a += aColumn;
    b += bRow;
  }
  v128.store(c, c00);
  v128.store(c, c01, 16);
  c += cRow;
  v128.store(c, c10);
  v128.store(c, c11, 16);
  c += cRow;
  v128.store(c, c20);
  v128.store(c, c21, 16);
  c += cRow;
  v128.store(c, c30);
  v128.store(c, c31, 16);
}

function tile1(k: usize, a: usize, aColumn: isize, b: usize, bRow: usize, c: usize): void {
  let c0 = f32x4.splat(0);
  let c1 = f32x4.splat(0);
  for (; k > 0; k--) {
    const x = v128.load32_splat(a);
    c0 = f32x4.add(f32x4.mul(x, v128.load(b)), c0);
    c1 = f32x4.add(f32x4.mul(x, v128.load(b, 16)), c1);
    a += aColumn;
    b += bRow;
  }
  v128.store(c, c0);
  v128.store(c, c1, 16);
}

// Less than 8 columns: one row at a time, four columns or what there is.
function narrow(
  n: usize, m: usize, k: usize, a: usize, aRow: isize, aColumn: isize, b: usize, bRow: usize, c: usize,
): void {
  for (let row: usize = 0; row < n; row++) {
    for (let j: usize = 0; j < m; j += 4) {
      const count = m - j;
      let sum = f32x4.splat(0);
      let x = a;
      let y = b + j * 4;
      for (let p: usize = 0; p < k; p++) {
        sum = f32x4.add(f32x4.mul(v128.load32_splat(x), count >= 4 ? v128.load(y) : loadTail(y, count)), sum);
        x += aColumn;
        y += bRow;
      }
      if (count >= 4) v128.store(c, sum);
      else storeTail(c, sum, count);
      c += (count >= 4 ? 4 : count) * 4;
    }
    a += aRow;
  }
}
