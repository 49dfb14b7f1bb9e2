// y = f(a, b) for 4-byte elements. Rows have a step in bytes an operand; y's elements are contiguous.
import { loadApart, loadTail, loadTailApart, storeTail } from "./simd";
import { at0, at1, next, start } from "./walk";

function row<F>(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize): void {
  if (aStep == 4 && bStep == 4) denseRow<F>(a, b, y, n, 4, 4);
  else if (aStep == 4 && bStep == 0) denseRow<F>(a, b, y, n, 4, 0);
  else if (aStep == 0 && bStep == 4) denseRow<F>(a, b, y, n, 0, 4);
  else {
    const f = changetype<F>(0);
    for (const end = y + (n & ~3) * 4; y < end; a += aStep * 4, b += bStep * 4, y += 16) {
      v128.store(y, f.at(loadApart(a, aStep), loadApart(b, bStep)));
    }
    const rest = n & 3;
    if (rest > 0) storeTail(y, f.at(loadTailApart(a, aStep, rest), loadTailApart(b, bStep, rest)), rest);
  }
}

/** Steps are 4, or 0 for a number: known here, so that a loop has no branches. Four vectors a turn, if a is not a number. */
@inline function denseRow<F>(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize): void {
  const f = changetype<F>(0);
  const aa = aStep == 0 ? v128.load32_splat(a) : f32x4.splat(0);
  const bb = bStep == 0 ? v128.load32_splat(b) : f32x4.splat(0);
  if (aStep != 0) {
    for (const wide = y + (n & ~15) * 4; y < wide; a += 16 * aStep, b += 16 * bStep, y += 64) {
      v128.store(y, f.at(v128.load(a), bStep == 0 ? bb : v128.load(b)));
      v128.store(y, f.at(v128.load(a, 16), bStep == 0 ? bb : v128.load(b, 16)), 16);
      v128.store(y, f.at(v128.load(a, 32), bStep == 0 ? bb : v128.load(b, 32)), 32);
      v128.store(y, f.at(v128.load(a, 48), bStep == 0 ? bb : v128.load(b, 48)), 48);
    }
    n &= 15;
  }
  for (const end = y + (n & ~3) * 4; y < end; a += 4 * aStep, b += 4 * bStep, y += 16) {
    v128.store(y, f.at(aStep == 0 ? aa : v128.load(a), bStep == 0 ? bb : v128.load(b)));
  }
  const rest = n & 3;
  if (rest > 0) {
    storeTail(y, f.at(aStep == 0 ? aa : loadTail(a, rest), bStep == 0 ? bb : loadTail(b, rest)), rest);
  }
}

@inline
function rows<F>(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  if (block == 0) {
    row<F>(a, b, y, n, aStep, bStep);
    return;
  }
  start(a, b, 0);
  do {
    row<F>(at0, at1, y, n, aStep, bStep);
    y += n * 4;
  } while (next(block));
}

@final class Add { @inline at(a: v128, b: v128): v128 { return f32x4.add(a, b); } }
@final class Sub { @inline at(a: v128, b: v128): v128 { return f32x4.sub(a, b); } }
@final class Mul { @inline at(a: v128, b: v128): v128 { return f32x4.mul(a, b); } }
@final class Div { @inline at(a: v128, b: v128): v128 { return f32x4.div(a, b); } }
@final class Max { @inline at(a: v128, b: v128): v128 { return f32x4.max(a, b); } }
@final class Min { @inline at(a: v128, b: v128): v128 { return f32x4.min(a, b); } }
@final class AddInt { @inline at(a: v128, b: v128): v128 { return i32x4.add(a, b); } }
@final class MulInt { @inline at(a: v128, b: v128): v128 { return i32x4.mul(a, b); } }
@final class SubInt { @inline at(a: v128, b: v128): v128 { return i32x4.sub(a, b); } }

export function add(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Add>(a, b, y, n, aStep, bStep, block);
}
export function sub(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Sub>(a, b, y, n, aStep, bStep, block);
}
export function mul(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Mul>(a, b, y, n, aStep, bStep, block);
}
export function div(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Div>(a, b, y, n, aStep, bStep, block);
}
export function maximum(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Max>(a, b, y, n, aStep, bStep, block);
}
export function minimum(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<Min>(a, b, y, n, aStep, bStep, block);
}
export function addInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<AddInt>(a, b, y, n, aStep, bStep, block);
}
export function subInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<SubInt>(a, b, y, n, aStep, bStep, block);
}
export function mulInt(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize, block: usize): void {
  rows<MulInt>(a, b, y, n, aStep, bStep, block);
}
