import { refuseExtra, ShapeError } from "@saccade/contract";
import {
  apply1,
  checkInputs,
  dimOf,
  formatShape,
  gatherElements,
  type HostArray,
  inOrder,
  mapSizes,
  numelOf,
  type Op,
  type Shape,
  sameShape,
  type TypedArray,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { refuseBool } from "../elementwise/map.ts";
import { type AlongDim, atLeast1d, checkSameDType, zerosBeside } from "./gather.ts";
import { checkIndices } from "./index-check.ts";

/** Picks slices of x along `dim` by a vector of indices. */
export const indexSelectOp: Op<readonly [Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "indexSelect",
  infer: ([x, index], { dim }) => [
    { shape: mapSizes(x.shape, (size, i) => (i === dim ? index.shape[0]! : size)), dtype: x.dtype },
  ],
  forward([x, index], [out], { dim }) {
    const { data, offset } = inOrder(x);
    forEachSlice(index, x.shape, dim, (slice, at, width) => {
      copy(data, offset + at, out.data, slice, width);
    });
  },
  gradient: ([g], [x, index], _outputs, attrs) => [
    () => apply1(indexAddOp, [zerosBeside(g, x.shape), index, g], attrs),
    null,
  ],
};

/** out = x, then, along `dim`, slice i of the source is added to slice index[i] of out. */
export const indexAddOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "indexAdd",
  infer: ([x]) => [x],
  forward([x, index, source], [out], { dim }) {
    gatherElements(x.data, x, out.data);
    const { data, offset } = inOrder(source);
    forEachSlice(index, x.shape, dim, (slice, at, width) => {
      for (let j = 0; j < width; j++) out.data[at + j] = out.data[at + j]! + data[offset + slice + j]!;
    });
  },
  gradient: ([g], [, index], _outputs, attrs) => [
    () => g,
    null,
    () => apply1(indexSelectOp, [g, index], attrs),
  ],
};

/** out = x, then, along `dim`, slice i of the source replaces slice index[i] of out. The last one wins. */
export const indexCopyOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "indexCopy",
  infer: ([x]) => [x],
  forward([x, index, source], [out], { dim }) {
    gatherElements(x.data, x, out.data);
    const { data, offset } = inOrder(source);
    forEachSlice(index, x.shape, dim, (slice, at, width) => {
      copy(data, offset + slice, out.data, at, width);
    });
  },
  gradient: ([g], [, index, source], _outputs, attrs) => [
    () => apply1(indexCopyOp, [g, index, zerosBeside(g, source.shape)], attrs),
    null,
    () => apply1(indexSelectOp, [g, index], attrs),
  ],
};

/**
 * Calls `visit(slice, at, width)` for each contiguous piece: `width` elements from `slice` on in the tensor
 * of the index's length, and from `at` on in the tensor of `shape`.
 */
function forEachSlice(
  index: HostArray,
  shape: Shape,
  dim: number,
  visit: (slice: number, at: number, width: number) => void,
): void {
  const { data, offset } = inOrder(index);
  const length = index.shape[0]!;
  const size = shape[dim]!;
  const width = numelOf(shape.slice(dim + 1));
  const outer = numelOf(shape.slice(0, dim));
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < length; i++) {
      visit((o * length + i) * width, (o * size + data[offset + i]!) * width, width);
    }
  }
}

function copy(from: TypedArray, fromAt: number, to: TypedArray, toAt: number, count: number): void {
  for (let j = 0; j < count; j++) to[toAt + j] = from[fromAt + j]!;
}

/**
 * Picks slices along `dim` by a vector (or scalar) of indices, in that order. The result has x's shape, but size
 * `index.numel` in `dim`. Of a scalar, one index picks the scalar.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1; index() also accepts negative ones. @throws
 * ShapeError for an index with more dims; DTypeError unless it is int32.
 * @example tensor([[1, 2], [3, 4]]).indexSelect(1, tensor([1, 1], { dtype: "int32" })) // tensor([[2, 2], [4, 4]])
 */
export function indexSelect(x: Tensor, dim: number, index: Tensor): Tensor {
  checkInputs("indexSelect", { x, index });
  const data = atLeast1d(x);
  const [d, at] = checkVector("indexSelect", data, dim, index);
  if (x.ndim === 0 && at.numel !== 1)
    throw new ShapeError(
      `indexSelect: ${x.describe()} is a scalar, which takes one index, got ${at.numel}; write x.expand([${at.numel}]).`,
    );
  const out = apply1(indexSelectOp, [data, at], { dim: d });
  return x.ndim === 0 ? out.reshape([]) : out;
}

/**
 * Adds slice i of `source` to slice `index[i]` of x along `dim`. Repeated indices add up. The adjoint of
 * {@link indexSelect}.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or source do not fit; DTypeError when their dtypes do not.
 * @example zeros([3]).indexAdd(0, tensor([1, 1], { dtype: "int32" }), tensor([5, 6])) // tensor([0, 11, 0])
 */
export function indexAdd(x: Tensor, dim: number, index: Tensor, source: Tensor): Tensor {
  refuseExtra("indexAdd", arguments, 4);
  checkInputs("indexAdd", { x, index, source });
  refuseBool("indexAdd", x.dtype);
  checkSameDType("indexAdd", x, source);
  const [data, from] = [atLeast1d(x), atLeast1d(source)];
  const [d, at] = checkVector("indexAdd", data, dim, index);
  const expected = data.shape.map((size, i) => (i === d ? at.numel : size));
  if (!sameShape(from.shape, expected))
    throw new ShapeError(
      `indexAdd: the source ${formatShape(source.shape)} must have the shape ${formatShape(expected)}, one slice an index.`,
    );
  const out = apply1(indexAddOp, [data, at, from], { dim: d });
  return x.ndim === 0 ? out.reshape([]) : out;
}

/** Checks a dim and a vector (or scalar) of indices into it. */
export function checkVector(what: string, x: Tensor, dim: number, index: Tensor): readonly [number, Tensor] {
  const d = dimOf(what, dim, x.ndim, `write x.${what}(dim, index${what === "indexAdd" ? ", source" : ""})`);
  if (index.ndim > 1)
    throw new ShapeError(
      `${what}: the index ${formatShape(index.shape)} must be a vector; use index() for more dims.`,
    );
  checkIndices(what, index, d, x.shape[d]!);
  return [d, atLeast1d(index)];
}
