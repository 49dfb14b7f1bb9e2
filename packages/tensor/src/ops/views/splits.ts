// Splits into parts of nearly equal size, or at given indices.

import { applyViews } from "../../apply/apply.ts";
import { readElements } from "../../apply/capture/host-values.ts";
import { badArgument, checkInteger } from "../../contract/arguments.ts";
import { checkNumbers, dimOfSome } from "../../contract/check-shape.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { Tensor } from "../../tensor.ts";
import { splitOp } from "./split.ts";

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
  const d = dimOfSome("tensorSplit", dim === undefined ? 0 : dim, x, "leave it out for the first");
  return cut("tensorSplit", x, sections, d);
}

/**
 * {@link tensorSplit} along the columns: dim 1, or dim 0 of a vector. A number of sections must divide the size.
 *
 * @throws ShapeError for a scalar, and for a number that does not divide the size.
 * @example hsplit(tensor([[1, 2], [3, 4]]), 2)[1] // tensor([[2], [4]])
 */
export function hsplit(x: Tensor, sections: Sections): Tensor[] {
  checkTensor("hsplit", "x", x);
  return cutEvenly("hsplit", x, sections, x.ndim === 1 ? 0 : 1, 1);
}

/**
 * {@link tensorSplit} along the rows, dim 0. A number of sections must divide the size.
 *
 * @throws ShapeError for fewer than two dims, and for a number that does not divide the size.
 * @example vsplit(tensor([[1, 2], [3, 4]]), 2)[1] // tensor([[3, 4]])
 */
export function vsplit(x: Tensor, sections: Sections): Tensor[] {
  checkTensor("vsplit", "x", x);
  return cutEvenly("vsplit", x, sections, 0, 2);
}

/**
 * {@link tensorSplit} along dim 2. A number of sections must divide the size.
 *
 * @throws ShapeError for fewer than three dims, and for a number that does not divide the size.
 * @example dsplit(ones([1, 2, 4]), [1])[1].shape // [1, 2, 3]
 */
export function dsplit(x: Tensor, sections: Sections): Tensor[] {
  checkTensor("dsplit", "x", x);
  return cutEvenly("dsplit", x, sections, 2, 3);
}

function cutEvenly(what: string, x: Tensor, sections: Sections, dim: number, least: number): Tensor[] {
  if (x.ndim < least)
    throw new ShapeError(
      `${what}: ${x.describe()} must have at least ${least} dim${least === 1 ? "" : "s"}; tensorSplit() takes a dim.`,
    );
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
