import type { Operandish } from "../../create.ts";
import type { Tensor } from "../../tensor.ts";
import { applyBinary, applyUnary, type Binary, binary, type Unary, unary } from "./map.ts";

function predicate(name: string, f: (a: number, b: number) => boolean): Binary {
  return binary(
    name,
    (a, b) => Number(f(a, b)),
    null,
    () => "bool",
  );
}

function test(name: string, f: (x: number) => boolean): Unary {
  return unary(
    name,
    (x) => Number(f(x)),
    null,
    ({ shape }) => ({ shape, dtype: "bool" }),
  );
}

export const eqOp: Binary = predicate("eq", (a, b) => a === b);
export const neOp: Binary = predicate("ne", (a, b) => a !== b);
export const ltOp: Binary = predicate("lt", (a, b) => a < b);
export const leOp: Binary = predicate("le", (a, b) => a <= b);
export const gtOp: Binary = predicate("gt", (a, b) => a > b);
export const geOp: Binary = predicate("ge", (a, b) => a >= b);
export const logicalAndOp: Binary = predicate("logicalAnd", (a, b) => a !== 0 && b !== 0);
export const logicalOrOp: Binary = predicate("logicalOr", (a, b) => a !== 0 || b !== 0);
export const logicalXorOp: Binary = predicate("logicalXor", (a, b) => (a !== 0) !== (b !== 0));
export const logicalNotOp: Unary = test("logicalNot", (x) => x === 0);
export const isNaNOp: Unary = test("isnan", Number.isNaN);
export const isInfOp: Unary = test("isinf", (x) =>
  x === Number.POSITIVE_INFINITY || x === Number.NEGATIVE_INFINITY);
export const isFiniteOp: Unary = test("isfinite", Number.isFinite);

/** a = b elementwise, broadcast, as bool. */
export function eq(a: Operandish, b: Operandish): Tensor {
  return applyBinary(eqOp, a, b);
}

/** a ≠ b elementwise. */
export function ne(a: Operandish, b: Operandish): Tensor {
  return applyBinary(neOp, a, b);
}

/** a < b elementwise. */
export function lt(a: Operandish, b: Operandish): Tensor {
  return applyBinary(ltOp, a, b);
}

/** a ≤ b elementwise. */
export function le(a: Operandish, b: Operandish): Tensor {
  return applyBinary(leOp, a, b);
}

/** a > b elementwise. */
export function gt(a: Operandish, b: Operandish): Tensor {
  return applyBinary(gtOp, a, b);
}

/** a ≥ b elementwise. */
export function ge(a: Operandish, b: Operandish): Tensor {
  return applyBinary(geOp, a, b);
}

/** Both are not zero. */
export function logicalAnd(a: Operandish, b: Operandish): Tensor {
  return applyBinary(logicalAndOp, a, b);
}

/** One at least is not zero. */
export function logicalOr(a: Operandish, b: Operandish): Tensor {
  return applyBinary(logicalOrOp, a, b);
}

/** Just one is not zero. */
export function logicalXor(a: Operandish, b: Operandish): Tensor {
  return applyBinary(logicalXorOp, a, b);
}

/** True where x is zero. */
export function logicalNot(x: Tensor): Tensor {
  return applyUnary(logicalNotOp, x);
}

/** True where x is NaN. */
export function isnan(x: Tensor): Tensor {
  return applyUnary(isNaNOp, x);
}

/** True where x is infinite. */
export function isinf(x: Tensor): Tensor {
  return applyUnary(isInfOp, x);
}

/** True where x is neither NaN nor infinite. */
export function isfinite(x: Tensor): Tensor {
  return applyUnary(isFiniteOp, x);
}
