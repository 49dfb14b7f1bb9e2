import {
  checkInteger,
  IndexError,
  type OptionsOf,
  options,
  ShapeError,
  whole,
  withFix,
} from "@saccade/contract";
import {
  apply1,
  applyView,
  checkTensor,
  contiguousStrides,
  copyElements,
  dimOf,
  dimOfSome,
  mapSizes,
  type Op,
  type Shape,
  type ViewOp,
  type Window,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { contiguous } from "./view.ts";

interface SubWindowAttrs {
  /** The view's window on a contiguous x. */
  readonly at: (shape: Shape, strides: Shape) => Window;
}

/** A part of x without overlaps. Its gradient is embedded in zeros. */
export const sliceOp: ViewOp<SubWindowAttrs> = {
  name: "slice",
  view(x, { at }) {
    const window = at(x.shape, x.strides);
    return { ...window, offset: x.offset + window.offset };
  },
  gradient: (g, x, { at }) =>
    apply1(embedOp, [g], { shape: x.shape, window: at(x.shape, contiguousStrides(x.shape)) }),
};

/** The rules of the options of `slice`. */
export const sliceRules = {
  /** The first index, 0 by default. Negative: from the end. */
  start: whole(0),
  /** Where to stop, exclusive. Negative: from the end. Default: the size of the dim. */
  stop: whole(),
  /** The distance between indices, at least 1. Default 1. */
  step: withFix(whole(1, { min: 1 }), "use flip() to go backwards"),
} as const;

const sliceOptions = options("x.slice(0, { start: 1, stop: 3 })", sliceRules, {
  renamed: {
    end: 'did you mean "stop"?',
    begin: 'did you mean "start"?',
    length: "narrow(dim, start, length) takes one",
  },
});

/** Start (included), stop (excluded) and step of a slice; they may be negative or beyond the end, as in Python. */
export interface SliceOptions extends OptionsOf<typeof sliceOptions> {}

/**
 * Elements `start` to `stop` of a dim, every `step`-th: a view.
 *
 * @example arange(5).slice(0, { start: 1, stop: 4, step: 2 }) // tensor([1, 3])
 */
export function slice(x: Tensor, dim: number, given?: SliceOptions): Tensor {
  checkTensor(sliceOptions.what, "x", x);
  const d = dimOfSome("slice", dim, x, `write ${sliceOptions.example}`);
  const { start, stop, step } = sliceOptions(given);
  return sliceOf(x, d, start, stop, step);
}

/** {@link slice} for checked arguments. */
function sliceOf(x: Tensor, d: number, start: number, stop: number | undefined, step: number): Tensor {
  const size = x.shape[d]!;
  const clip = (i: number): number => Math.min(Math.max(i < 0 ? i + size : i, 0), size);
  const from = clip(start);
  const length = Math.max(0, Math.ceil((clip(stop ?? size) - from) / step));
  return subWindow(x, (shape, strides) => ({
    shape: mapSizes(shape, (s, i) => (i === d ? length : s)),
    strides: mapSizes(strides, (s, i) => (i === d ? s * step : s)),
    offset: from * strides[d]!,
  }));
}

/**
 * `length` elements of a dim from `start` on: a view.
 *
 * @throws IndexError if the window does not lie inside the dim.
 * @example arange(5).narrow(0, 1, 3) // tensor([1, 2, 3])
 */
export function narrow(x: Tensor, dim: number, start: number, length: number): Tensor {
  checkTensor("narrow", "x", x);
  const fix = "write x.narrow(dim, start, length)";
  const d = dimOfSome("narrow", dim, x, fix);
  checkInteger("narrow", "start", start, undefined, undefined, fix);
  checkInteger("narrow", "length", length, 0, undefined, fix);
  const from = start < 0 ? start + x.shape[d]! : start;
  if (from < 0 || from + length > x.shape[d]!)
    throw new IndexError(`narrow: ${length} elements from ${start} on exceed dim ${dim} of ${x.describe()}.`);
  return sliceOf(x, d, from, from + length, 1);
}

/**
 * Selects one index of a dim, which is removed: a view.
 *
 * @example tensor([[1, 2], [3, 4]]).select(0, 1) // tensor([3, 4])
 */
export function select(x: Tensor, dim: number, index: number): Tensor {
  checkTensor("select", "x", x);
  const fix = "write x.select(dim, index); indexSelect takes a tensor of indices";
  const d = dimOfSome("select", dim, x, fix);
  checkInteger("select", "index", index, undefined, undefined, fix);
  const i = normalizeIndex("select", index, x.shape[d]!);
  return subWindow(x, (shape, strides) => ({
    shape: shape.filter((_, k) => k !== d),
    strides: strides.filter((_, k) => k !== d),
    offset: i * strides[d]!,
  }));
}

/** The options of `diagonal` and `diagEmbed`, with the dims that they take by default. */
export function diagonalRules(dim1: number, dim2: number) {
  return {
    /** 0, the default, is the main diagonal; positive offsets are above it. */
    offset: whole(0),
    /** The dim of the rows. */
    dim1: whole(dim1),
    /** The dim of the columns. */
    dim2: whole(dim2),
  } as const;
}

const diagonalOptions = options("x.diagonal({ offset: 1 })", diagonalRules(0, 1));

/** Options of `diagonal` and `diagEmbed`. */
export interface DiagonalOptions extends OptionsOf<typeof diagonalOptions> {}

/** The two dims of a diagonal of a tensor with `ndim` dims. @throws ShapeError if they are the same. */
export function diagonalDims(
  what: string,
  { dim1, dim2 }: { readonly dim1: number; readonly dim2: number },
  ndim: number,
): readonly [number, number] {
  const fix = `as in x.${what}({ offset: 1 })`;
  const a = dimOf(what, dim1, ndim, fix, "dim1");
  const b = dimOf(what, dim2, ndim, fix, "dim2");
  if (a !== b) return [a, b];
  throw new ShapeError(`${what}: it needs two different dims, got ${dim1} and ${dim2}.`);
}

/**
 * The diagonal of dims dim1 (0) and dim2 (1), as the last dim of a view.
 *
 * @throws ShapeError if the tensor has fewer than two dims or the two dims are the same.
 * @example tensor([[1, 2], [3, 4]]).diagonal() // tensor([1, 4])
 */
export function diagonal(x: Tensor, given?: DiagonalOptions): Tensor {
  checkTensor(diagonalOptions.what, "x", x);
  const { offset, ...dims } = diagonalOptions(given);
  if (x.ndim < 2) throw new ShapeError(`diagonal: ${x.describe()} needs two dims.`);
  const [a, b] = diagonalDims("diagonal", dims, x.ndim);
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
  return applyView(sliceOp, x, { at });
}

/** A strided window on a contiguous `shape`. */
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
    copyElements(x.data, x, out.data, window);
  },
  gradient: ([g], _inputs, _outputs, { window }) => [() => applyView(windowOp, contiguous(g), window)],
};

/** The window itself as a view of a contiguous tensor: the adjoint of {@link embedOp}. */
export const windowOp: ViewOp<Window> = {
  name: "window",
  view: (x, window) => ({ ...window, offset: x.offset + window.offset }),
  gradient: (g, x, window) => apply1(embedOp, [g], { shape: x.shape, window }),
};

/** Checks an index into a dim and makes it ≥ 0. */
export function normalizeIndex(what: string, index: number, size: number): number {
  if (!Number.isInteger(index) || index < -size || index >= size)
    throw new IndexError(`${what}: index ${index} is out of range for a dim of size ${size}.`);
  return index < 0 ? index + size : index;
}
