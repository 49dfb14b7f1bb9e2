// Sums over the rows of dense float32 matrices: of eight rows as a tree, in float32 over blocks of rows and in float64
// beyond them. How they are added follows from the shape alone.

import { sumColumnsStrip } from "../src/shared/sizes";

/** Rows whose sums are made in float32. */
const BLOCK: usize = 256;
/** Columns whose sums stay in the nearest cache while rows pass. */
const STRIP: usize = sumColumnsStrip;
/** Fewer columns than this are summed several rows side by side. */
const NARROW: usize = 16;

/** y = the sums of a few rows ≥ 1; with y where they are not the first. */
function addFew(x: usize, y: usize, rows: usize, columns: usize, step: usize, first: bool): void {
  const end = y + columns * 4;
  for (; y + 64 <= end; x += 64, y += 64) {
    let p = x;
    let a = v128.load(p);
    let b = v128.load(p, 16);
    let c = v128.load(p, 32);
    let d = v128.load(p, 48);
    for (let i = rows; i > 1; i--) {
      p += step;
      a = f32x4.add(a, v128.load(p));
      b = f32x4.add(b, v128.load(p, 16));
      c = f32x4.add(c, v128.load(p, 32));
      d = f32x4.add(d, v128.load(p, 48));
    }
    if (!first) {
      a = f32x4.add(v128.load(y), a);
      b = f32x4.add(v128.load(y, 16), b);
      c = f32x4.add(v128.load(y, 32), c);
      d = f32x4.add(v128.load(y, 48), d);
    }
    v128.store(y, a);
    v128.store(y, b, 16);
    v128.store(y, c, 32);
    v128.store(y, d, 48);
  }
  for (; y < end; x += 4, y += 4) {
    let p = x;
    let a = load<f32>(p);
    for (let i = rows; i > 1; i--) {
      p += step;
      a += load<f32>(p);
    }
    store<f32>(y, first ? a : load<f32>(y) + a);
  }
}

/** {@link addFew} of eight rows and whole fours of columns. Two pointers: with eight of them V8 runs out of registers. */
function addEight(x: usize, y: usize, columns: usize, step: usize, first: bool): void {
  for (const end = x + columns * 4; x < end; x += 16, y += 16) {
    let p = x;
    let q = x + 4 * step;
    const a = f32x4.add(v128.load(p), v128.load(p + step));
    const b = f32x4.add(v128.load(q), v128.load(q + step));
    p += 2 * step;
    q += 2 * step;
    const c = f32x4.add(v128.load(p), v128.load(p + step));
    const d = f32x4.add(v128.load(q), v128.load(q + step));
    const sum = f32x4.add(f32x4.add(a, c), f32x4.add(b, d));
    v128.store(y, first ? sum : f32x4.add(v128.load(y), sum));
  }
}

/** y = the sums of rows ≥ 1, in float32. */
function sumBlock(x: usize, y: usize, rows: usize, columns: usize, step: usize): void {
  let i: usize = 0;
  if (rows >= 16) {
    const whole = columns & ~3;
    for (; i + 8 <= rows; i += 8, x += 8 * step) {
      addEight(x, y, whole, step, i == 0);
      if (whole < columns) addFew(x + whole * 4, y + whole * 4, 8, columns - whole, step, i == 0);
    }
  }
  if (i < rows) addFew(x, y, rows - i, columns, step, i == 0);
}

/** sums = the sums of any rows, in float64; y has room for the columns in float32. */
function sumBlocks(x: usize, y: usize, sums: usize, rows: usize, columns: usize, step: usize): void {
  memory.fill(sums, 0, columns * 8);
  for (; rows > 0; ) {
    const count = min<usize>(rows, BLOCK);
    sumBlock(x, y, count, columns, step);
    for (let j: usize = 0; j < columns; j++) {
      store<f64>(sums + j * 8, load<f64>(sums + j * 8) + <f64>load<f32>(y + j * 4));
    }
    x += count * step;
    rows -= count;
  }
}

/** Column sums of few columns: as many rows side by side as make some sixty columns. */
function sumNarrow(x: usize, y: usize, sums: usize, rows: usize, columns: usize): void {
  const beside: usize = (64 / columns) & ~3;
  const wide = beside * columns;
  const passes = rows / beside;
  sumBlocks(x, sums + wide * 8, sums, passes, wide, wide * 4);
  x += passes * wide * 4;
  for (let j: usize = 0; j < columns; j++) {
    let sum: f64 = 0;
    for (let k = j; k < wide; k += columns) sum += load<f64>(sums + k * 8);
    for (let i = passes * beside; i < rows; i++) sum += <f64>load<f32>(x + (i - passes * beside) * columns * 4 + j * 4);
    store<f32>(y + j * 4, <f32>sum);
  }
}

/**
 * y[o][j] = Σᵢ x[o][i][j], with rows ≥ 1, which are `step` bytes apart. `scratch` has 8 KB where there are more than
 * 256 rows.
 */
export function sumColumns(
  x: usize, y: usize, outer: usize, rows: usize, columns: usize, step: usize, scratch: usize,
): void {
  for (let o: usize = 0; o < outer; o++) {
    if (columns < NARROW && rows > BLOCK && step == columns * 4) {
      sumNarrow(x, y, scratch, rows, columns);
    } else {
      for (let j: usize = 0; j < columns; j += STRIP) {
        const width = min<usize>(STRIP, columns - j);
        const to = y + j * 4;
        if (rows <= BLOCK) {
          sumBlock(x + j * 4, to, rows, width, step);
        } else {
          sumBlocks(x + j * 4, to, scratch, rows, width, step);
          for (let k: usize = 0; k < width; k++) store<f32>(to + k * 4, <f32>load<f64>(scratch + k * 8));
        }
      }
    }
    x += rows * step;
    y += columns * 4;
  }
}
