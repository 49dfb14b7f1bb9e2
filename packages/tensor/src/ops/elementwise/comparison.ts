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

/** a = b elementwise, as bool. The shapes broadcast. @example a.eq(b) */
export function eq(a: Operandish, b: Operandish): Tensor {
  return applyBinary(eqOp, a, b);
}

/** a ≠ b elementwise, as bool. The shapes broadcast. @example a.ne(b) */
export function ne(a: Operandish, b: Operandish): Tensor {
  return applyBinary(neOp, a, b);
}

/** a < b elementwise, as bool. The shapes broadcast. @example a.lt(b) */
export function lt(a: Operandish, b: Operandish): Tensor {
  return applyBinary(ltOp, a, b);
}

/** a ≤ b elementwise, as bool. The shapes broadcast. @example a.le(b) */
export function le(a: Operandish, b: Operandish): Tensor {
  return applyBinary(leOp, a, b);
}

/** a > b elementwise, as bool. The shapes broadcast. @example a.gt(0) */
export function gt(a: Operandish, b: Operandish): Tensor {
  return applyBinary(gtOp, a, b);
}

/** a ≥ b elementwise, as bool. The shapes broadcast. @example a.ge(b) */
export function ge(a: Operandish, b: Operandish): Tensor {
  return applyBinary(geOp, a, b);
}

/** True where a and b are both nonzero. The shapes broadcast. @example a.logicalAnd(b) */
export function logicalAnd(a: Operandish, b: Operandish): Tensor {
  return applyBinary(logicalAndOp, a, b);
}

/** True where a or b is nonzero. The shapes broadcast. @example a.logicalOr(b) */
export function logicalOr(a: Operandish, b: Operandish): Tensor {
  return applyBinary(logicalOrOp, a, b);
}

/** True where exactly one of a and b is nonzero. The shapes broadcast. @example a.logicalXor(b) */
export function logicalXor(a: Operandish, b: Operandish): Tensor {
  return applyBinary(logicalXorOp, a, b);
}

/** True where x is zero or false. @example mask.logicalNot() */
export function logicalNot(x: Tensor): Tensor {
  return applyUnary(logicalNotOp, x);
}

/** True where x is NaN. @example x.isnan() */
export function isnan(x: Tensor): Tensor {
  return applyUnary(isNaNOp, x);
}

/** True where x is ±Infinity. @example x.isinf() */
export function isinf(x: Tensor): Tensor {
  return applyUnary(isInfOp, x);
}

/** True where x is neither NaN nor infinite. @example x.isfinite() */
export function isfinite(x: Tensor): Tensor {
  return applyUnary(isFiniteOp, x);
}
