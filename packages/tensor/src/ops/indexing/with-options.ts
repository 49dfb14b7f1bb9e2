// Functions with more options than the methods of the same name: programs that only use the methods need not bundle them.

import { number, type OptionsOf, options } from "@saccade/contract";
import { checkInputs, dimOf } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import * as gathers from "./gather.ts";
import { checkIndices } from "./index-check.ts";
import * as selects from "./index-select.ts";

const indexAddOptions = options(
  "indexAdd",
  {
    /** The factor of the source. Default 1. */
    alpha: number(1),
  },
  { example: "indexAdd(x, 0, index, source, { alpha: 2 })" },
);

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
