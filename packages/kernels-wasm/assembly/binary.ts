// y = f(a, b) for 4-byte elements. Rows have a step in bytes an operand; y's elements lie behind one another.
import { loadApart, loadTail, loadTailApart, storeTail } from "./simd";
import { at0, at1, next, start } from "./walk";

function row<F>(a: usize, b: usize, y: usize, n: usize, aStep: usize, bStep: usize): void {
  const f = changetype<F>(0);
  const end = y + (n & ~3) * 4;
  const rest = n & 3;
  const wide = y + (n & ~15) * 4;
  if (aStep == 4 && bStep == 4) {
    while (y < wide) {
      v128.store(y, f.at(v128.load(a), v128.load(b)));
      v128.store(y, f.at(v128.load(a, 16), v128.load(b, 16)), 16);
      v128.store(y, f.at(v128.load(a, 32), v128.load(b, 32)), 32);
      v128.store(y, f.at(v128.load(a, 48), v128.load(b, 48)), 48);
      a += 64;
      b += 64;
      y += 64;
    }
    while (y < end) {
      v128.store(y, f.at(v128.load(a), v128.load(b)));
      a += 16;
      b += 16;
      y += 16;
    }
    if (rest > 0) storeTail(y, f.at(loadTail(a, rest), loadTail(b, rest)), rest);
    return;
  }
  if (aStep == 4 && bStep == 0) {
    const bb = v128.load32_splat(b);
    while (y < wide) {
      v128.store(y, f.at(v128.load(a), bb));
      v128.store(y, f.at(v128.load(a, 16), bb), 16);
      v128.store(y, f.at(v128.load(a, 32), bb), 32);
      v128.store(y, f.at(v128.load(a, 48), bb), 48);
      a += 64;
      y += 64;
    }
    while (y < end) {
      v128.store(y, f.at(v128.load(a), bb));
      a += 16;
      y += 16;
    }
    if (rest > 0) storeTail(y, f.at(loadTail(a, rest), bb), rest);
    return;
  }
  if (aStep == 0 && bStep == 4) {
    const aa = v128.load32_splat(a);
    while (y < end) {
      v128.store(y, f.at(aa, v128.load(b)));
      b += 16;
      y += 16;
    }
    if (rest > 0) storeTail(y, f.at(aa, loadTail(b, rest)), rest);
    return;
  }
  while (y < end) {
    v128.store(y, f.at(loadApart(a, aStep), loadApart(b, bStep)));
    a += aStep * 4;
    b += bStep * 4;
    y += 16;
  }
  if (rest > 0) {
    storeTail(y, f.at(loadTailApart(a, aStep, rest), loadTailApart(b, bStep, rest)), rest);
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
