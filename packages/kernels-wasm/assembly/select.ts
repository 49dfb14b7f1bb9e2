// y = c ? a : b for 4-byte a and b and a condition of bytes.
import { byteMasks, load4, pick } from "./simd";
import { at0, at1, at2, next, start } from "./walk";

/** Four bytes as masks of 32 bits. */
@inline function mask4(p: usize, step: usize): v128 {
  let v: v128;
  if (step == 1) v = v128.load32_zero(p);
  else if (step == 0) v = v128.load8_splat(p);
  else {
    v = v128.load8_splat(p);
    v = v128.load_lane<u8>(p + step, v, 1);
    v = v128.load_lane<u8>(p + 2 * step, v, 2);
    v = v128.load_lane<u8>(p + 3 * step, v, 3);
  }
  return byteMasks(v);
}

function row(c: usize, a: usize, b: usize, y: usize, n: usize, cStep: usize, aStep: usize, bStep: usize): void {
  const end = y + (n & ~3) * 4;
  if (cStep == 1 && aStep == 4 && bStep == 4) {
    for (; y < end; c += 4, a += 16, b += 16, y += 16) {
      v128.store(y, pick(mask4(c, 1), v128.load(a), v128.load(b)));
    }
  } else if (cStep == 1 && aStep == 0 && bStep == 4) {
    const aa = v128.load32_splat(a);
    for (; y < end; c += 4, b += 16, y += 16) v128.store(y, pick(mask4(c, 1), aa, v128.load(b)));
  } else if (cStep == 1 && aStep == 4 && bStep == 0) {
    const bb = v128.load32_splat(b);
    for (; y < end; c += 4, a += 16, y += 16) v128.store(y, pick(mask4(c, 1), v128.load(a), bb));
  }
  for (; y < end; c += cStep * 4, a += aStep * 4, b += bStep * 4, y += 16) {
    v128.store(y, pick(mask4(c, cStep), load4(a, aStep), load4(b, bStep)));
  }
  for (let i: usize = n & 3; i > 0; i--) {
    store<u32>(y, load<u8>(c) ? load<u32>(a) : load<u32>(b));
    c += cStep;
    a += aStep;
    b += bStep;
    y += 4;
  }
}

export function select(
  c: usize, a: usize, b: usize, y: usize, n: usize, cStep: usize, aStep: usize, bStep: usize, block: usize,
): void {
  start(c, a, b);
  do {
    row(at0, at1, at2, y, n, cStep, aStep, bStep);
    y += n * 4;
  } while (next(block));
}
