// Functions with more options than the methods of the same name: programs that only use the methods need not bundle them.

import { number, type OptionsOf, oneOf, options, rule, ShapeError } from "@saccade/contract";
import { checkInputs, checkNumbers, checkTensor, dimOf, formatShape } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import * as gathers from "./gather.ts";
import { checkIndices } from "./index-check.ts";
import * as selects from "./index-select.ts";
import { cat } from "./join.ts";
import * as pads from "./pad.ts";

const indexAddOptions = options("indexAdd(x, 0, index, source, { alpha: 2 })", {
  /** The factor of the source. Default 1. */
  alpha: number(1),
});

/** Options of {@link indexAdd}. */
export interface IndexAddOptions extends OptionsOf<typeof indexAddOptions> {}

/**
 * Adds slice i of `source`, times `alpha`, to slice `index[i]` of x along `dim`. Repeated indices add up. The adjoint of
 * `indexSelect`. As a method, without alpha.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1; ShapeError when index or source do not fit; DTypeError
 * when their dtypes do not.
 * @example indexAdd(zeros([3]), 0, tensor([1, 1], { dtype: "int32" }), tensor([5, 6])) // tensor([0, 11, 0])
 */
export function indexAdd(
  x: Tensor,
  dim: number,
  index: Tensor,
  source: Tensor,
  given?: IndexAddOptions,
): Tensor {
  checkInputs(indexAddOptions.what, { x, index, source });
  const { alpha } = indexAddOptions(given);
  return selects.indexAdd(x, dim, index, alpha === 1 ? source : source.mul(alpha));
}

/**
 * Element (i, j, …) of the result is x's at (index[i, j, …], j, …) along dim 0, and so for any dim: the shape of the index.
 * As in PyTorch, an index without elements fits any x; as a method, it must have x's rank.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1; ShapeError when the index does not fit x.
 * @example gather(tensor([[1, 2], [3, 4]]), 1, tensor([[1], [0]], { dtype: "int32" })) // tensor([[2], [3]])
 */
export function gather(x: Tensor, dim: number, index: Tensor): Tensor {
  checkInputs("gather", { x, index });
  if (index.numel > 0) return gathers.gather(x, dim, index);
  dimOf("gather", dim, x.ndim, "write gather(x, dim, index)");
  return gathers.zerosBeside(x, index.shape);
}

/**
 * The elements of x at the indices along a dim, or of the flattened x without one. Shapes broadcast, except for that dim.
 * The inverse of argsort: `takeAlongDim(x, argsort(x, dim), dim)` is x sorted. Negative indices count from the end; as a
 * method, they throw.
 *
 * @throws IndexError for an index out of range; ShapeError unless the shapes broadcast.
 * @example takeAlongDim(tensor([[3, 1], [2, 4]]), tensor([[-1, 0], [0, -1]], { dtype: "int32" }), 1) // tensor([[1, 3], [2, 4]])
 */
export function takeAlongDim(x: Tensor, index: Tensor, dim?: number): Tensor {
  checkInputs("takeAlongDim", { x, index });
  const d =
    dim === undefined ? undefined : dimOf("takeAlongDim", dim, x.ndim, "write takeAlongDim(x, index, dim)");
  const size = d === undefined ? x.numel : (x.shape[d] ?? 1);
  checkIndices("takeAlongDim", index, d ?? 0, size, -size);
  return gathers.takeAlongDim(x, index.remainder(Math.max(size, 1)), d);
}

const padOptions = options('pad(x, [1, 1], { mode: "circular" })', {
  /** The padding: a constant (the default), x mirrored at its border, its border element, or x over again. */
  mode: oneOf(["constant", "reflect", "replicate", "circular"], "constant"),
  /** The value for mode "constant". Default 0. */
  value: rule("a number", (value): value is number | boolean => /^(number|boolean)$/.test(typeof value), 0),
});

/** Options of {@link pad}. */
export interface PadOptions extends OptionsOf<typeof padOptions> {}

/**
 * Pads x: `[left, right]` for the last dim, then `[top, bottom]` for the one before it, and so on, as in PyTorch.
 * Negative numbers crop. As a method, without mode "circular".
 *
 * @throws ShapeError for an odd or too large count of numbers, for cropping more than the size, for reflecting at least
 * the size, or for repeating more than it.
 * @example pad(tensor([1, 2, 3]), [1, 2], { mode: "circular" }) // tensor([3, 1, 2, 3, 1, 2])
 */
export function pad(x: Tensor, sizes: readonly number[], given?: PadOptions): Tensor {
  checkTensor(padOptions.what, "x", x);
  const { mode, value } = padOptions(given);
  if (mode !== "circular") return pads.pad(x, sizes, { mode, value });
  checkNumbers("pad", "pads", sizes, "write pad(x, [1, 1])");
  // Negative numbers crop, and the method checks the list.
  const cropped = pads.pad(
    x,
    sizes.map((size) => Math.min(size, 0)),
  );
  return sizes.reduce((padded, _, i) => {
    if (i % 2 === 1) return padded;
    const [before, after] = [Math.max(sizes[i]!, 0), Math.max(sizes[i + 1]!, 0)];
    const dim = x.ndim - 1 - i / 2;
    const size = padded.size(dim);
    if (before > size || after > size)
      throw new ShapeError(
        `pad: ${formatShape([before, after])} is too much to repeat dim ${dim} of ${x.describe()}: at most ${size} on each side.`,
      );
    const parts = [padded.narrow(dim, size - before, before), padded, padded.narrow(dim, 0, after)];
    return before + after === 0 ? padded : cat(parts, dim);
  }, cropped);
}
