import { IndexError, ShapeError } from "@saccade/contract";

/** Sizes of a tensor's dims, outermost first; `[]` is a scalar. */
export type Shape = readonly number[];

/**
 * How many elements a tensor of `shape` has.
 *
 * @example numelOf([2, 3, 4]) // 24
 */
export function numelOf(shape: Shape): number {
  let n = 1;
  for (let i = 0; i < shape.length; i++) n *= shape[i]!;
  return n;
}

/**
 * `list.map(f)` for shapes and strides. V8 treats the results of `map` and `new Array(n)` as arrays that may have
 * holes, and deoptimizes code compiled for arrays without holes.
 */
export function mapSizes(list: Shape, f: (size: number, dim: number) => number): number[] {
  const out = list.slice();
  for (let i = 0; i < out.length; i++) out[i] = f(out[i]!, i);
  return out;
}

/** A copy of a shape that V8 stores as small integers without holes. See {@link mapSizes}. */
export function copyShape(shape: Shape): number[] {
  const out: number[] = [];
  for (const size of shape) out.push(size);
  return out;
}

/**
 * Row-major strides, in elements.
 *
 * @example contiguousStrides([2, 3, 4]) // [12, 4, 1]
 */
export function contiguousStrides(shape: Shape): number[] {
  const strides = shape.slice();
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= shape[i]!;
  }
  return strides;
}

/**
 * Whether the strides are row-major without gaps. Strides of dims of size 1 do not matter.
 *
 * @example isContiguous([2, 3], [1, 2]) // false
 */
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

/**
 * Whether two shapes are equal.
 *
 * @example sameShape([2, 3], [2, 3]) // true
 */
export function sameShape(a: Shape, b: Shape): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * A number that changes when an element of either list is written, added or removed; NaN if a size is not a whole number.
 * Freezing the lists would make every op about 1.5 times slower, since V8 reads frozen arrays slowly. Rotations and xor:
 * `Math.imul` would be a call in V8's interpreter, which runs the first steps of a program.
 */
export function sealOf(shape: Shape, strides: Shape): number {
  let seal = shape.length * 64 + strides.length;
  for (let i = 0; i < shape.length; i++) {
    const size = shape[i]!;
    if ((size | 0) !== size) return Number.NaN;
    seal = (seal << 5) ^ (seal >>> 27) ^ size;
  }
  for (let i = 0; i < strides.length; i++) seal = (seal << 5) ^ (seal >>> 27) ^ strides[i]!;
  return seal;
}

/**
 * A shape for messages: `[2, 3]`. Beyond 64 dims the rest is counted.
 *
 * @example formatShape([2, 3]) // "[2, 3]"
 */
export function formatShape(shape: Shape): string {
  const { length } = shape;
  return length > 64 ? `[${shape.slice(0, 8).join(", ")}, … ${length} in all]` : `[${shape.join(", ")}]`;
}

/** The most elements of a tensor: kernels count them in 32 bits. */
export const mostElements: number = 2 ** 31 - 1;

/** Throws unless every size is a whole number ≥ 0 and the product is addressable. */
export function checkShape(what: string, shape: Shape): void {
  for (const size of shape) {
    if (!Number.isInteger(size) || size < 0)
      throw new ShapeError(`${what}: shape ${formatShape(shape)} must hold whole numbers ≥ 0.`);
  }
  checkAddressable(what, shape);
}

/**
 * Throws where the elements, or one size of an empty shape, are more than kernels can count.
 *
 * @example checkAddressable("zeros", [2 ** 40, 2 ** 40]); // throws ShapeError
 */
export function checkAddressable(what: string, shape: Shape): void {
  let n = 1;
  let largest = 0;
  for (let i = 0; i < shape.length; i++) {
    n *= shape[i]!;
    if (shape[i]! > largest) largest = shape[i]!;
  }
  if (n <= mostElements && largest <= mostElements) return;
  const rule = n > mostElements ? "has more than 2^31 - 1 elements" : "has a size above 2^31 - 1";
  throw new ShapeError(`${what}: shape ${formatShape(shape)} ${rule}; use smaller pieces.`);
}

/**
 * Converts a dim in [-ndim, ndim) to [0, ndim). A scalar counts as one dim, as in PyTorch.
 *
 * @throws IndexError for a dim beyond `ndim`.
 * @example normalizeDim("sum", -1, 3) // 2
 */
export function normalizeDim(what: string, dim: number, ndim: number): number {
  const range = Math.max(ndim, 1);
  if (!Number.isInteger(dim) || dim < -range || dim >= range)
    throw new IndexError(`${what}: dim ${dim} is out of range; use one of ${-range} to ${range - 1}.`);
  return dim < 0 ? dim + range : dim;
}

/**
 * The shape two shapes broadcast to (aligned at the right, sizes equal or 1).
 *
 * @throws ShapeError for shapes that do not broadcast.
 * @example broadcastShapes("add", [2, 1], [3]) // [2, 3]
 */
export function broadcastShapes(what: string, a: Shape, b: Shape): Shape {
  const out = a.length >= b.length ? a.slice() : b.slice();
  const ndim = out.length;
  for (let i = 1; i <= ndim; i++) {
    const x = a[a.length - i] ?? 1;
    const y = b[b.length - i] ?? 1;
    if (x !== y && x !== 1 && y !== 1)
      throw new ShapeError(
        `${what}: ${formatShape(a)} and ${formatShape(b)} do not broadcast: sizes ${x} and ${y} at dim ${-i} differ and ` +
          "neither is 1; reshape() or unsqueeze() one.",
      );
    out[ndim - i] = x === 1 ? y : x;
  }
  return out;
}

/** Strides of a view of (shape, strides) broadcast to `target`: 0 where a size of 1 is stretched. */
export function broadcastStrides(shape: Shape, strides: Shape, target: Shape): number[] {
  const lead = target.length - shape.length;
  return mapSizes(target, (size, i) =>
    i < lead || (shape[i - lead] === 1 && size !== 1) ? 0 : strides[i - lead]!,
  );
}

/** The indices of element `at` of a tensor in row-major order. */
export function positionOf(at: number, shape: Shape): number[] {
  return contiguousStrides(shape).map((step, dim) => Math.floor(at / step) % shape[dim]!);
}

/** Fills in the one -1 of a requested shape. */
export function inferShape(what: string, requested: Shape, numel: number): number[] {
  const out = requested.slice();
  const at = out.indexOf(-1);
  if (at >= 0) {
    if (out.lastIndexOf(-1) !== at)
      throw new ShapeError(`${what}: only one size may be -1, got ${formatShape(requested)}.`);
    const known = -numelOf(out);
    if (known === 0)
      throw new ShapeError(
        `${what}: -1 in ${formatShape(requested)} is ambiguous for 0 elements; write the size.`,
      );
    out[at] = numel / known;
  }
  if (numelOf(out) === numel && out.every((size) => Number.isInteger(size) && size >= 0)) {
    if (numel === 0) checkAddressable(what, out);
    return out;
  }
  throw new ShapeError(`${what}: shape ${formatShape(requested)} does not hold ${numel} elements.`);
}

/** Strides that view (shape, strides) as `target` without moving data, or null if a copy is needed. */
export function reshapeStrides(shape: Shape, strides: Shape, target: Shape): number[] | null {
  if (isContiguous(shape, strides)) return contiguousStrides(target);
  // Source dims that are contiguous with each other form a block; each block is split on its own.
  const sizes = shape.filter((size) => size !== 1);
  const steps = strides.filter((_, i) => shape[i] !== 1);
  const out = mapSizes(target, () => 1);
  let t = target.length - 1;
  for (let i = sizes.length - 1; i >= 0; ) {
    let size = sizes[i]!;
    const step = steps[i]!;
    while (i > 0 && steps[i - 1] === size * step) size *= sizes[--i]!;
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
