import { applyViews } from "../../apply/apply.ts";
import type { ViewsOp, Window } from "../../apply/op.ts";
import { badArgument, checkInteger } from "../../contract/arguments.ts";
import { checkNumbers, dimOfSome } from "../../contract/check-shape.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { ShapeError } from "../../errors.ts";
import { formatShape, mapSizes } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { cat, stack } from "../indexing/join.ts";

/** Splits a dim into consecutive pieces. Their cotangents are concatenated once. */
export const splitOp: ViewsOp<{ readonly sizes: readonly number[]; readonly dim: number }> = {
  name: "split",
  views(x, { sizes, dim }) {
    let start = 0;
    return sizes.map((length): Window => {
      const from = start;
      start += length;
      const shape = mapSizes(x.shape, (size, i) => (i === dim ? length : size));
      // An empty piece at the end would start past the storage.
      const offset = length === 0 ? x.offset : x.offset + from * x.strides[dim]!;
      return { shape, strides: x.strides, offset };
    });
  },
  gradient: (grads, _x, { dim }) => cat(grads, dim),
};

/** Splits a dim into its indices and removes it. */
export const unbindOp: ViewsOp<{ readonly dim: number }> = {
  name: "unbind",
  views: (x, { dim }) =>
    Array.from({ length: x.shape[dim]! }, (_, i) => ({
      shape: x.shape.filter((_size, d) => d !== dim),
      strides: x.strides.filter((_step, d) => d !== dim),
      offset: x.offset + i * x.strides[dim]!,
    })),
  gradient: (grads, _x, { dim }) => stack(grads, dim),
};

const firstDim = "leave it out for the first";

/**
 * Splits a dim into views of `sizeOrSizes` elements each (the last may be smaller), or of the given sizes.
 *
 * @param dim 0 by default.
 * @throws ShapeError unless the sizes sum to x.size(dim), or the size is ≥ 1.
 * @example arange(5).split(2) // [tensor([0, 1]), tensor([2, 3]), tensor([4])]
 */
export function split(x: Tensor, sizeOrSizes: number | readonly number[], dim?: number): Tensor[] {
  checkTensor("split", "x", x);
  const d = dimOfSome("split", dim === undefined ? 0 : dim, x, firstDim);
  const size = x.shape[d]!;
  if (typeof sizeOrSizes === "number") return splitEvenly("split", x, sizeOrSizes, d);
  const fix = "write x.split(2) or x.split([1, 2])";
  if (!Array.isArray(sizeOrSizes))
    throw badArgument("split", "sizes", "a size or an array of sizes", sizeOrSizes, fix);
  checkNumbers("split", "sizes", sizeOrSizes, fix);
  const fits =
    sizeOrSizes.every((s) => Number.isInteger(s) && s >= 0) &&
    sizeOrSizes.reduce((a, b) => a + b, 0) === size;
  if (!fits)
    throw new ShapeError(
      `split: sizes ${formatShape(sizeOrSizes)} must be whole numbers that sum to ${size}, the size of dim ${d} of ` +
        `${x.describe()}.`,
    );
  return applyViews(splitOp, x, { sizes: [...sizeOrSizes], dim: d });
}

/**
 * Splits a dim into at most `chunks` views of equal size (the last may be smaller). As in PyTorch, 7 elements in 5
 * chunks give sizes 2, 2, 2, 1.
 *
 * @param dim 0 by default.
 * @throws ArgumentError unless `chunks` is a whole number ≥ 1.
 * @example arange(6).chunk(3) // [tensor([0, 1]), tensor([2, 3]), tensor([4, 5])]
 */
export function chunk(x: Tensor, chunks: number, dim?: number): Tensor[] {
  checkTensor("chunk", "x", x);
  const d = dimOfSome("chunk", dim === undefined ? 0 : dim, x, firstDim);
  checkInteger("chunk", "chunks", chunks, 1, undefined, "as in x.chunk(2)");
  const size = x.shape[d]!;
  if (size === 0) return applyViews(splitOp, x, { sizes: new Array<number>(chunks).fill(0), dim: d });
  return splitEvenly("chunk", x, Math.ceil(size / chunks), d);
}

/**
 * Splits a dim (0 by default) into views of each index, without that dim.
 *
 * @throws ShapeError for a scalar.
 * @example tensor([[1, 2], [3, 4]]).unbind(0) // [tensor([1, 2]), tensor([3, 4])]
 */
export function unbind(x: Tensor, dim?: number): Tensor[] {
  checkTensor("unbind", "x", x);
  return applyViews(unbindOp, x, { dim: dimOfSome("unbind", dim === undefined ? 0 : dim, x, firstDim) });
}

function splitEvenly(what: string, x: Tensor, piece: number, dim: number): Tensor[] {
  const size = x.shape[dim]!;
  if (!Number.isInteger(piece) || piece < 0 || (piece === 0 && size > 0))
    throw new ShapeError(`${what}: pieces of ${piece} elements; give a whole number ≥ 1.`);
  const count = size === 0 ? 1 : Math.ceil(size / piece);
  const sizes = Array.from({ length: count }, (_, i) => Math.min(piece, size - i * piece));
  return applyViews(splitOp, x, { sizes, dim });
}
