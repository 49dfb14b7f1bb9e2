// Elements gathered and scattered along a dim.

import { DTypeError, refuseExtra, ShapeError } from "@saccade/contract";
import { filled } from "../../create.ts";
import {
  apply1,
  broadcastShapes,
  checkInputs,
  checkOperand,
  dimOf,
  formatShape,
  gatherElements,
  type HostArray,
  inOrder,
  mapSizes,
  type Op,
  type Shape,
  sameShape,
  type Window,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { refuseBool } from "../elementwise/map.ts";
import { checkIndices } from "./index-check.ts";

/** The dim that an index tensor indexes. */
export interface AlongDim {
  readonly dim: number;
}

/** out[i][j] = x[index[i][j]][j] (dim 0): out has the index's shape, which is at most x's in every other dim. */
export const gatherOp: Op<readonly [Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "gather",
  batch: true,
  infer: ([x, index]) => [{ shape: index.shape, dtype: x.dtype }],
  forward([x, index], [out], { dim }) {
    forEachIndexed(index, x, dim, (i, at) => {
      out.data[i] = x.data[at]!;
    });
  },
  gradient: ([g], [x, index], _outputs, attrs) => [
    () => apply1(scatterAddOp, [zerosBeside(g, x.shape), index, g], attrs),
    null,
  ],
};

/** out = x, then out[index[i][j]][j] += src[i][j] (dim 0): the adjoint of {@link gatherOp}. */
export const scatterAddOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "scatterAdd",
  batch: true,
  infer: ([x]) => [x],
  forward([x, index, src], [out], { dim }) {
    gatherElements(x.data, x, out.data);
    const { data, offset } = inOrder(src);
    forEachIndexed(index, out, dim, (i, at) => {
      out.data[at] = out.data[at]! + data[offset + i]!;
    });
  },
  gradient: ([g], [, index], _outputs, attrs) => [() => g, null, () => apply1(gatherOp, [g, index], attrs)],
};

/** Calls `visit(i, at)` for element i of the index, where `at` is the element of `x` that it names. */
export function forEachIndexed(
  index: HostArray,
  x: Window,
  dim: number,
  visit: (i: number, at: number) => void,
): void {
  const { data, offset } = inOrder(index);
  const { shape } = index;
  const step = x.strides[dim]!;
  const last = shape.length - 1;
  const width = shape[last]!;
  const inner = last === dim ? 0 : x.strides[last]!;
  let i = 0;
  const walk = (d: number, at: number): void => {
    if (d === last) {
      for (let j = 0; j < width; j++, i++) visit(i, at + j * inner + data[offset + i]! * step);
      return;
    }
    const stride = d === dim ? 0 : x.strides[d]!;
    for (let j = 0; j < shape[d]!; j++) walk(d + 1, at + j * stride);
  };
  walk(0, x.offset);
}

/** Zeros of `shape` with the dtype and the backend of `x`; one element in memory. */
export function zerosBeside(x: Tensor, shape: Shape): Tensor {
  return filled("zeros", [], 0, { dtype: x.dtype, backend: x.backend }).expand(shape);
}

/** The gradient of picking `indices` along a dim: g scattered to those indices. */
export function putBack(g: Tensor, indices: Tensor, x: Tensor, dim: number): Tensor {
  if (x.ndim === 0) return g;
  return apply1(scatterAddOp, [zerosBeside(g, x.shape), indices, g], { dim });
}

/** A scalar as a vector of one element, as PyTorch indexes it. */
export function atLeast1d(x: Tensor): Tensor {
  return x.ndim === 0 ? x.reshape([1]) : x;
}

/** Refuses a source whose dtype is not x's. */
export function checkSameDType(what: string, x: Tensor, src: Tensor): void {
  if (src.dtype === x.dtype) return;
  throw new DTypeError(
    `${what}: ${src.describe()} cannot be written into ${x.describe()}; convert it with to("${x.dtype}").`,
  );
}

/** Checks the arguments common to gather and the scatters. Returns the dim as ≥ 0. */
export function checkAlongDim(what: string, x: Tensor, dim: number, index: Tensor): number {
  const d = dimOf(what, dim, x.ndim, `write x.${what}(dim, index${what === "gather" ? "" : ", src"})`);
  const fits = index.ndim === x.ndim && index.shape.every((size, i) => i === d || size <= x.shape[i]!);
  if (!fits)
    throw new ShapeError(
      `${what}: the index ${formatShape(index.shape)} must have as many dims as ${x.describe()} and, but for ` +
        `dim ${d}, be no larger; expand() it.`,
    );
  checkIndices(what, index, d, x.shape[d]!);
  return d;
}

/** The part of `src` that an index of a scatter reads. */
export function sourceOf(what: string, x: Tensor, index: Tensor, src: Tensor): Tensor {
  checkSameDType(what, x, src);
  if (sameShape(src.shape, index.shape)) return src;
  if (src.ndim !== index.ndim || index.shape.some((size, i) => size > src.shape[i]!))
    throw new ShapeError(
      `${what}: the source ${formatShape(src.shape)} must have as many dims as the index ` +
        `${formatShape(index.shape)} and be no smaller.`,
    );
  return index.shape.reduce((part, size, i) => part.narrow(i, 0, size), src);
}

/**
 * Picks elements along `dim`: `out[i][j] = x[index[i][j]][j]` for dim 0. The index has as many dims as x and may be
 * smaller in the other dims; out has the shape of the index.
 *
 * @throws ShapeError when the index does not fit; DTypeError when it is not int32.
 * @example tensor([[1, 2], [3, 4]]).gather(1, tensor([[1], [0]], { dtype: "int32" })) // tensor([[2], [3]])
 */
export function gather(x: Tensor, dim: number, index: Tensor): Tensor {
  checkInputs("gather", { x, index });
  return gatherAs("gather", x, dim, index);
}

/** {@link gather}; `what` is the function for messages. */
function gatherAs(what: string, x: Tensor, dim: number, index: Tensor): Tensor {
  const [data, at] = [atLeast1d(x), atLeast1d(index)];
  const d = checkAlongDim(what, data, dim, at);
  const out = apply1(gatherOp, [data, at], { dim: d });
  return index.ndim === 0 ? out.reshape([]) : out;
}

/**
 * Adds each element of `src` to x at its index: `out[index[i][j]][j] += src[i][j]` for dim 0. Repeated indices add up.
 * The adjoint of {@link gather}. src may be larger than the index; the rest of it is ignored.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
 * @example zeros([3]).scatterAdd(0, tensor([2, 2], { dtype: "int32" }), tensor([5, 6])) // tensor([0, 0, 11])
 */
export function scatterAdd(x: Tensor, dim: number, index: Tensor, src: Tensor): Tensor {
  checkInputs("scatterAdd", { x, index, src });
  refuseBool("scatterAdd", x.dtype);
  const [data, at] = [atLeast1d(x), atLeast1d(index)];
  const source = sourceOf("scatterAdd", x, at, atLeast1d(src));
  const d = checkAlongDim("scatterAdd", data, dim, at);
  const out = apply1(scatterAddOp, [data, at, source], { dim: d });
  return x.ndim === 0 ? out.reshape([]) : out;
}

/**
 * Like {@link gather}, but x and the index broadcast in the other dims. Without `dim`, both are flattened. Applies
 * argsort: `x.takeAlongDim(x.argsort(dim), dim)` is x sorted.
 *
 * @throws IndexError for an index out of range; ShapeError when the other dims do not broadcast.
 * @example tensor([[3, 1], [2, 4]]).takeAlongDim(tensor([[1, 0], [0, 1]], { dtype: "int32" }), 1) // tensor([[1, 3], [2, 4]])
 */
export function takeAlongDim(x: Tensor, index: Tensor, dim?: number): Tensor {
  checkInputs("takeAlongDim", { x, index });
  if (dim === undefined) return gatherAs("takeAlongDim", x.flatten(), 0, index.flatten());
  const d = dimOf("takeAlongDim", dim, x.ndim, "write x.takeAlongDim(index, dim)");
  if (x.ndim !== index.ndim)
    throw new ShapeError(
      `takeAlongDim: ${x.describe()} and the index ${formatShape(index.shape)} must have as many dims.`,
    );
  const common = broadcastBut("takeAlongDim", d, x.shape, index.shape);
  const stretch = (t: Tensor): Tensor =>
    t.expand(mapSizes(common, (size, i) => (i === d ? t.shape[i]! : size)));
  return gatherAs("takeAlongDim", stretch(x), d, stretch(index));
}

function broadcastBut(what: string, dim: number, a: Shape, b: Shape): Shape {
  const without = (shape: Shape): Shape => shape.map((size, i) => (i === dim ? 1 : size));
  return broadcastShapes(what, without(a), without(b));
}

/** out = x, then out[index[i][j]][j] = src[i][j] (dim 0). For repeated indices, the last element wins. */
export const scatterOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "scatter",
  batch: true,
  infer: ([x]) => [x],
  forward([x, index, src], [out], { dim }) {
    gatherElements(x.data, x, out.data);
    const { data, offset } = inOrder(src);
    forEachIndexed(index, out, dim, (i, at) => {
      out.data[at] = data[offset + i]!;
    });
  },
  gradient: ([g], [, index], _outputs, attrs) => [
    () => apply1(scatterOp, [g, index, zerosBeside(g, index.shape)], attrs),
    null,
    () => apply1(gatherOp, [g, index], attrs),
  ],
};

/**
 * Writes the elements of `src`, or one number, to x at their indices: `out[index[i][j]][j] = src[i][j]` for dim 0. For
 * repeated indices the last element wins; as in PyTorch, all of them receive the gradient. src may be larger than the
 * index; the rest of it is ignored.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
 * @example zeros([3]).scatter(0, tensor([2, 0], { dtype: "int32" }), tensor([5, 6])) // tensor([6, 0, 5])
 */
export function scatter(x: Tensor, dim: number, index: Tensor, src: Tensor | number): Tensor {
  refuseExtra("scatter", arguments, 4);
  checkInputs("scatter", { x, index });
  checkOperand("scatter", "src", src);
  const [data, at] = [atLeast1d(x), atLeast1d(index)];
  const source =
    src instanceof Tensor
      ? sourceOf("scatter", x, at, atLeast1d(src))
      : filled("scatter", [], src, { dtype: x.dtype, backend: x.backend }).expand(at.shape);
  const d = checkAlongDim("scatter", data, dim, at);
  const out = apply1(scatterOp, [data, at, source], { dim: d });
  return x.ndim === 0 ? out.reshape([]) : out;
}
