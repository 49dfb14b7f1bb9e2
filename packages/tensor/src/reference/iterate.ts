import type { HostArray, Window } from "../kernel.ts";
import type { TypedArray } from "../memory/dtype.ts";
import { isContiguous, numelOf } from "../memory/shape.ts";

/** Calls `visit` with the start of every innermost row of a strided window, in row-major order. */
function forEachRow(x: Window, visit: (start: number) => void): void {
  const outer = x.shape.length - 1;
  const walk = (dim: number, at: number): void => {
    if (dim >= outer) {
      visit(at);
      return;
    }
    const step = x.strides[dim]!;
    for (let i = 0; i < x.shape[dim]!; i++) walk(dim + 1, at + i * step);
  };
  walk(0, x.offset);
}

/** Copies a strided window of `block` into `out`, row-major. */
export function gatherElements(block: TypedArray, x: Window, out: TypedArray): void {
  const n = numelOf(x.shape);
  if (isContiguous(x.shape, x.strides)) {
    out.set(block.subarray(x.offset, x.offset + n));
    return;
  }
  if (n === 0) return;
  const width = x.shape.at(-1) ?? 1;
  const step = x.strides.at(-1) ?? 1;
  let at = 0;
  const copy = block instanceof Float32Array && out instanceof Float32Array ? copyFloat32 : copyRow;
  forEachRow(x, (start) => {
    copy(block, start, step, out, at, width);
    at += width;
  });
}

type CopyRow = (
  from: TypedArray,
  start: number,
  step: number,
  to: TypedArray,
  at: number,
  width: number,
) => void;

const copyRow: CopyRow = (from, start, step, to, at, width) => {
  for (let j = 0; j < width; j++) to[at + j] = from[start + j * step]!;
};

// The same loop for float32 only: several times as fast as a loop that V8 compiles for several array types.
const copyFloat32: CopyRow = (from, start, step, to, at, width) => {
  for (let j = 0; j < width; j++) to[at + j] = from[start + j * step]!;
};

/** The elements of a kernel's input in row-major order, not copied if they already are. */
export function inOrder(x: HostArray): { readonly data: TypedArray; readonly offset: number } {
  if (isContiguous(x.shape, x.strides)) return { data: x.data, offset: x.offset };
  const n = numelOf(x.shape);
  const out = x.data.slice(0, 0);
  const data = n === 0 ? out : new (x.data.constructor as new (n: number) => TypedArray)(n);
  gatherElements(x.data, x, data);
  return { data, offset: 0 };
}

/** Receives each operand's row start and step, the start of the output row, and the row's length n. */
type RowPair = (aAt: number, aStep: number, bAt: number, bStep: number, at: number, n: number) => void;

/**
 * Calls `visit` with each row of two windows of the same shape, in row-major order. If both are contiguous, everything
 * is one row.
 */
export function forEachRowPair(a: Window, b: Window, visit: RowPair): void {
  const { shape } = a;
  const n = numelOf(shape);
  if (n === 0) return;
  if (isContiguous(shape, a.strides) && isContiguous(shape, b.strides)) {
    visit(a.offset, 1, b.offset, 1, 0, n);
    return;
  }
  const last = shape.length - 1;
  const width = shape[last]!;
  const [aStep, bStep] = [a.strides[last]!, b.strides[last]!];
  let at = 0;
  const walk = (dim: number, aAt: number, bAt: number): void => {
    if (dim === last) {
      visit(aAt, aStep, bAt, bStep, at, width);
      at += width;
      return;
    }
    for (let i = 0; i < shape[dim]!; i++) walk(dim + 1, aAt + i * a.strides[dim]!, bAt + i * b.strides[dim]!);
  };
  walk(0, a.offset, b.offset);
}

/** Copies the elements of a window of one block to those of an equally large window of another. */
export function copyElements(from: TypedArray, x: Window, to: TypedArray, place: Window): void {
  forEachRowPair(x, place, (fromAt, fromStep, toAt, toStep, _at, n) => {
    for (let j = 0; j < n; j++) to[toAt + j * toStep] = from[fromAt + j * fromStep]!;
  });
}

/** out[i] = f(x[i]), x strided. */
export function mapElements(f: (x: number) => number, x: HostArray, out: HostArray): void {
  const { data, offset } = inOrder(x);
  const to = out.data;
  if (data instanceof Float32Array && to instanceof Float32Array) {
    mapFloat32(f, data, offset, to);
    return;
  }
  for (let i = 0; i < to.length; i++) to[i] = f(data[offset + i]!);
}

// The same loop for float32 only. A loop that has seen only one array type is several times as fast.
function mapFloat32(f: (x: number) => number, x: Float32Array, offset: number, to: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = f(x[offset + i]!);
}
