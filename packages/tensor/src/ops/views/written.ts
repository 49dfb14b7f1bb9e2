// Views written to: copies of a tensor in which the elements of a view are replaced.

import { checkInteger, IndexError, type OptionsOf, options, ShapeError, whole } from "@saccade/contract";
import {
  apply1,
  applyView,
  checkInputs,
  checkNumbers,
  checkShape,
  checkTensor,
  contiguousStrides,
  dimOfSome,
  formatShape,
  mapSizes,
  numelOf,
  type Shape,
  sameShape,
  type ViewOp,
} from "../../kit.ts";
import { arange } from "../../ranges.ts";
import type { Tensor } from "../../tensor.ts";
import { checkSameDType, zerosBeside } from "../indexing/gather.ts";
import { indexAddOp, indexCopyOp } from "../indexing/index-select.ts";
import {
  type DiagonalOptions,
  diagonalDims,
  diagonalRules,
  normalizeIndex,
  type SliceOptions,
  sliceRules,
} from "./slice.ts";

/** The number of each element of x in row-major order, in the shape of x. */
function numbersOf(x: Tensor): Tensor {
  return arange(0, x.numel, 1, { dtype: "int32", backend: x.backend }).reshape(x.shape);
}

/** x with `src` in place of the elements that `view` selects; the same view of the indices gives their positions. */
function write(what: string, x: Tensor, src: Tensor, view: (x: Tensor) => Tensor): Tensor {
  checkSameDType(what, x, src);
  const at = view(numbersOf(x));
  if (!sameShape(at.shape, src.shape))
    throw new ShapeError(
      `${what}: src ${formatShape(src.shape)} must have the shape ${formatShape(at.shape)} of what it replaces in ` +
        `${x.describe()}; expand() or reshape() it.`,
    );
  const flat = [x, at, src].map((one) => one.reshape([one.numel])) as [Tensor, Tensor, Tensor];
  return apply1(indexCopyOp, flat, { dim: 0 }).reshape(x.shape);
}

const diagonalScatterOptions = options("diagonalScatter(x, src, { offset: 1 })", diagonalRules(0, 1));

/**
 * A copy of x with `src` on a diagonal: what `x.diagonal(options)` reads is replaced.
 *
 * @throws ShapeError unless src has the shape of the diagonal; DTypeError unless both have the same dtype.
 * @example diagonalScatter(zeros([2, 2]), tensor([1, 2])) // tensor([[1, 0], [0, 2]])
 */
export function diagonalScatter(x: Tensor, src: Tensor, given?: DiagonalOptions): Tensor {
  checkInputs(diagonalScatterOptions.what, { x, src });
  const settings = diagonalScatterOptions(given);
  if (x.ndim < 2) throw new ShapeError(`diagonalScatter: ${x.describe()} needs two dims.`);
  diagonalDims("diagonalScatter", settings, x.ndim);
  return write("diagonalScatter", x, src, (one) => one.diagonal(settings));
}

/**
 * A copy of x with `src` at one index of a dim: what `x.select(dim, index)` reads is replaced.
 *
 * @throws IndexError for an index out of range; ShapeError unless src has the shape of the selection; DTypeError unless
 * both have the same dtype.
 * @example selectScatter(zeros([2, 2]), tensor([1, 2]), 0, 1) // tensor([[0, 0], [1, 2]])
 */
export function selectScatter(x: Tensor, src: Tensor, dim: number, index: number): Tensor {
  checkInputs("selectScatter", { x, src });
  const fix = "write selectScatter(x, src, 0, 1)";
  const d = dimOfSome("selectScatter", dim, x, fix);
  checkInteger("selectScatter", "index", index, undefined, undefined, fix);
  const i = normalizeIndex("selectScatter", index, x.shape[d]!);
  return write("selectScatter", x, src, (one) => one.select(d, i));
}

const sliceScatterOptions = options("sliceScatter(x, src, 0, { start: 1, stop: 3 })", sliceRules, {
  renamed: { end: 'did you mean "stop"?' },
});

/**
 * A copy of x with `src` in place of a slice: what `x.slice(dim, options)` reads is replaced.
 *
 * @throws ShapeError unless src has the shape of the slice; DTypeError unless both have the same dtype.
 * @example sliceScatter(zeros([4]), tensor([1, 2]), 0, { start: 1, stop: 3 }) // tensor([0, 1, 2, 0])
 */
export function sliceScatter(x: Tensor, src: Tensor, dim: number, given?: SliceOptions): Tensor {
  checkInputs(sliceScatterOptions.what, { x, src });
  const d = dimOfSome("sliceScatter", dim, x, `write ${sliceScatterOptions.example}`);
  const settings = sliceScatterOptions(given);
  return write("sliceScatter", x, src, (one) => one.slice(d, settings));
}

/** Windows along a dim, as a last dim. They may overlap: the gradient of an element is the sum over its windows. */
const windowsView: ViewOp<{ readonly dim: number; readonly size: number; readonly step: number }> = {
  name: "unfold",
  view: ({ shape, strides, offset }, { dim, size, step }) => ({
    shape: [...mapSizes(shape, (n, i) => (i === dim ? Math.floor((n - size) / step) + 1 : n)), size],
    strides: [...mapSizes(strides, (n, i) => (i === dim ? n * step : n)), strides[dim]!],
    offset,
  }),
  gradient: (g, x, attrs) => {
    const at = applyView(windowsView, numbersOf(x), attrs);
    const flat = [zerosBeside(g, [x.numel]), at.reshape([at.numel]), g.reshape([g.numel])] as const;
    return apply1(indexAddOp, flat, { dim: 0 }).reshape(x.shape);
  },
};

/**
 * All windows of `size` elements along a dim, `step` apart: a view with (n − size) / step + 1, rounded down, in place of
 * the dim of n elements, and the elements of each window as a new last dim. PyTorch's `x.unfold`.
 *
 * @throws ShapeError for a window larger than the dim; ArgumentError unless the step is a whole number ≥ 1.
 * @example unfold(arange(4), 0, 2, 1) // tensor([[0, 1], [1, 2], [2, 3]])
 */
export function unfold(x: Tensor, dim: number, size: number, step: number): Tensor {
  checkTensor("unfold", "x", x);
  const fix = "write unfold(x, 0, 2, 1)";
  const d = x.ndim === 0 ? 0 : dimOfSome("unfold", dim, x, fix);
  checkInteger("unfold", "size", size, 0, undefined, fix);
  checkInteger("unfold", "step", step, 1, undefined, fix);
  const most = x.shape[d] ?? 1;
  if (size > most)
    throw new ShapeError(
      `unfold: size ${size} is larger than ${most}, the size of ${x.ndim === 0 ? "" : `dim ${d} of `}${x.describe()}.`,
    );
  // A scalar is a vector of one element that has one window; without elements, the window is empty.
  if (x.ndim === 0) return x.reshape([1]).narrow(0, 0, size);
  return applyView(windowsView, x, { dim: d, size, step });
}

interface Strided {
  readonly size: Shape;
  readonly stride: Shape;
  readonly storageOffset: number;
}

/** Elements may be shown more than once: the gradient of each is the sum over its places. */
const stridedView: ViewOp<Strided> = {
  name: "asStrided",
  view: ({ offset }, { size, stride, storageOffset }) => ({
    shape: size,
    strides: stride,
    offset: offset + storageOffset,
  }),
  gradient: (g, x, attrs) => {
    const at = applyView(stridedView, numbersOf(x), attrs);
    const flat = [zerosBeside(g, [x.numel]), at.reshape([at.numel]), g.reshape([g.numel])] as const;
    return apply1(indexAddOp, flat, { dim: 0 }).reshape(x.shape);
  },
};

const rules = {
  /** The number of the first element shown. Default 0. */
  storageOffset: whole(0, { min: 0 }),
} as const;
const stridedOptions = options("asStrided(x, [2, 2], [1, 2])", rules);
const scatterOptions = options("asStridedScatter(x, src, [2, 2], [1, 2])", rules);

/** Options of {@link asStrided}. */
export interface AsStridedOptions extends OptionsOf<typeof stridedOptions> {}

/** Checks that sizes and strides stay among the elements of x. */
function checkStrides(
  what: string,
  x: Tensor,
  { size, stride, storageOffset }: Strided,
  example: string,
): void {
  checkNumbers(what, "size", size, `as in ${example}`);
  for (const n of size) checkInteger(what, "size", n, 0, undefined, `as in ${example}`);
  checkShape(what, size);
  checkNumbers(what, "stride", stride, `as in ${example}`);
  for (const step of stride) checkInteger(what, "stride", step, 0, undefined, `as in ${example}`);
  if (size.length !== stride.length)
    throw new ShapeError(
      `${what}: size ${formatShape(size)} and stride ${formatShape(stride)} must be equally long; each dim has one of both.`,
    );
  const last = size.reduce((at, n, d) => at + (n - 1) * stride[d]!, storageOffset);
  if (numelOf(size) > 0 && last >= x.numel)
    throw new IndexError(
      `${what}: size ${formatShape(size)} and stride ${formatShape(stride)} reach element ${last} of ${x.describe()}, ` +
        `which has ${x.numel}; take a smaller size, stride or storageOffset.`,
    );
}

/**
 * A view of a contiguous tensor by sizes and strides: element (i, j, …) is element storageOffset + i · stride[0] +
 * j · stride[1] + … of x in row-major order. Elements may be shown more than once.
 *
 * @throws ShapeError unless x is contiguous and sizes and strides are equally many; IndexError where they leave x.
 * @example asStrided(arange(4), [2, 2], [1, 2]) // tensor([[0, 2], [1, 3]])
 */
export function asStrided(x: Tensor, size: Shape, stride: Shape, given?: AsStridedOptions): Tensor {
  checkTensor(stridedOptions.what, "x", x);
  const attrs = { size, stride, ...stridedOptions(given) };
  checkStrides("asStrided", x, attrs, stridedOptions.example);
  const steps = contiguousStrides(x.shape);
  if (x.numel > 1 && x.shape.some((n, d) => n > 1 && x.strides[d] !== steps[d]))
    throw new ShapeError(
      `asStrided: ${x.describe()} is a view whose elements are not in row-major order; write x.contiguous().`,
    );
  return applyView(stridedView, x, attrs);
}

/**
 * A copy of x with `src` in place of the elements that {@link asStrided} would select, for any x.
 *
 * @throws ShapeError unless src has the shape `size`; IndexError where the strides leave x; DTypeError unless both have the
 * same dtype.
 * @example asStridedScatter(zeros([4]), ones([2]), [2], [2]) // tensor([1, 0, 1, 0])
 */
export function asStridedScatter(
  x: Tensor,
  src: Tensor,
  size: Shape,
  stride: Shape,
  given?: AsStridedOptions,
): Tensor {
  checkInputs(scatterOptions.what, { x, src });
  const attrs = { size, stride, ...scatterOptions(given) };
  checkStrides("asStridedScatter", x, attrs, scatterOptions.example);
  return write("asStridedScatter", x, src, (one) => applyView(stridedView, one, attrs));
}
