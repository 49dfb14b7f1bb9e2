// Copies between strided windows of elements of 4 bytes and of 1.
import { at0, at1, next, start } from "./walk";

/** Rows that lie densely on both sides. */
export function copyRows(x: usize, y: usize, bytes: usize, rows: usize, xStep: usize, yStep: usize): void {
  for (; rows > 0; rows--, x += xStep, y += yStep) {
    if (bytes > 4096) {
      memory.copy(y, x, bytes);
      continue;
    }
    const end = x + bytes;
    let p = x;
    let q = y;
    for (; p + 32 <= end; p += 32, q += 32) {
      v128.store(q, v128.load(p));
      v128.store(q, v128.load(p, 16), 16);
    }
    for (; p + 4 <= end; p += 4, q += 4) store<u32>(q, load<u32>(p));
    for (; p < end; p++, q++) store<u8>(q, load<u8>(p));
  }
}

/** y[i][j] = x[j][i] for four i and four j. */
@inline function transposeBlock(x: usize, y: usize, xStep: usize, yStep: usize): void {
  transposeLines(x, x + xStep, x + 2 * xStep, x + 3 * xStep, y, yStep);
}

/** y[i][j] = xj[i] for four i and four j. */
@inline
export function transposeLines(x0: usize, x1: usize, x2: usize, x3: usize, y: usize, yStep: usize): void {
  const r0 = v128.load(x0);
  const r1 = v128.load(x1);
  const r2 = v128.load(x2);
  const r3 = v128.load(x3);
  const a = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
  const b = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
  const c = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
  const d = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
  v128.store(y, v128.shuffle<i64>(a, c, 0, 2));
  v128.store(y + yStep, v128.shuffle<i64>(a, c, 1, 3));
  v128.store(y + 2 * yStep, v128.shuffle<i64>(b, d, 0, 2));
  v128.store(y + 3 * yStep, v128.shuffle<i64>(b, d, 1, 3));
}

/** y[i][j] = x[j][i] for i < rows, j < columns: x's rows are xStep bytes apart, y's yStep. */
export function transposeTile(x: usize, y: usize, rows: usize, columns: usize, xStep: usize, yStep: usize): void {
  const evenRows = rows & ~3;
  const evenColumns = columns & ~3;
  for (let j: usize = 0; j < evenColumns; j += 4) {
    let from = x + j * xStep;
    let to = y + j * 4;
    for (let i: usize = 0; i < evenRows; i += 4) {
      transposeBlock(from, to, xStep, yStep);
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

/**
 * {@link transposeTile} of any size, in tiles of which a row of y is written whole. Rows that are a power of 2 apart share a
 * set of the nearest cache: few lie in a tile.
 */
function transpose(x: usize, y: usize, rows: usize, columns: usize, xStep: usize, yStep: usize): void {
  const evenRows = rows & ~3;
  const evenColumns = columns & ~3;
  for (let i0: usize = 0; i0 < evenRows; i0 += 16) {
    const bottom = min(evenRows, i0 + 16);
    for (let j0: usize = 0; j0 < evenColumns; j0 += 16) {
      const right = min(evenColumns, j0 + 16);
      for (let i = i0; i < bottom; i += 4) {
        for (let j = j0; j < right; j += 4) {
          transposeBlock(x + j * xStep + i * 4, y + i * yStep + j * 4, xStep, yStep);
        }
      }
    }
  }
  transposeTile(x + evenColumns * xStep, y + evenColumns * 4, rows, columns & 3, xStep, yStep);
  transposeTile(x + evenRows * 4, y + evenRows * yStep, rows & 3, evenColumns, xStep, yStep);
}

/** A row of n elements, a step apart on each side. */
function copyApart(x: usize, y: usize, bytes: usize, n: usize, xStep: usize, yStep: usize): void {
  if (bytes == 4) for (; n > 0; n--, x += xStep, y += yStep) store<u32>(y, load<u32>(x));
  else for (; n > 0; n--, x += xStep, y += yStep) store<u8>(y, load<u8>(x));
}

/** `bytes` bytes of a value of so many lanes. */
function fillBytes(y: usize, bytes: usize, v: v128): void {
  const end = y + bytes;
  for (; y + 32 <= end; y += 32) {
    v128.store(y, v);
    v128.store(y, v, 16);
  }
  for (; y + 4 <= end; y += 4) v128.store_lane<u32>(y, v, 0);
  for (; y < end; y++) v128.store_lane<u8>(y, v, 0);
}

/**
 * Copies a walk's matrices (m, n) of elements of 4 bytes or 1: steps and the distances of rows in bytes. Where rows stand
 * still in x they are filled; where x is dense along m and y along n they are transposed.
 */
export function copy(
  x: usize, y: usize, bytes: usize, n: usize, xStep: usize, yStep: usize, m: usize, xRow: usize, yRow: usize,
  block: usize,
): void {
  start(x, y, 0);
  do {
    let from = at0;
    let to = at1;
    if (yStep == bytes && xStep == bytes) {
      copyRows(from, to, n * bytes, m, xRow, yRow);
    } else if (xStep != 0 && bytes == 4 && yStep == 4 && xRow == 4) {
      transpose(from, to, m, n, xStep, yRow);
    } else {
      for (let i = m; i > 0; i--, from += xRow, to += yRow) {
        if (xStep == 0 && yStep == bytes) {
          fillBytes(to, n * bytes, bytes == 4 ? v128.load32_splat(from) : v128.load8_splat(from));
        } else copyApart(from, to, bytes, n, xStep, yStep);
      }
    }
  } while (next(block));
}

export function fill(y: usize, n: usize, value: f32): void {
  fillBytes(y, n * 4, f32x4.splat(value));
}

export function zero(y: usize, bytes: usize): void {
  memory.fill(y, 0, bytes);
}
