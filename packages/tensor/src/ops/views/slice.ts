import { apply1, applyView } from "../../apply/apply.ts";
import type { Op, ViewOp, Window } from "../../apply/op.ts";
import { IndexError, ShapeError } from "../../errors.ts";
import { contiguousStrides, mapSizes, normalizeDim, numelOf, type Shape } from "../../memory/shape.ts";
import { gatherElements } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { contiguous } from "./view.ts";

/** Start (included), stop (excluded) and step of a slice; they may be negative or beyond the end, as in Python. */
export interface SliceOptions {
  readonly start?: number;
  readonly stop?: number;
  readonly step?: number;
}

interface SubWindowAttrs {
  /** The window that the view would be on a contiguous x. */
  readonly at: (shape: Shape, strides: Shape) => Window;
}

/** A part of x, each element once. Its gradient is embedded in zeros. */
export const subWindowOp: ViewOp<SubWindowAttrs> = {
  name: "slice",
  view(x, { at }) {
    const window = at(x.shape, x.strides);
    return { ...window, offset: x.offset + window.offset };
  },
  gradient: (g, x, { at }) =>
    apply1(embedOp, [g], { shape: x.shape, window: at(x.shape, contiguousStrides(x.shape)) }),
};

/** Elements `start` to `stop` of a dim, every `step`-th: a view. */
export function slice(x: Tensor, dim: number, { start = 0, stop, step = 1 }: SliceOptions = {}): Tensor {
  const d = normalizeDim("slice", dim, x.ndim);
  if (!Number.isInteger(step) || step < 1)
    throw new ShapeError(`slice: step ${step} must be a whole number ≥ 1; use flip() to go backwards.`);
  const size = x.shape[d] ?? 1;
  const clip = (i: number): number => Math.min(Math.max(i < 0 ? i + size : i, 0), size);
  const from = clip(start);
  const length = Math.max(0, Math.ceil((clip(stop ?? size) - from) / step));
  return subWindow(x, (shape, strides) => ({
    shape: mapSizes(shape, (s, i) => (i === d ? length : s)),
    strides: mapSizes(strides, (s, i) => (i === d ? s * step : s)),
    offset: from * strides[d]!,
  }));
}

/** `length` elements of a dim from `start` on: a view. */
export function narrow(x: Tensor, dim: number, start: number, length: number): Tensor {
  const d = normalizeDim("narrow", dim, x.ndim);
  const from = start < 0 ? start + x.shape[d]! : start;
  if (from < 0 || length < 0 || from + length > x.shape[d]!) {
    throw new IndexError(`narrow: ${length} elements from ${start} on exceed dim ${dim} of ${x.describe()}.`);
  }
  return slice(x, d, { start: from, stop: from + length });
}

/** One index of a dim, which goes away: a view. */
export function select(x: Tensor, dim: number, index: number): Tensor {
  if (x.ndim === 0) throw new ShapeError("select: a scalar has no dim to select from.");
  const d = normalizeDim("select", dim, x.ndim);
  const i = normalizeIndex("select", index, x.shape[d]!);
  return subWindow(x, (shape, strides) => ({
    shape: shape.filter((_, k) => k !== d),
    strides: strides.filter((_, k) => k !== d),
    offset: i * strides[d]!,
  }));
}

/** The diagonal of dims (dim1, dim2), as the last dim of a view; `offset` > 0 lies above it. */
export function diagonal(
  x: Tensor,
  { offset = 0, dim1 = 0, dim2 = 1 }: { offset?: number; dim1?: number; dim2?: number } = {},
): Tensor {
  const a = normalizeDim("diagonal", dim1, x.ndim);
  const b = normalizeDim("diagonal", dim2, x.ndim);
  if (a === b || x.ndim < 2)
    throw new ShapeError(`diagonal: ${x.describe()} needs two different dims, got ${dim1} and ${dim2}.`);
  const row = Math.max(0, -offset);
  const column = Math.max(0, offset);
  const length = Math.max(0, Math.min(x.shape[a]! - row, x.shape[b]! - column));
  return subWindow(x, (shape, strides) => ({
    shape: [...shape.filter((_, k) => k !== a && k !== b), length],
    strides: [...strides.filter((_, k) => k !== a && k !== b), strides[a]! + strides[b]!],
    offset: length === 0 ? 0 : row * strides[a]! + column * strides[b]!,
  }));
}

function subWindow(x: Tensor, at: SubWindowAttrs["at"]): Tensor {
  return applyView(subWindowOp, x, { at });
}

/** Where a strided window of a contiguous `shape` lies. */
interface EmbedAttrs {
  readonly shape: Shape;
  readonly window: Window;
}

/** The adjoint of a view without overlaps: zeros of `shape` in which `window` holds x. */
export const embedOp: Op<readonly [Tensor], readonly [Tensor], EmbedAttrs> = {
  name: "embed",
  infer: ([x], { shape }) => [{ shape, dtype: x.dtype }],
  forward([x], [out], { window }) {
    out.data.fill(0);
    const values = out.data.slice(0, numelOf(x.shape));
    gatherElements(x.data, x, values);
    scatterElements(values, window, out.data);
  },
  gradient: ([g], _inputs, _outputs, { window }) => [() => applyView(windowOp, contiguous(g), window)],
};

/** The window itself as a view of a contiguous tensor: the adjoint of {@link embedOp}. */
export const windowOp: ViewOp<Window> = {
  name: "window",
  view: (x, window) => ({ ...window, offset: x.offset + window.offset }),
  gradient: (g, x, window) => apply1(embedOp, [g], { shape: x.shape, window }),
};

function scatterElements(values: ArrayLike<number>, window: Window, out: { [i: number]: number }): void {
  let at = 0;
  const walk = (dim: number, to: number): void => {
    if (dim === window.shape.length) {
      out[to] = values[at++]!;
      return;
    }
    for (let i = 0; i < window.shape[dim]!; i++) walk(dim + 1, to + i * window.strides[dim]!);
  };
  walk(0, window.offset);
}

/** Checks an index into a dim and makes it ≥ 0. */
export function normalizeIndex(what: string, index: number, size: number): number {
  if (!Number.isInteger(index) || index < -size || index >= size) {
    throw new IndexError(`${what}: index ${index} is out of range for a dim of size ${size}.`);
  }
  return index < 0 ? index + size : index;
}
