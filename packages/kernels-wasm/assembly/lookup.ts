// Rows and elements that int32 indices name; the host has checked the indices.
import { at0, at1, at2, next, start } from "./walk";

// @ts-ignore: decorator
@inline
function copyRow(x: usize, y: usize, n: usize): void {
  const end = x + (n & ~3) * 4;
  for (; x < end; x += 16, y += 16) v128.store(y, v128.load(x));
  for (let i: usize = n & 3; i > 0; i--, x += 4, y += 4) store<u32>(y, load<u32>(x));
}

/** y[o][i] = x[o][index[i]], rows of n elements; x has `rows` rows, `xStep` bytes apart. */
export function takeRows(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, n: usize, xStep: usize,
): void {
  for (let o: usize = 0; o < outer; o++) {
    for (let i: usize = 0; i < count; i++) {
      copyRow(x + load<usize>(index + i * 4) * xStep, y, n);
      y += n * 4;
    }
    x += rows * xStep;
  }
}

/** y[o][index[i]] += x[o][i], dense rows of n floats, in the order of i; `skip` is an index that adds nothing. */
export function addRows(
  x: usize, index: usize, y: usize, outer: usize, count: usize, rows: usize, n: usize, skip: i32,
): void {
  for (let o: usize = 0; o < outer; o++) {
    for (let i: usize = 0; i < count; i++) {
      const row = load<i32>(index + i * 4);
      if (row != skip) {
        let to = y + <usize>row * n * 4;
        let from = x;
        const end = from + (n & ~3) * 4;
        for (; from < end; from += 16, to += 16) v128.store(to, f32x4.add(v128.load(to), v128.load(from)));
        for (let j: usize = n & 3; j > 0; j--, from += 4, to += 4) store<f32>(to, load<f32>(to) + load<f32>(from));
      }
      x += n * 4;
    }
    y += rows * n * 4;
  }
}

/** y = x[index] element by element: operands x (standing still along the indexed dim), index, y. */
export function take(
  x: usize, index: usize, y: usize, n: usize, xStep: usize, iStep: usize, yStep: usize, along: usize, outer: usize,
): void {
  start(x, index, y);
  do {
    let p = at0;
    let i = at1;
    let q = at2;
    for (let j: usize = n; j > 0; j--) {
      store<u32>(q, load<u32>(p + load<usize>(i) * along));
      p += xStep;
      i += iStep;
      q += yStep;
    }
  } while (next(outer));
}

/** y[index] += x element by element: operands y (standing still along the indexed dim), index, x. */
export function putAdd(
  y: usize, index: usize, x: usize, n: usize, yStep: usize, iStep: usize, xStep: usize, along: usize, outer: usize,
): void {
  start(y, index, x);
  do {
    let q = at0;
    let i = at1;
    let p = at2;
    for (let j: usize = n; j > 0; j--) {
      const to = q + load<usize>(i) * along;
      store<f32>(to, load<f32>(to) + load<f32>(p));
      q += yStep;
      i += iStep;
      p += xStep;
    }
  } while (next(outer));
}
