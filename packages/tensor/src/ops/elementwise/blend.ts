import { DTypeError, number, type OptionsOf, options, required, rule, signature } from "@saccade/contract";
import type { Operandish } from "../../create.ts";
import { checkTogether, isFloat, tensorRule, tensors } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { ge, isnan, le, lt, where } from "./comparison.ts";
import { operandsOf } from "./pair.ts";

const lerpCall = signature("lerp(start, end, 0.5)", {
  start: required(tensorRule("float")),
  end: required(tensorRule("float")),
  weight: required(
    rule(
      "a number or a tensor of floats",
      (value): value is Operandish => typeof value === "number" || tensorRule("float").holds(value),
    ),
  ),
});

/**
 * start + weight (end − start) elementwise: on the line from start to end. The shapes broadcast, that of the weight too.
 *
 * @throws ArgumentError for a weight that is neither a number nor a tensor; DTypeError unless the tensors hold floats;
 * ShapeError unless they broadcast.
 * @example lerp(tensor([0, 10]), tensor([1, 20]), 0.5) // tensor([0.5000, 15.0000])
 */
export function lerp(start: Tensor, end: Tensor, weight: Tensor | number): Tensor {
  lerpCall([start, end, weight]);
  checkTogether("lerp", weight instanceof Tensor ? [start, end, weight] : [start, end]);
  const way = end.sub(start);
  // Starts from the nearer end, so that a weight of 1 is exactly `end`.

  const fromStart = (): Tensor => start.add(way.mul(weight));
  const fromEnd = (): Tensor =>
    end.sub(way.mul(weight instanceof Tensor ? weight.rsub(1) : 1 - Number(weight)));
  if (weight instanceof Tensor) return where(lt(weight.abs(), 0.5), fromStart(), fromEnd());
  return Math.abs(Number(weight)) < 0.5 ? fromStart() : fromEnd();
}

/* @__NO_SIDE_EFFECTS__ */
function valueOptions<const What extends string>(what: What) {
  return options(`${what}(x, a, b, { value: 0.5 })`, {
    /** The factor of the product or quotient. Default 1. */
    value: number(1, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
  });
}
const addcmulOptions = valueOptions("addcmul");
const addcdivOptions = valueOptions("addcdiv");
const addcmulInputs = tensors("addcmul", "x (…)  a (…)  b (…)");
const addcdivInputs = tensors("addcdiv", "x (…)  a (…)  b (…)");

/** Options of {@link addcmul}. */
export interface AddcmulOptions extends OptionsOf<typeof addcmulOptions> {}

/** Options of {@link addcdiv}. */
export interface AddcdivOptions extends OptionsOf<typeof addcdivOptions> {}

/**
 * x + value · a · b elementwise. The shapes broadcast.
 *
 * @throws ShapeError unless the shapes broadcast; ArgumentError for an unknown option.
 * @example addcmul(tensor([1, 1]), tensor([2, 3]), tensor([4, 5]), { value: 0.5 }) // tensor([5.0000, 8.5000])
 */
export function addcmul(x: Tensor, a: Tensor, b: Tensor, given?: AddcmulOptions): Tensor {
  addcmulInputs.check([x, a, b]);
  const { value } = addcmulOptions(given);
  return x.add(scaled(a, value).mul(b));
}

/**
 * x + value · a / b elementwise. The shapes broadcast.
 *
 * @throws DTypeError for whole numbers in both a and b, as in PyTorch; ShapeError unless the shapes broadcast;
 * ArgumentError for an unknown option.
 * @example addcdiv(tensor([1, 1]), tensor([2, 3]), tensor([4, 6])) // tensor([1.5000, 1.5000])
 */
export function addcdiv(x: Tensor, a: Tensor, b: Tensor, given?: AddcdivOptions): Tensor {
  addcdivInputs.check([x, a, b]);
  const { value } = addcdivOptions(given);
  if (!isFloat(a.dtype) && !isFloat(b.dtype))
    throw new DTypeError(
      `addcdiv: a ${a.describe()} and b ${b.describe()} are both whole numbers; convert one with to("float32").`,
    );
  return x.add(scaled(a, value).div(b));
}

function scaled(x: Tensor, value: number): Tensor {
  return value === 1 ? x : x.mul(value);
}

/**
 * x, or the bound where x is below it, elementwise; NaN where either is NaN. The shapes broadcast. The gradient goes to
 * the operand that was chosen, and to x where both are equal.
 *
 * @example clampMin(tensor([-1, 2]), 0) // tensor([0, 2])
 */
export function clampMin(x: Operandish, min: Operandish): Tensor {
  const [a, b] = operandsOf("clampMin", x, min);
  return where(ge(a, b).logicalOr(isnan(a)), a, b);
}

/**
 * x, or the bound where x is above it, elementwise; NaN where either is NaN. The shapes broadcast. The gradient goes to
 * the operand that was chosen, and to x where both are equal.
 *
 * @example clampMax(tensor([-1, 2]), tensor([0, 1])) // tensor([-1, 1])
 */
export function clampMax(x: Operandish, max: Operandish): Tensor {
  const [a, b] = operandsOf("clampMax", x, max);
  return where(le(a, b).logicalOr(isnan(a)), a, b);
}

/**
 * The larger of a and b elementwise; the other one where one is NaN. The shapes broadcast. Of equal elements, a has the
 * gradient.
 *
 * @example fmax(tensor([1, NaN]), tensor([0, 3])) // tensor([1, 3])
 */
export function fmax(a: Operandish, b: Operandish): Tensor {
  const [x, y] = operandsOf("fmax", a, b);
  return where(ge(x, y).logicalOr(isnan(y)), x, y);
}

/**
 * The smaller of a and b elementwise; the other one where one is NaN. The shapes broadcast. Of equal elements, a has the
 * gradient.
 *
 * @example fmin(tensor([1, NaN]), tensor([0, 3])) // tensor([0, 3])
 */
export function fmin(a: Operandish, b: Operandish): Tensor {
  const [x, y] = operandsOf("fmin", a, b);
  return where(le(x, y).logicalOr(isnan(y)), x, y);
}
