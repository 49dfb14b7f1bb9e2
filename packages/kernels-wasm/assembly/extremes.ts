// Largest elements of dense float32, and smallest ones as the largest of −x: NaN where there is one.

/** Columns whose extremes stay in the nearest cache while rows pass. */
const STRIP: usize = 1024;
/** Rows that pass at a time. */
const BLOCK: usize = 8;

/** y[r] = the largest of x[r][…]; the smallest where `sign` is the sign's bit, else 0. */
export function extremeRows(x: usize, y: usize, rows: usize, n: usize, sign: u32): void {
  const flip = i32x4.splat(sign);
  for (const last = y + rows * 4; y < last; y += 4) {
    let best = f32x4.splat(f32.NEGATIVE_INFINITY);
    let more = best;
    let nan = i32x4.splat(0);
    const end = x + n * 4;
    if (n >= 4) {
      for (; x + 32 <= end; x += 32) {
        const v = v128.xor(v128.load(x), flip);
        const w = v128.xor(v128.load(x, 16), flip);
        best = f32x4.pmax(best, v);
        more = f32x4.pmax(more, w);
        nan = v128.or(nan, v128.or(f32x4.ne(v, v), f32x4.ne(w, w)));
      }
      // The last four may have been seen before.
      for (; x < end; x += 16) {
        const v = v128.xor(v128.load(min(x, end - 16)), flip);
        best = f32x4.pmax(best, v);
        nan = v128.or(nan, f32x4.ne(v, v));
      }
      best = f32x4.pmax(best, more);
      best = f32x4.pmax(best, v128.shuffle<i64>(best, best, 1, 0));
      best = f32x4.pmax(best, v128.shuffle<i32>(best, best, 1, 0, 3, 2));
      store<f32>(y, v128.any_true(nan) ? f32.NaN : f32x4.extract_lane(v128.xor(best, flip), 0));
    } else one(x, y, n, 4, flip, true);
    x = end;
  }
}

/** y = the largest of some rows of eight columns; with y where they are not the first. */
function eight(x: usize, y: usize, rows: usize, step: usize, flip: v128, first: bool): void {
  let a = f32x4.splat(f32.NEGATIVE_INFINITY);
  let b = a;
  // NaN that was found before stays the best.
  if (!first) {
    a = v128.xor(v128.load(y), flip);
    b = v128.xor(v128.load(y, 16), flip);
  }
  let c = i32x4.splat(0);
  let d = c;
  for (let i = rows; i > 0; i--, x += step) {
    const v = v128.xor(v128.load(x), flip);
    const w = v128.xor(v128.load(x, 16), flip);
    a = f32x4.pmax(a, v);
    b = f32x4.pmax(b, w);
    c = v128.or(c, f32x4.ne(v, v));
    d = v128.or(d, f32x4.ne(w, w));
  }
  v128.store(y, v128.or(v128.xor(a, flip), c));
  v128.store(y, v128.or(v128.xor(b, flip), d), 16);
}

/** y = the largest of some rows of a column; with y where they are not the first. */
function one(x: usize, y: usize, rows: usize, step: usize, flip: v128, first: bool): void {
  let best = first ? f32x4.splat(f32.NEGATIVE_INFINITY) : v128.xor(v128.load32_zero(y), flip);
  let nan = i32x4.splat(0);
  for (let i = rows; i > 0; i--, x += step) {
    const v = v128.xor(v128.load32_zero(x), flip);
    best = f32x4.pmax(best, v);
    nan = v128.or(nan, f32x4.ne(v, v));
  }
  v128.store_lane<u32>(y, v128.or(v128.xor(best, flip), nan), 0);
}

/** y[o][j] = the largest of x[o][…][j], or the smallest, of rows that are `step` bytes apart. */
export function extremeColumns(
  x: usize, y: usize, outer: usize, rows: usize, columns: usize, step: usize, sign: u32,
): void {
  const flip = i32x4.splat(sign);
  for (let o: usize = 0; o < outer; o++) {
    for (let start: usize = 0; start < columns; start += STRIP) {
      const end = min(columns, start + STRIP);
      for (let i: usize = 0; i < rows; i += BLOCK) {
        const count = min(BLOCK, rows - i);
        const p = x + i * step;
        let j = start;
        for (; j + 8 <= end; j += 8) eight(p + j * 4, y + j * 4, count, step, flip, i == 0);
        for (; j < end; j++) one(p + j * 4, y + j * 4, count, step, flip, i == 0);
      }
    }
    x += rows * step;
    y += columns * 4;
  }
}
