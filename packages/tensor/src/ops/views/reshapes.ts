// Other shapes and orders of the same elements.

import { badArgument, listOf, type OptionsOf, options, rule, ShapeError, whole } from "@saccade/contract";
import {
  checkNumbers,
  checkTensor,
  dimOf,
  formatShape,
  inferShape,
  mapSizes,
  type Shape,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import * as slices from "./slice.ts";
import { permute } from "./view.ts";

/**
 * Splits a dim into several of the given sizes: the inverse of flatten. One size may be -1 and is inferred.
 *
 * @throws ShapeError unless the product of the sizes is the size of the dim.
 * @example unflatten(zeros([2, 6]), 1, [2, -1]).shape // [2, 2, 3]
 */
export function unflatten(x: Tensor, dim: number, sizes: Shape): Tensor {
  checkTensor("unflatten", "x", x);
  const fix = "write unflatten(x, 1, [2, 3])";
  if (x.ndim === 0) throw new ShapeError("unflatten: a scalar has no dim to split; reshape() it.");
  const d = dimOf("unflatten", dim, x.ndim, fix);
  checkNumbers("unflatten", "sizes", sizes, fix);
  if (sizes.length === 0)
    throw badArgument("unflatten", "sizes", "an array of at least one size", sizes, fix);
  const size = x.shape[d]!;
  const product = sizes.reduce((a, b) => a * b, 1);
  if (!sizes.includes(-1) && product !== size)
    throw new ShapeError(
      `unflatten: sizes ${formatShape(sizes)} multiply to ${product}, not ${size}, the size of dim ${d} of ` +
        `${x.describe()}.`,
    );
  return x.reshape([
    ...x.shape.slice(0, d),
    ...inferShape("unflatten", sizes, size),
    ...x.shape.slice(d + 1),
  ]);
}

/**
 * The elements as a vector, in row-major order: a view if possible, otherwise a copy.
 *
 * @example ravel(tensor([[1, 2], [3, 4]])) // tensor([1, 2, 3, 4])
 */
export function ravel(x: Tensor): Tensor {
  checkTensor("ravel", "x", x);
  return x.reshape([x.numel]);
}

/**
 * The elements in the shape of another tensor: a view if possible, otherwise a copy.
 *
 * @throws ShapeError unless both have as many elements.
 * @example reshapeAs(arange(4), zeros([2, 2])) // tensor([[0, 1], [2, 3]])
 */
export function reshapeAs(x: Tensor, other: Tensor): Tensor {
  checkCount("reshapeAs", x, other);
  return x.reshape(other.shape);
}

/**
 * Like {@link reshapeAs}, but never copies.
 *
 * @throws ShapeError if a copy would be needed, or unless both have as many elements.
 * @example viewAs(arange(4), zeros([2, 2])) // tensor([[0, 1], [2, 3]])
 */
export function viewAs(x: Tensor, other: Tensor): Tensor {
  checkCount("viewAs", x, other);
  return x.view(other.shape);
}

function checkCount(what: string, x: Tensor, other: Tensor): void {
  checkTensor(what, "x", x);
  checkTensor(what, "other", other);
  if (x.numel === other.numel) return;
  throw new ShapeError(`${what}: ${x.describe()} and ${other.describe()} must have as many elements.`);
}

/**
 * A view with two dims swapped: NumPy's name for `x.transpose(dim0, dim1)`.
 *
 * @example swapaxes(zeros([2, 3, 4]), 1, 2).shape // [2, 4, 3]
 */
export function swapaxes(x: Tensor, axis0: number, axis1: number): Tensor {
  checkTensor("swapaxes", "x", x);
  const fix = "write swapaxes(x, -2, -1)";
  const a = dimOf("swapaxes", axis0, x.ndim, fix, "axis0");
  return x.transpose(a, dimOf("swapaxes", axis1, x.ndim, fix, "axis1"));
}

/**
 * The transposed matrices in the last two dims: a view. PyTorch's `x.mT`.
 *
 * @throws ShapeError for fewer than two dims.
 * @example mT(tensor([[1, 2], [3, 4]])) // tensor([[1, 3], [2, 4]])
 */
export function mT(x: Tensor): Tensor {
  needsDims("mT", x, 2);
  return x.transpose(-2, -1);
}

/**
 * The columns in reverse order: x flipped along dim 1.
 *
 * @throws ShapeError for fewer than two dims.
 * @example fliplr(tensor([[1, 2], [3, 4]])) // tensor([[2, 1], [4, 3]])
 */
export function fliplr(x: Tensor): Tensor {
  needsDims("fliplr", x, 2);
  return x.flip(1);
}

/**
 * The rows in reverse order: x flipped along dim 0.
 *
 * @throws ShapeError for a scalar.
 * @example flipud(tensor([[1, 2], [3, 4]])) // tensor([[3, 4], [1, 2]])
 */
export function flipud(x: Tensor): Tensor {
  needsDims("flipud", x, 1);
  return x.flip(0);
}

const twoDims = rule("an array of two dims", (value): value is readonly [number, number] => {
  return listOf(whole()).holds(value) && value.length === 2;
});

const rot90Options = options("rot90(x, { k: 2, dims: [1, 2] })", {
  /** How many quarter turns; negative ones turn the other way. Default 1. */
  k: whole(1),
  /** The two dims of the plane: it turns from the first to the second. Default [0, 1]. */
  dims: twoDims,
});

/** Options of {@link rot90}. */
export interface Rot90Options extends OptionsOf<typeof rot90Options> {}

/**
 * x turned by k quarter turns in the plane of two dims, from the first to the second: counter-clockwise as a matrix is
 * written.
 *
 * @throws ShapeError for fewer than two dims, or the same dim twice.
 * @example rot90(tensor([[1, 2], [3, 4]])) // tensor([[2, 4], [1, 3]])
 */
export function rot90(x: Tensor, given?: Rot90Options): Tensor {
  checkTensor(rot90Options.what, "x", x);
  const { k, dims = [0, 1] } = rot90Options(given);
  needsDims("rot90", x, 2);
  const [a, b] = [dims[0], dims[1]].map((dim) => dimOf("rot90", dim, x.ndim, "", "dims")) as [number, number];
  if (a === b)
    throw new ShapeError(`rot90: dims ${formatShape(dims)} must be two different dims of ${x.describe()}.`);
  switch (((k % 4) + 4) % 4) {
    case 1:
      return x.flip(b).transpose(a, b);
    case 2:
      return x.flip([a, b]);
    case 3:
      return x.transpose(a, b).flip(b);
    default:
      return x.clone();
  }
}

function needsDims(what: string, x: Tensor, least: number): void {
  checkTensor(what, "x", x);
  if (x.ndim >= least) return;
  throw new ShapeError(`${what}: ${x.describe()} must have ${least} dim${least === 1 ? "" : "s"} or more.`);
}

/**
 * A view with dim `source` moved to `destination`, or each of several. The other dims keep their order.
 *
 * @throws ShapeError for a dim that appears twice, or lists of two lengths.
 * @example zeros([2, 3, 4]).movedim(0, -1).shape // [3, 4, 2]
 */
export function movedim(
  x: Tensor,
  source: number | readonly number[],
  destination: number | readonly number[],
): Tensor {
  checkTensor("movedim", "x", x);
  const of = (dims: unknown, name: string): number[] =>
    [dims].flat().map((dim) => dimOf("movedim", dim, x.ndim, "write x.movedim(0, -1)", name));
  const from = of(source, "source");
  const to = of(destination, "destination");
  if (new Set(from).size !== to.length || new Set(to).size !== from.length)
    throw new ShapeError(
      `movedim: source ${formatShape(from)} and destination ${formatShape(to)} must name as many dims, each once.`,
    );
  const rest = mapSizes(x.shape, (_, i) => i).filter((i) => !from.includes(i));
  return permute(
    x,
    mapSizes(x.shape, (_, i) => (to.includes(i) ? from[to.indexOf(i)]! : rest.shift()!)),
  );
}

/**
 * `length` elements of a dim from `start` on: a view. A start may be a scalar tensor of int32, which is read on the host; as
 * a method, a number only.
 *
 * @throws IndexError if the window does not lie inside the dim.
 * @example narrow(arange(5), 0, tensor(1, { dtype: "int32" }), 3) // tensor([1, 2, 3])
 */
export function narrow(x: Tensor, dim: number, start: number | Tensor, length: number): Tensor {
  checkTensor("narrow", "x", x);
  const first = start instanceof Tensor && start.ndim === 0 && start.dtype === "int32" ? start.item() : start;
  return slices.narrow(x, dim, first as number, length);
}
