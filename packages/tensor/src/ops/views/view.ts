import { ShapeError } from "@saccade/contract";
import {
  apply1,
  applyView,
  broadcastStrides,
  checkAddressable,
  checkArguments,
  checkListCall,
  checkTensor,
  dimOf,
  dimsOf,
  formatShape,
  inferShape,
  mapSizes,
  normalizeDim,
  numelOf,
  type Op,
  reshapeStrides,
  type Shape,
  sameShape,
  type ViewOp,
} from "../../kit.ts";
import { contiguousKernel } from "../../reference/contiguous.ts";
import type { Tensor } from "../../tensor.ts";
import { noAttrs } from "../elementwise/map.ts";

export const permuteOp: ViewOp<{ dims: readonly number[] }> = {
  name: "permute",
  view: (x, { dims }) => ({
    shape: mapSizes(dims, (d) => x.shape[d]!),
    strides: mapSizes(dims, (d) => x.strides[d]!),
    offset: x.offset,
  }),
  gradient: (g, _x, { dims }) =>
    permute(
      g,
      mapSizes(dims, (_, i) => dims.indexOf(i)),
    ),
};

export const expandOp: ViewOp<{ shape: Shape }> = {
  name: "expand",
  view: (x, { shape }) => ({ shape, strides: broadcastStrides(x.shape, x.strides, shape), offset: x.offset }),
  gradient: (g, x) => sumTo(g, x.shape),
};

/** Views the same elements in another shape. The caller computes `strides`. */
export const viewOp: ViewOp<{ shape: Shape; strides: Shape }> = {
  name: "view",
  view: (x, { shape, strides }) => ({ shape, strides, offset: x.offset }),
  gradient: (g, x) => reshape(g, x.shape),
};

/** The same window, without a gradient. */
export const detachOp: ViewOp<object> = {
  name: "detach",
  view: ({ shape, strides, offset }) => ({ shape, strides, offset }),
  gradient: null,
};

/** A row-major copy of x: the op of `contiguous` and `clone`, and of writes to parameters. */
export const contiguousOp: Op<readonly [Tensor], readonly [Tensor], object> = {
  ...contiguousKernel,
  batch: true,
  infer: ([x]) => [x],
  gradient: ([g]) => [() => g],
};

/**
 * A view in which dim i is dim `dims[i]` of x.
 *
 * @throws ShapeError unless each dim is named once.
 * @example zeros([2, 3, 4]).permute([2, 0, 1]).shape // [4, 2, 3]
 */
export function permute(x: Tensor, dims: readonly number[]): Tensor {
  checkListCall("permute", arguments, "dims", "write x.permute([1, 0])");
  const order = mapSizes(dims, (dim) => normalizeDim("permute", dim, x.ndim));
  if (order.length !== x.ndim || new Set(order).size !== x.ndim)
    throw new ShapeError(
      `permute: ${formatShape(dims)} must name each of the ${x.ndim} dims of ${x.describe()} once.`,
    );
  return applyView(permuteOp, x, { dims: order });
}

/**
 * A view with two dims swapped.
 *
 * @example zeros([2, 3, 4]).transpose(1, 2).shape // [2, 4, 3]
 */
export function transpose(x: Tensor, dim0: number, dim1: number): Tensor {
  checkTensor("transpose", "x", x);
  const a = dimOf("transpose", dim0, x.ndim, "write x.transpose(-2, -1)", "dim0");
  const b = dimOf("transpose", dim1, x.ndim, "write x.transpose(-2, -1)", "dim1");
  const dims = mapSizes(x.shape, (_, i) => (i === a ? b : i === b ? a : i));
  return applyView(permuteOp, x, { dims });
}

/**
 * A view of a matrix with rows and columns swapped.
 *
 * @throws ShapeError if the tensor has more than two dims.
 * @example tensor([[1, 2], [3, 4]]).t() // tensor([[1, 3], [2, 4]])
 */
export function t(x: Tensor): Tensor {
  checkTensor("t", "x", x);
  if (x.ndim > 2)
    throw new ShapeError(`t: ${x.describe()} has ${x.ndim} dims; name them: transpose(-2, -1).`);
  return x.ndim < 2 ? x : transpose(x, 0, 1);
}

/**
 * A view with dim `source` moved to `destination`. The other dims keep their order.
 *
 * @example zeros([2, 3, 4]).movedim(0, -1).shape // [3, 4, 2]
 */
export function movedim(x: Tensor, source: number, destination: number): Tensor {
  checkTensor("movedim", "x", x);
  const fix = "write x.movedim(0, -1); permute moves several";
  const from = dimOf("movedim", source, x.ndim, fix, "source");
  const to = dimOf("movedim", destination, x.ndim, fix, "destination");
  const dims = mapSizes(x.shape, (_, i) => i).filter((i) => i !== from);
  dims.splice(to, 0, from);
  return permute(x, dims);
}

/**
 * A view broadcast to `shape`. -1 keeps a size; new dims may be added in front.
 *
 * @example tensor([[1], [2]]).expand([2, 3]) // tensor([[1, 1, 1], [2, 2, 2]])
 */
export function expand(x: Tensor, shape: Shape): Tensor {
  checkListCall("expand", arguments, "shape", "write x.expand([2, 3])");
  return expandTo("expand", x, shape);
}

/** {@link expand}; `what` is the function for messages. */
export function expandTo(what: string, x: Tensor, shape: Shape): Tensor {
  const lead = shape.length - x.ndim;
  const target = mapSizes(shape, (size, i) => (size === -1 && i >= lead ? x.shape[i - lead]! : size));
  const fits =
    lead >= 0 &&
    target.every(
      (size, i) =>
        Number.isInteger(size) &&
        size >= 0 &&
        (i < lead || x.shape[i - lead] === size || x.shape[i - lead] === 1),
    );
  if (!fits)
    throw new ShapeError(
      `${what}: ${formatShape(x.shape)} does not stretch to ${formatShape(shape)}: only sizes of 1 do.`,
    );
  checkAddressable(what, target);
  return applyView(expandOp, x, { shape: target });
}

/**
 * A view broadcast to the shape of another tensor.
 *
 * @example tensor([1, 2]).expandAs(zeros([3, 2])).shape // [3, 2]
 */
export function expandAs(x: Tensor, other: Tensor): Tensor {
  checkTensor("expandAs", "x", x);
  checkTensor("expandAs", "other", other);
  return expandTo("expandAs", x, other.shape);
}

/**
 * The elements in another shape: a view if possible, otherwise a copy. One size may be -1 and is inferred.
 *
 * @throws ShapeError unless the shape has x.numel elements.
 * @example arange(6).reshape([2, -1]) // tensor([[0, 1, 2], [3, 4, 5]])
 */
export function reshape(x: Tensor, shape: Shape): Tensor {
  checkListCall("reshape", arguments, "shape", "write x.reshape([2, 3])");
  const target = inferShape("reshape", shape, x.numel);
  const strides = reshapeStrides(x.shape, x.strides, target);
  if (strides !== null) return applyView(viewOp, x, { shape: target, strides });
  return reshape(apply1(contiguousOp, [x], noAttrs), target);
}

/**
 * Like {@link reshape}, but never copies.
 *
 * @throws ShapeError if a copy would be needed.
 * @example arange(4).view([2, 2]) // tensor([[0, 1], [2, 3]])
 */
export function view(x: Tensor, shape: Shape): Tensor {
  checkListCall("view", arguments, "shape", "write x.view([2, 3])");
  const target = inferShape("view", shape, x.numel);
  const strides = reshapeStrides(x.shape, x.strides, target);
  if (strides === null)
    throw new ShapeError(
      `view: ${x.describe()} does not lie in memory as ${formatShape(target)}; use reshape(), which copies.`,
    );
  return applyView(viewOp, x, { shape: target, strides });
}

/**
 * Joins the dims from startDim (0 by default) to endDim (−1 by default), both included, into one.
 *
 * @throws ShapeError if `startDim` comes after `endDim`.
 * @example zeros([2, 3, 4]).flatten(1).shape // [2, 12]
 */
export function flatten(x: Tensor, startDim?: number, endDim?: number): Tensor {
  checkTensor("flatten", "x", x);
  const fix = "as in x.flatten(0, -1)";
  const start = dimOf("flatten", startDim === undefined ? 0 : startDim, x.ndim, fix, "startDim");
  const end = dimOf("flatten", endDim === undefined ? -1 : endDim, x.ndim, fix, "endDim");
  if (x.ndim === 0) return reshape(x, [1]);
  if (start > end) throw new ShapeError(`flatten: startDim ${startDim} comes after endDim ${endDim}.`);
  return reshape(x, [
    ...x.shape.slice(0, start),
    numelOf(x.shape.slice(start, end + 1)),
    ...x.shape.slice(end + 1),
  ]);
}

/**
 * A view with a dim of size 1 inserted.
 *
 * @example tensor([1, 2]).unsqueeze(0).shape // [1, 2]
 */
export function unsqueeze(x: Tensor, dim: number): Tensor {
  checkTensor("unsqueeze", "x", x);
  const at = dimOf("unsqueeze", dim, x.ndim + 1, "write x.unsqueeze(0)");
  const shape = x.shape.slice();
  const strides = x.strides.slice();
  shape.splice(at, 0, 1);
  strides.splice(at, 0, 1);
  return applyView(viewOp, x, { shape, strides });
}

/**
 * A view without dims of size 1: only the given dims, or all of them if none are given.
 *
 * @example zeros([1, 2, 1]).squeeze().shape // [2]
 */
export function squeeze(x: Tensor, dim?: number | readonly number[]): Tensor {
  checkArguments("squeeze", [x, dim], 2);
  const dims = dimsOf("squeeze", dim, x.ndim, "write x.squeeze(0) or x.squeeze([0, 1])");
  const kept = (_: number, i: number): boolean => x.shape[i] !== 1 || !dims.includes(i);
  return applyView(viewOp, x, { shape: x.shape.filter(kept), strides: x.strides.filter(kept) });
}

/**
 * x in row-major memory: x itself if it already is, otherwise a copy.
 *
 * @example zeros([2, 3]).t().contiguous().strides // [2, 1]
 */
export function contiguous(x: Tensor): Tensor {
  checkTensor("contiguous", "x", x);
  return x.isContiguous ? x : apply1(contiguousOp, [x], noAttrs);
}

/**
 * A copy with its own memory. Gradients flow through it.
 *
 * @example tensor([1, 2]).clone() // tensor([1, 2])
 */
export function clone(x: Tensor): Tensor {
  checkTensor("clone", "x", x);
  return apply1(contiguousOp, [x], noAttrs);
}

/**
 * A view of x through which no gradient flows. PyTorch's `detach`, JAX's `stop_gradient`.
 *
 * @example tensor([1, 2]).detach() // tensor([1, 2])
 */
export function detach(x: Tensor): Tensor {
  checkTensor("detach", "x", x);
  return applyView(detachOp, x, noAttrs);
}

/**
 * Sums g over the dims in which `shape` was broadcast to g's shape.
 *
 * @throws ShapeError unless `shape` broadcasts to g's shape.
 * @example ones([2, 3]).sumTo([3]) // tensor([2, 2, 2])
 */
export function sumTo(g: Tensor, shape: Shape): Tensor {
  checkListCall("sumTo", arguments, "shape", "write x.sumTo([2, 3])");
  if (sameShape(g.shape, shape)) return g;
  const lead = g.ndim - shape.length;
  if (lead < 0 || shape.some((size, i) => size !== 1 && size !== g.shape[lead + i]))
    throw new ShapeError(`sumTo: ${formatShape(shape)} does not broadcast to ${g.describe()}.`);
  const dims: number[] = [];
  for (let i = 0; i < g.ndim; i++) if (i < lead || (shape[i - lead] === 1 && g.shape[i] !== 1)) dims.push(i);
  return reshape(g.sum(dims, { keepdim: true }), shape);
}
