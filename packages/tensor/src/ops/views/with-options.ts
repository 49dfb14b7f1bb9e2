// Functions with more options than the methods of the same name: programs that only use the methods need not bundle them.

import { ShapeError } from "@saccade/contract";
import { checkTensor, dimOf, formatShape, mapSizes } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import * as slices from "./slice.ts";
import { permute } from "./view.ts";

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
