// Copies between strided windows of elements of 4 bytes and of 1.
import { at0, at1, next, start } from "./walk";

export function copyBytes(x: usize, y: usize, bytes: usize): void {
  if (bytes > 512) {
    memory.copy(y, x, bytes);
    return;
  }
  const end = x + (bytes & ~15);
  while (x < end) {
    v128.store(y, v128.load(x));
    x += 16;
    y += 16;
  }
  const words = x + (bytes & 12);
  while (x < words) {
    store<u32>(y, load<u32>(x));
    x += 4;
    y += 4;
  }
  for (let i: usize = bytes & 3; i > 0; i--) store<u8>(y++, load<u8>(x++));
}

/** Rows of `bytes` bytes that lie densely on both sides. */
export function copyDense(x: usize, y: usize, bytes: usize, block: usize): void {
  start(x, y, 0);
  do copyBytes(at0, at1, bytes);
  while (next(block));
}

/** Rows of n elements of 4 bytes, a step apart on each side. */
export function copyApart(x: usize, y: usize, n: usize, xStep: usize, yStep: usize, block: usize): void {
  start(x, y, 0);
  do {
    let from = at0;
    let to = at1;
    for (let i: usize = n; i > 0; i--) {
      store<u32>(to, load<u32>(from));
      from += xStep;
      to += yStep;
    }
  } while (next(block));
}

/** Rows of n bytes, a step apart on each side. */
export function copyApartBytes(x: usize, y: usize, n: usize, xStep: usize, yStep: usize, block: usize): void {
  start(x, y, 0);
  do {
    let from = at0;
    let to = at1;
    for (let i: usize = n; i > 0; i--) {
      store<u8>(to, load<u8>(from));
      from += xStep;
      to += yStep;
    }
  } while (next(block));
}

/** y[i][j] = x[j][i] for i < rows, j < columns: x's rows are xStep bytes apart, y's yStep. */
export function transposeTile(x: usize, y: usize, rows: usize, columns: usize, xStep: usize, yStep: usize): void {
  const evenRows = rows & ~3;
  const evenColumns = columns & ~3;
  for (let j: usize = 0; j < evenColumns; j += 4) {
    let from = x + j * xStep;
    let to = y + j * 4;
    for (let i: usize = 0; i < evenRows; i += 4) {
      const r0 = v128.load(from);
      const r1 = v128.load(from + xStep);
      const r2 = v128.load(from + 2 * xStep);
      const r3 = v128.load(from + 3 * xStep);
      const a = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
      const b = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
      const c = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
      const d = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<i64>(a, c, 0, 2));
      v128.store(to + yStep, v128.shuffle<i64>(a, c, 1, 3));
      v128.store(to + 2 * yStep, v128.shuffle<i64>(b, d, 0, 2));
      v128.store(to + 3 * yStep, v128.shuffle<i64>(b, d, 1, 3));
      from += 16;
      to += 4 * yStep;
    }
  }
  for (let i = evenColumns == columns ? evenRows : 0; i < rows; i++) {
    for (let j = i < evenRows ? evenColumns : 0; j < columns; j++) {
      store<u32>(y + i * yStep + j * 4, load<u32>(x + j * xStep + i * 4));
    }
  }
}

/** Transposes matrices of 4-byte elements: y (rows, columns) of x (columns, rows), in tiles that stay in cache. */
export function transpose(
  x: usize, y: usize, rows: usize, columns: usize, xStep: usize, yStep: usize, block: usize,
): void {
  start(x, y, 0);
  do {
    for (let j: usize = 0; j < columns; j += 32) {
      const width = min<usize>(32, columns - j);
      for (let i: usize = 0; i < rows; i += 32) {
        const height = min<usize>(32, rows - i);
        transposeTile(at0 + j * xStep + i * 4, at1 + i * yStep + j * 4, height, width, xStep, yStep);
      }
    }
  } while (next(block));
}

export function fill(y: usize, n: usize, value: f32): void {
  const v = f32x4.splat(value);
  const end = y + (n & ~3) * 4;
  while (y < end) {
    v128.store(y, v);
    y += 16;
  }
  for (let i: usize = n & 3; i > 0; i--) {
    store<f32>(y, value);
    y += 4;
  }
}

export function zero(y: usize, bytes: usize): void {
  memory.fill(y, 0, bytes);
}
