// Resizing along one dim: each element of the result is a weighted sum of some elements of x.
import { fromData, indexSelect, type Tensor } from "@saccade/tensor";

/** The elements of x that each element of the result along one dim is a weighted sum of. */
export interface Taps {
  /** For each tap, the index of its element of x, for each element of the result. */
  readonly indices: readonly Int32Array<ArrayBuffer>[];
  /** And its weight; without weights there is one tap, of weight 1. */
  readonly weights: readonly Float64Array<ArrayBuffer>[] | null;
}

/** How a dim is resized. */
export interface Line {
  readonly mode: string;
  readonly from: number;
  readonly to: number;
  /** The scale of the result, if it is not to / from. */
  readonly factor: number | undefined;
  readonly alignCorners: boolean | null;
  readonly antialias: boolean;
}

/** The taps of a line; undefined where nothing changes. */
export function tapsOf(line: Line): Taps | undefined {
  const { mode, from, to, factor, alignCorners, antialias } = line;
  if (mode === "nearest" || mode === "nearest-exact") {
    if (from === to && mode === "nearest") return undefined;
    // In single precision, as PyTorch computes it.
    const scale = Math.fround(factor === undefined ? Math.fround(from) / to : 1 / factor);
    const shift = mode === "nearest" ? 0 : 0.5;
    const at = (i: number): number => Math.min(Math.floor(Math.fround((i + shift) * scale)), from - 1);
    return { indices: [Int32Array.from({ length: to }, (_, i) => at(i))], weights: null };
  }
  const scale = alignCorners
    ? to > 1
      ? (from - 1) / (to - 1)
      : 0
    : factor === undefined
      ? from / to
      : 1 / factor;
  const kernel = mode === "bicubic" ? cubic : linear;
  const a = mode === "bicubic" ? (antialias ? -0.5 : -0.75) : 0;
  if (antialias)
    return smoothed(from, to, scale, (distance) => kernel(distance, a), mode === "bicubic" ? 2 : 1);
  const first = mode === "bicubic" ? -1 : 0;
  const count = mode === "bicubic" ? 4 : 2;
  const center = (i: number): number => {
    const at = alignCorners ? i * scale : (i + 0.5) * scale - 0.5;
    return mode === "bicubic" ? at : Math.max(at, 0);
  };
  const taps = Array.from({ length: count }, (_, k) => k + first);
  const within = (index: number): number => Math.min(Math.max(index, 0), from - 1);
  return {
    indices: taps.map((k) => Int32Array.from({ length: to }, (_, i) => within(Math.floor(center(i)) + k))),
    weights: taps.map((k) =>
      Float64Array.from({ length: to }, (_, i) => kernel(Math.abs(center(i) - Math.floor(center(i)) - k), a)),
    ),
  };
}

/** The triangle of linear interpolation, by the distance from its center. */
function linear(distance: number): number {
  return Math.max(0, 1 - distance);
}

/** Keys' piecewise cubic, by the distance from its center. */
function cubic(distance: number, a: number): number {
  const d = distance;
  if (d < 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

/** Taps whose kernel is as wide as an element of the result, so that no element of x is left out. */
function smoothed(
  from: number,
  to: number,
  scale: number,
  kernel: (distance: number) => number,
  reach: number,
): Taps {
  const wide = Math.max(scale, 1);
  const support = reach * wide;
  const count = Math.ceil(support) * 2 + 1;
  const indices = Array.from({ length: count }, () => new Int32Array(to));
  const weights = Array.from({ length: count }, () => new Float64Array(to));
  for (let i = 0; i < to; i++) {
    const center = scale * (i + 0.5);
    const start = Math.max(Math.trunc(center - support + 0.5), 0);
    const end = Math.min(Math.trunc(center + support + 0.5), from);
    const own = Array.from({ length: end - start }, (_, k) =>
      kernel(Math.abs((start + k - center + 0.5) / wide)),
    );
    const total = own.reduce((a, b) => a + b, 0);
    for (const index of indices) index[i] = start;
    own.forEach((weight, k) => {
      indices[k]![i] = start + k;
      weights[k]![i] = weight / total;
    });
  }
  return { indices, weights };
}

/** Σ over the taps of weight · element, along a dim. */
export function resample(x: Tensor, dim: number, { indices, weights }: Taps): Tensor {
  const { backend } = x;
  // Whole slices are moved faster than single elements.
  const slices = x.movedim(dim, 0).contiguous();
  const terms = indices.map((index, k) => {
    const elements = indexSelect(slices, 0, fromData(index, [index.length], { backend }));
    if (!weights) return elements;
    const weight = x.dtype === "float64" ? weights[k]! : Float32Array.from(weights[k]!);
    return elements.mul(fromData(weight, [index.length, ...slices.shape.slice(1).map(() => 1)], { backend }));
  });
  return terms.reduce((sum, term) => sum.add(term)).movedim(0, dim);
}
