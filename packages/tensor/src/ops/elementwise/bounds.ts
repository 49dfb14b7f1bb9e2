// Bounds that are tensors, and extremes that pass over NaN.
import type { Operandish } from "../../create.ts";
import type { Tensor } from "../../tensor.ts";
import { ge, isnan, le, where } from "./comparison.ts";
import { operandsOf } from "./pair.ts";

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
