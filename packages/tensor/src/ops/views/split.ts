// Parts of a tensor along a dim: of given sizes, of nearly equal size, or between given indices.

import { badArgument, checkInteger, DTypeError, ShapeError } from "@saccade/contract";
import {
  applyViews,
  checkNumbers,
  checkTensor,
  dimOfSome,
  formatShape,
  mapSizes,
  readElements,
  type ViewsOp,
  type Window,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { cat } from "../indexing/join.ts";

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
  gradient: (grads, _x, { dim }) =>
    cat(
      grads.map((g) => g.unsqueeze(dim)),
      dim,
    ),
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

/** A number of parts, or the indices at which a dim is cut; also as an int32 tensor, which is read on the host. */
export type Sections = number | readonly number[] | Tensor;

/**
 * Splits a dim (0 by default) into `sections` views of nearly equal size, the larger ones first; or at indices: `[2, 5]`
 * gives 0 to 2, 2 to 5, and 5 to the end. Indices count and clip as those of a slice.
 *
 * @throws ArgumentError unless sections is a whole number ≥ 1, an array of whole numbers, or an int32 tensor of them.
 * @example tensorSplit(arange(5), 2) // [tensor([0, 1, 2]), tensor([3, 4])]
 */
export function tensorSplit(x: Tensor, sections: Sections, dim?: number): Tensor[] {
  checkTensor("tensorSplit", "x", x);
  const d = dimOfSome("tensorSplit", dim === undefined ? 0 : dim, x, firstDim);
  return cut("tensorSplit", x, sections, d);
}

/**
 * {@link tensorSplit} along the columns: dim 1, or dim 0 of a vector. A number of sections must divide the size.
 *
 * @throws ShapeError for a scalar, and for a number that does not divide the size.
 * @example hsplit(tensor([[1, 2], [3, 4]]), 2)[1] // tensor([[2], [4]])
 */
export function hsplit(x: Tensor, sections: Sections): Tensor[] {
  return cutEvenly("hsplit", x, sections, 1, 1);
}

/**
 * {@link tensorSplit} along the rows, dim 0. A number of sections must divide the size.
 *
 * @throws ShapeError for fewer than two dims, and for a number that does not divide the size.
 * @example vsplit(tensor([[1, 2], [3, 4]]), 2)[1] // tensor([[3, 4]])
 */
export function vsplit(x: Tensor, sections: Sections): Tensor[] {
  return cutEvenly("vsplit", x, sections, 0, 2);
}

/**
 * {@link tensorSplit} along dim 2. A number of sections must divide the size.
 *
 * @throws ShapeError for fewer than three dims, and for a number that does not divide the size.
 * @example dsplit(ones([1, 2, 4]), [1])[1].shape // [1, 2, 3]
 */
export function dsplit(x: Tensor, sections: Sections): Tensor[] {
  return cutEvenly("dsplit", x, sections, 2, 3);
}

function cutEvenly(what: string, x: Tensor, sections: Sections, along: number, least: number): Tensor[] {
  checkTensor(what, "x", x);
  if (x.ndim < least)
    throw new ShapeError(
      `${what}: ${x.describe()} must have at least ${least} dim${least === 1 ? "" : "s"}; tensorSplit() takes a dim.`,
    );
  const dim = Math.min(along, x.ndim - 1);
  if (typeof sections === "number" && sections >= 1 && x.shape[dim]! % sections !== 0)
    throw new ShapeError(
      `${what}: sections ${sections} must divide ${x.shape[dim]}, the size of dim ${dim} of ${x.describe()}; ` +
        "tensorSplit() gives parts of nearly equal size.",
    );
  return cut(what, x, sections, dim);
}

function cut(what: string, x: Tensor, sections: Sections, dim: number): Tensor[] {
  const size = x.shape[dim]!;
  const fix = `write ${what}(x, 2) or ${what}(x, [1, 2])`;
  const given = sections instanceof Tensor ? numbersOf(what, sections, fix) : sections;
  if (!Array.isArray(given)) {
    if (typeof given !== "number")
      throw badArgument(what, "sections", "a whole number or an array of them", given, fix);
    checkInteger(what, "sections", given, 1, undefined, fix);
    const [small, more] = [Math.floor(size / given), size % given];
    return applyViews(splitOp, x, {
      sizes: Array.from({ length: given }, (_, i) => small + Number(i < more)),
      dim,
    });
  }
  checkNumbers(what, "sections", given, fix);
  const clip = (index: number, i: number): number => {
    checkInteger(what, `sections[${i}]`, index, undefined, undefined, fix);
    return Math.min(Math.max(index < 0 ? index + size : index, 0), size);
  };
  const ends = [...given.map(clip), size];
  return ends.map((end, i) => {
    const start = i === 0 ? 0 : ends[i - 1]!;
    return x.slice(dim, { start, stop: Math.max(start, end) });
  });
}

function numbersOf(what: string, sections: Tensor, fix: string): number | number[] {
  checkTensor(what, "sections", sections);
  if (sections.dtype !== "int32")
    throw new DTypeError(
      `${what}: sections must be int32, got ${sections.describe()}; convert with to("int32").`,
    );
  if (sections.ndim > 1)
    throw new ShapeError(`${what}: sections ${sections.describe()} must be a scalar or a vector; ${fix}.`);
  const numbers = [...readElements(what, sections)];
  return sections.ndim === 0 ? numbers[0]! : numbers;
}
