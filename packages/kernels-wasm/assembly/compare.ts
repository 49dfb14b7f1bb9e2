// y = a ? b as bytes 0 and 1, for 4-byte elements. > and ≥ are < and ≤ with the operands exchanged.
import { load4, loadTailApart } from "./simd";
import { at0, at1, next, start } from "./walk";

@inline function bytes(mask: v128): v128 {
  const words = i16x8.narrow_i32x4_s(mask, mask);
  return v128.and(i8x16.narrow_i16x8_s(words, words), i8x16.splat(1));
}

function row<F>(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize): void {
  const f = changetype<F>(0);
  const end = y + (n & ~3);
  for (; y < end; a += aStep * 4, b += bStep * 4, y += 4) {
    v128.store_lane<u32>(y, bytes(f.at(load4(a, aStep), load4(b, bStep))), 0);
  }
  const rest = n & 3;
  if (rest == 0) return;
  const tail = bytes(f.at(loadTailApart(a, aStep, rest), loadTailApart(b, bStep, rest)));
  v128.store_lane<u8>(y, tail, 0);
  if (rest > 1) v128.store_lane<u8>(y, tail, 1, 1);
  if (rest > 2) v128.store_lane<u8>(y, tail, 2, 2);
}

@inline
function rows<F>(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  start(a, b, 0);
  do {
    row<F>(at0, at1, y, n, aStep, bStep);
    y += n;
  } while (next(block));
}

@final class Eq { @inline at(a: v128, b: v128): v128 { return f32x4.eq(a, b); } }
@final class Ne { @inline at(a: v128, b: v128): v128 { return f32x4.ne(a, b); } }
@final class Lt { @inline at(a: v128, b: v128): v128 { return f32x4.lt(a, b); } }
@final class Le { @inline at(a: v128, b: v128): v128 { return f32x4.le(a, b); } }
@final class EqInt { @inline at(a: v128, b: v128): v128 { return i32x4.eq(a, b); } }
@final class NeInt { @inline at(a: v128, b: v128): v128 { return i32x4.ne(a, b); } }
@final class LtInt { @inline at(a: v128, b: v128): v128 { return i32x4.lt_s(a, b); } }
@final class LeInt { @inline at(a: v128, b: v128): v128 { return i32x4.le_s(a, b); } }

export function eq(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Eq>(a, b, y, n, aStep, bStep, block);
}
export function ne(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Ne>(a, b, y, n, aStep, bStep, block);
}
export function lt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Lt>(a, b, y, n, aStep, bStep, block);
}
export function le(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Le>(a, b, y, n, aStep, bStep, block);
}
export function eqInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<EqInt>(a, b, y, n, aStep, bStep, block);
}
export function neInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<NeInt>(a, b, y, n, aStep, bStep, block);
}
export function ltInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<LtInt>(a, b, y, n, aStep, bStep, block);
}
export function leInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<LeInt>(a, b, y, n, aStep, bStep, block);
}
