import { badArgument, checkFinite } from "@saccade/contract";
import { checkTensor, newTensorCall, type Shape } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { draw, drawWhole, normalOp, type RandomOptions, randomOptions, uniformOp } from "./random.ts";

const exponentialOptions = randomOptions("exponential", "exponential(1, [2, 3])");

/**
 * Exponential numbers: the waiting times between events of which `lambd` happen on average in a unit of time. Their mean is
 * 1 / lambd.
 *
 * @throws ArgumentError unless lambd > 0.
 * @example exponential(2, [3]).ge(0) // tensor([True, True, True], dtype=bool)
 */
export function exponential(lambd: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(exponentialOptions, arguments, 3, shape, given);
  checkPositive("exponential", "lambd", lambd);
  return draw("exponential", uniformOp, shape, settings).neg().log1p().div(-lambd);
}

const geometricOptions = randomOptions("geometric", "geometric(0.5, [2, 3])");

/**
 * Geometric numbers: how many trials it takes to succeed, 1 or more, if each succeeds with probability p. float32 by
 * default; `dtype` may be int32.
 *
 * @throws ArgumentError unless 0 < p < 1.
 * @example geometric(0.5, [3]).ge(1) // tensor([True, True, True], dtype=bool)
 */
export function geometric(p: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(geometricOptions, arguments, 3, shape, given);
  if (typeof p !== "number" || !(p > 0 && p < 1))
    throw badArgument("geometric", "p", "a number > 0 and < 1", p);
  const { dtype = "float32" } = settings;
  const drawn = draw("geometric", uniformOp, shape, {
    ...settings,
    dtype: dtype === "int32" ? "float32" : dtype,
  });
  return cast(drawn.neg().log1p().div(Math.log1p(-p)).ceil().clamp({ min: 1 }), dtype);
}

const cauchyOptions = randomOptions("cauchy", "cauchy(0, 1, [2, 3])");

/**
 * Numbers of the Cauchy distribution, symmetric about `median`; half of them lie within `sigma` of it.
 *
 * @throws ArgumentError unless sigma > 0.
 * @example cauchy(0, 1, [2]).shape // [2]
 */
export function cauchy(median: number, sigma: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(cauchyOptions, arguments, 4, shape, given);
  checkFinite("cauchy", "median", median, "as in cauchy(0, 1, [2, 3])");
  checkPositive("cauchy", "sigma", sigma);
  return draw("cauchy", uniformOp, shape, settings).sub(0.5).mul(Math.PI).tan().mul(sigma).add(median);
}

const logNormalOptions = randomOptions("logNormal", "logNormal(0, 1, [2, 3])");

/**
 * Numbers whose logarithms are normal with the given mean and standard deviation.
 *
 * @throws ArgumentError unless std > 0.
 * @example logNormal(0, 1, [3]).gt(0) // tensor([True, True, True], dtype=bool)
 */
export function logNormal(mean: number, std: number, shape: Shape, given?: RandomOptions): Tensor {
  const settings = newTensorCall(logNormalOptions, arguments, 4, shape, given);
  checkFinite("logNormal", "mean", mean, "as in logNormal(0, 1, [2, 3])");
  checkPositive("logNormal", "std", std);
  return draw("logNormal", normalOp, shape, settings).mul(std).add(mean).exp();
}

function checkPositive(what: string, name: string, value: unknown): void {
  if (typeof value !== "number" || !(value > 0 && value < Number.POSITIVE_INFINITY))
    throw badArgument(what, name, "a finite number > 0", value);
}

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
