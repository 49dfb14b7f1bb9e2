// Rows and elements that int32 indices name; the host has checked the indices.
import { addFloat, addInt } from "../src/shared/codes";
import { copyRows } from "./copy";
import { at0, at1, at2, next, start } from "./walk";

/** y[o][i] = x[o][index[i]], rows of `bytes` bytes; x has `rows` rows, `xStep` bytes apart. */
export function takeRows(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, bytes: usize, xStep: usize,
): void {
  for (let o: usize = 0; o < outer; o++) {
    for (let i: usize = 0; i < count; i++) {
      copyRows(x + load<usize>(index + i * 4) * xStep, y, bytes, 1, 0, 0);
      y += bytes;
    }
    x += rows * xStep;
  }
}

/** y[o][index[i]] = x[o][i], dense rows of `bytes` bytes, in the order of i; y has `rows` rows. */
export function putRows(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, bytes: usize,
): void {
  for (let o: usize = 0; o < outer; o++) {
    for (let i: usize = 0; i < count; i++) {
      copyRows(x, y + load<usize>(index + i * 4) * bytes, bytes, 1, 0, 0);
      x += bytes;
    }
    y += rows * bytes;
  }
}

/** y[o][index[i]] += x[o][i], dense rows of n elements, in the order of i; `skip` is an index that adds nothing. */
@inline function addRowsOf<T>(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, n: usize, skip: i32,
): void {
  for (let o: usize = 0; o < outer; o++) {
    for (let i: usize = 0; i < count; i++) {
      const row = load<i32>(index + i * 4);
      if (row != skip) {
        let to = y + <usize>row * n * 4;
        let from = x;
        const end = from + (n & ~3) * 4;
        for (; from < end; from += 16, to += 16) {
          v128.store(to, v128.add<T>(v128.load(to), v128.load(from)));
        }
        for (let j: usize = n & 3; j > 0; j--, from += 4, to += 4) store<T>(to, load<T>(to) + load<T>(from));
      }
      x += n * 4;
    }
    y += rows * n * 4;
  }
}

export function addRows(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, n: usize, skip: i32,
): void {
  addRowsOf<f32>(x, index, y, outer, count, rows, n, skip);
}

/** {@link addRows} of int32, which wraps. */
export function addRowsInt(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, n: usize, skip: i32,
): void {
  addRowsOf<i32>(x, index, y, outer, count, rows, n, skip);
}

/** y = x[index] element by element: operands x (standing still along the indexed dim), index, y. */
export function take(
  x: usize, index: usize, y: usize, n: usize, bytes: usize, xStep: usize, iStep: usize, yStep: usize, along: usize,
  block: usize,
): void {
  start(x, index, y);
  do {
    let p = at0;
    let i = at1;
    let q = at2;
    for (let j: usize = n; j > 0; j--) {
      const from = p + load<usize>(i) * along;
      if (bytes == 4) store<u32>(q, load<u32>(from));
      else store<u8>(q, load<u8>(from));
      p += xStep;
      i += iStep;
      q += yStep;
    }
  } while (next(block));
}

/** y[index] = x, or += x, element by element: operands y (standing still along the indexed dim), index, x. */
export function put(
  how: i32, y: usize, index: usize, x: usize, n: usize, bytes: usize, yStep: usize, iStep: usize, xStep: usize,
  along: usize, block: usize,
): void {
  start(y, index, x);
  do {
    let q = at0;
    let i = at1;
    let p = at2;
    for (let j: usize = n; j > 0; j--) {
      const to = q + load<usize>(i) * along;
      if (how == addFloat) store<f32>(to, load<f32>(to) + load<f32>(p));
      else if (how == addInt) store<i32>(to, load<i32>(to) + load<i32>(p));
      else if (bytes == 4) store<u32>(to, load<u32>(p));
      else store<u8>(to, load<u8>(p));
      q += yStep;
      i += iStep;
      p += xStep;
    }
  } while (next(block));
}
