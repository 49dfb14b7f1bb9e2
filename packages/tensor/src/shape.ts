import { IndexError, ShapeError } from "./errors.ts";

/** Sizes of a tensor's dims, outermost first; `[]` is a scalar. */
export type Shape = readonly number[];

export function numelOf(shape: Shape): number {
  let n = 1;
  for (const size of shape) n *= size;
  return n;
}

/** Row-major strides, in elements. */
export function contiguousStrides(shape: Shape): number[] {
  const strides = new Array<number>(shape.length);
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= shape[i]!;
  }
  return strides;
}

export function isContiguous(shape: Shape, strides: Shape): boolean {
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    const size = shape[i]!;
    if (size === 0) return true;
    if (size !== 1 && strides[i] !== step) return false;
    step *= size;
  }
  return true;
}

export function sameShape(a: Shape, b: Shape): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function formatShape(shape: Shape): string {
  return `[${shape.join(", ")}]`;
}

/** Throws unless every size is a whole number ≥ 0 and the product is addressable. */
export function checkShape(what: string, shape: Shape): void {
  for (const size of shape) {
    if (!Number.isInteger(size) || size < 0) {
      throw new ShapeError(`${what}: shape ${formatShape(shape)} must hold whole numbers ≥ 0.`);
    }
  }
  if (numelOf(shape) > 2 ** 31 - 1) {
    throw new ShapeError(
      `${what}: shape ${formatShape(shape)} has more than 2^31 - 1 elements; use smaller pieces.`,
    );
  }
}

/** A dim in [-ndim, ndim) as one in [0, ndim); a scalar counts as one dim, as in PyTorch. */
export function normalizeDim(what: string, dim: number, ndim: number): number {
  const range = Math.max(ndim, 1);
  if (!Number.isInteger(dim) || dim < -range || dim >= range) {
    throw new IndexError(`${what}: dim ${dim} is out of range; use one of ${-range} to ${range - 1}.`);
  }
  return dim < 0 ? dim + range : dim;
}

/** Dims sorted upwards without repeats; `undefined` means all. */
export function normalizeDims(
  what: string,
  dims: number | readonly number[] | undefined,
  ndim: number,
): number[] {
  if (dims === undefined) return Array.from({ length: ndim }, (_, i) => i);
  const list = typeof dims === "number" ? [dims] : dims;
  const out = list.map((dim) => normalizeDim(what, dim, ndim));
  if (new Set(out).size !== out.length) {
    throw new ShapeError(
      `${what}: a dim appears more than once in ${formatShape(list)}; name each dim once.`,
    );
  }
  return ndim === 0 ? [] : out.sort((a, b) => a - b);
}

/** The shape two shapes broadcast to (aligned at the right, sizes equal or 1). */
export function broadcastShapes(what: string, a: Shape, b: Shape): Shape {
  if (sameShape(a, b)) return a;
  const ndim = Math.max(a.length, b.length);
  const out = new Array<number>(ndim);
  for (let i = 1; i <= ndim; i++) {
    const x = a[a.length - i] ?? 1;
    const y = b[b.length - i] ?? 1;
    if (x !== y && x !== 1 && y !== 1) {
      throw new ShapeError(
        `${what}: ${formatShape(a)} and ${formatShape(b)} do not broadcast: sizes ${x} and ${y} at dim ${-i} differ and ` +
          "neither is 1. Reshape, or insert a dim with unsqueeze().",
      );
    }
    out[ndim - i] = x === 1 ? y : x;
  }
  return out;
}

/** Strides of a view of (shape, strides) broadcast to `target`: 0 where a size of 1 is stretched. */
export function broadcastStrides(shape: Shape, strides: Shape, target: Shape): number[] {
  const lead = target.length - shape.length;
  return target.map((size, i) =>
    i < lead || (shape[i - lead] === 1 && size !== 1) ? 0 : strides[i - lead]!,
  );
}

/** Fills in the one -1 of a requested shape. */
export function inferShape(what: string, requested: Shape, numel: number): number[] {
  const unknown = requested.filter((size) => size === -1).length;
  if (unknown > 1) throw new ShapeError(`${what}: only one size may be -1, got ${formatShape(requested)}.`);
  const known = requested.reduce((n, size) => (size === -1 ? n : n * size), 1);
  const out = requested.map((size) => (size === -1 ? numel / known : size));
  if (unknown === 1 && known === 0) {
    throw new ShapeError(
      `${what}: -1 in ${formatShape(requested)} is ambiguous for 0 elements; write the size.`,
    );
  }
  if (out.some((size) => !Number.isInteger(size) || size < 0) || numelOf(out) !== numel) {
    throw new ShapeError(`${what}: shape ${formatShape(requested)} does not hold ${numel} elements.`);
  }
  return out;
}

/** Strides that show (shape, strides) as `target` without moving data, or null where a copy is needed. */
export function reshapeStrides(shape: Shape, strides: Shape, target: Shape): number[] | null {
  if (isContiguous(shape, strides)) return contiguousStrides(target);
  // Dims of the source that lie one behind the other in memory form a block; each block must be cut up alone.
  const source = shape.map((size, i) => [size, strides[i]!] as const).filter(([size]) => size !== 1);
  const out = new Array<number>(target.length).fill(1);
  let t = target.length - 1;
  for (let i = source.length - 1; i >= 0; ) {
    let size = source[i]![0];
    const step = source[i]![1];
    while (i > 0 && source[i - 1]![1] === size * step) size *= source[--i]![0];
    i--;
    let covered = 1;
    while (t >= 0 && covered < size) {
      out[t] = step * covered;
      covered *= target[t]!;
      t--;
    }
    if (covered !== size) return null;
  }
  return out;
}
