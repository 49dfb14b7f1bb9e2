// Comparisons, truth values, and choices by a mask.

import { badArgument } from "@saccade/contract";
import { filled, type Operandish } from "../../create.ts";
import {
  apply1,
  checkInputs,
  checkMask,
  checkOperand,
  checkTogether,
  inOrder,
  type Op,
  promote,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { type Binary, binary, noAttrs, ofOne, ofTwo, operands, type Unary, unary } from "./map.ts";

/* @__NO_SIDE_EFFECTS__ */
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
    () => "bool",
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
export const isnanOp: Unary = test("isnan", Number.isNaN);
export const isinfOp: Unary = test("isinf", (x) =>
  x === Number.POSITIVE_INFINITY || x === Number.NEGATIVE_INFINITY);
export const isfiniteOp: Unary = test("isfinite", Number.isFinite);

/**
 * a = b elementwise, as bool. The shapes broadcast.
 *
 * @example tensor([1, 2]).eq(tensor([1, 3])) // tensor([True, False], dtype=bool)
 */
export const eq: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(eqOp);

/**
 * a ≠ b elementwise, as bool. The shapes broadcast.
 *
 * @example tensor([1, 2]).ne(tensor([1, 3])) // tensor([False, True], dtype=bool)
 */
export const ne: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(neOp);

/**
 * a < b elementwise, as bool. The shapes broadcast.
 *
 * @example tensor([1, 2, 3]).lt(2) // tensor([True, False, False], dtype=bool)
 */
export const lt: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(ltOp);

/**
 * a ≤ b elementwise, as bool. The shapes broadcast.
 *
 * @example tensor([1, 2, 3]).le(2) // tensor([True, True, False], dtype=bool)
 */
export const le: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(leOp);

/**
 * a > b elementwise, as bool. The shapes broadcast.
 *
 * @example tensor([1, 2, 3]).gt(2) // tensor([False, False, True], dtype=bool)
 */
export const gt: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(gtOp);

/**
 * a ≥ b elementwise, as bool. The shapes broadcast.
 *
 * @example tensor([1, 2, 3]).ge(2) // tensor([False, True, True], dtype=bool)
 */
export const ge: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(geOp);

/**
 * True where a and b are both nonzero. The shapes broadcast.
 *
 * @example tensor([true, true]).logicalAnd(tensor([true, false])) // tensor([True, False], dtype=bool)
 */
export const logicalAnd: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(logicalAndOp);

/**
 * True where a or b is nonzero. The shapes broadcast.
 *
 * @example tensor([true, false]).logicalOr(tensor([false, false])) // tensor([True, False], dtype=bool)
 */
export const logicalOr: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(logicalOrOp);

/**
 * True where exactly one of a and b is nonzero. The shapes broadcast.
 *
 * @example tensor([true, true]).logicalXor(tensor([true, false])) // tensor([False, True], dtype=bool)
 */
export const logicalXor: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(logicalXorOp);

/**
 * True where x is zero or false.
 *
 * @example tensor([true, false]).logicalNot() // tensor([False, True], dtype=bool)
 */
export const logicalNot: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(logicalNotOp);

/**
 * True where x is NaN.
 *
 * @example tensor([1, NaN]).isnan() // tensor([False, True], dtype=bool)
 */
export const isnan: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(isnanOp);

/**
 * True where x is ±Infinity.
 *
 * @example tensor([1, -Infinity]).isinf() // tensor([False, True], dtype=bool)
 */
export const isinf: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(isinfOp);

/**
 * True where x is neither NaN nor infinite.
 *
 * @example tensor([1, NaN, Infinity]).isfinite() // tensor([True, False, False], dtype=bool)
 */
export const isfinite: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(isfiniteOp);

export const whereOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], object> = {
  name: "where",
  broadcast: true,
  infer: ([, a, b]) => [{ shape: a.shape, dtype: promote(a.dtype, b.dtype) }],
  forward([condition, a, b], [out]) {
    const c = inOrder(condition);
    const x = inOrder(a);
    const y = inOrder(b);
    for (let i = 0; i < out.data.length; i++) {
      out.data[i] = c.data[c.offset + i] ? x.data[x.offset + i]! : y.data[y.offset + i]!;
    }
  },
  gradient: ([g], [condition]) => [null, () => where(condition, g, 0), () => where(condition, 0, g)],
};

/**
 * Elements of a where the condition is true, else of b. The three shapes broadcast. Two numbers give float32.
 *
 * @throws DTypeError unless the condition is bool; ShapeError if the three do not broadcast.
 * @example where(tensor([true, false]), tensor([1, 2]), 0) // tensor([1, 0])
 */
export function where(condition: Tensor, a: Operandish, b: Operandish): Tensor {
  checkInputs("where", { condition });
  checkMask("where", "condition", condition);
  if (a === undefined && b === undefined)
    throw badArgument("where", "a", "a tensor or a number", a, "nonzero(condition) gives the indices");
  checkOperand("where", "a", a);
  checkOperand("where", "b", b);
  const { backend } = condition;
  const [x, y] =
    a instanceof Tensor || b instanceof Tensor
      ? operands("where", a, b)
      : [filled("where", [], a, { backend }), filled("where", [], b, { backend })];
  return apply1(whereOp, [condition, x, y], noAttrs);
}

/**
 * x with `value` where the mask is true. The mask broadcasts to x.
 *
 * @throws DTypeError unless the mask is bool; ShapeError if they do not broadcast.
 * @example tensor([1, 2]).maskedFill(tensor([false, true]), -Infinity) // tensor([1, -inf])
 */
export function maskedFill(x: Tensor, mask: Tensor, value: Operandish): Tensor {
  checkInputs("maskedFill", { x, mask });
  checkMask("maskedFill", "mask", mask);
  checkOperand("maskedFill", "value", value);
  checkTogether("maskedFill", value instanceof Tensor ? [x, mask, value] : [x, mask]);
  return where(mask, value, x);
}
