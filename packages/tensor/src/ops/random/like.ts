import { checkTensor } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { draw, drawWhole, normalOp, type RandomOptions, randomOptions, uniformOp } from "./random.ts";

const randLikeOptions = randomOptions("randLike", "randLike(x)");
const randnLikeOptions = randomOptions("randnLike", "randnLike(x)");
const randintLikeOptions = randomOptions("randintLike", "randintLike(x, 0, 10)");

/**
 * Uniform numbers in [0, 1) of x's shape, dtype and backend.
 *
 * @throws DTypeError for int32 and bool, unless `dtype` is of floats.
 * @example randLike(tensor([1, 2])).lt(1) // tensor([True, True], dtype=bool)
 */
export function randLike(x: Tensor, given?: RandomOptions): Tensor {
  checkTensor(randLikeOptions.what, "x", x);
  return draw("randLike", uniformOp, x.shape, like(x, randLikeOptions(given)));
}

/**
 * Standard normal numbers of x's shape, dtype and backend.
 *
 * @throws DTypeError for int32 and bool, unless `dtype` is of floats.
 * @example randnLike(tensor([1, 2])).shape // [2]
 */
export function randnLike(x: Tensor, given?: RandomOptions): Tensor {
  checkTensor(randnLikeOptions.what, "x", x);
  return draw("randnLike", normalOp, x.shape, like(x, randnLikeOptions(given)));
}

/**
 * Whole numbers from low (included) to high (excluded), of x's shape, dtype and backend.
 *
 * @throws ArgumentError unless low < high, both int32.
 * @example randintLike(tensor([1, 2]), 3, 4) // tensor([3, 3])
 */
export function randintLike(x: Tensor, low: number, high: number, given?: RandomOptions): Tensor {
  checkTensor(randintLikeOptions.what, "x", x);
  return drawWhole(randintLikeOptions, low, high, x.shape, like(x, randintLikeOptions(given)));
}

function like(x: Tensor, { dtype = x.dtype, backend = x.backend, generator }: RandomOptions): RandomOptions {
  return { dtype, backend, generator };
}
