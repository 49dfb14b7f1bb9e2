// Ops of whole numbers: bits and divisors.
import { apply1, checkTensor } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { noAttrs, sameDType, type Unary, unary } from "./map.ts";
import { checkWhole, type OfOperands, ofWhole, type Pair, pair } from "./pair.ts";

export const bitwiseAndOp: Pair = pair("bitwiseAnd", (a, b) => a & b, null);
export const bitwiseOrOp: Pair = pair("bitwiseOr", (a, b) => a | b, null);
export const bitwiseXorOp: Pair = pair("bitwiseXor", (a, b) => a ^ b, null);
export const bitwiseNotOp: Unary = unary("bitwiseNot", (x) => ~x, null, sameDType);
// JavaScript takes the distance modulo 32; PyTorch shifts all bits out.
export const bitwiseLeftShiftOp: Pair = pair("bitwiseLeftShift", (a, b) => (b >>> 0 > 31 ? 0 : a << b), null);
export const bitwiseRightShiftOp: Pair = pair(
  "bitwiseRightShift",
  (a, b) => a >> (b >>> 0 > 31 ? 31 : b),
  null,
);
export const gcdOp: Pair = pair("gcd", greatestDivisor, null);
export const lcmOp: Pair = pair(
  "lcm",
  (a, b) => (a === 0 || b === 0 ? 0 : Math.abs((a / greatestDivisor(a, b)) * b)),
  null,
);

/** Euclid's algorithm. */
function greatestDivisor(a: number, b: number): number {
  let [large, small] = [Math.abs(a), Math.abs(b)];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

/**
 * The bits set in both a and b, elementwise; the logical and of bools. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32 or bools.
 * @example bitwiseAnd(tensor([6], { dtype: "int32" }), 3) // tensor([2], dtype=int32)
 */
export const bitwiseAnd: OfOperands = /* @__PURE__ */ ofWhole(bitwiseAndOp, true);

/**
 * The bits set in a or b, elementwise; the logical or of bools. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32 or bools.
 * @example bitwiseOr(tensor([6], { dtype: "int32" }), 3) // tensor([7], dtype=int32)
 */
export const bitwiseOr: OfOperands = /* @__PURE__ */ ofWhole(bitwiseOrOp, true);

/**
 * Elementwise exclusive or: the bits set in exactly one of a and b; logical for bools. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32 or bools.
 * @example bitwiseXor(tensor([6], { dtype: "int32" }), 3) // tensor([5], dtype=int32)
 */
export const bitwiseXor: OfOperands = /* @__PURE__ */ ofWhole(bitwiseXorOp, true);

/**
 * a · 2ᵇ in int32, which wraps, elementwise; 0 for b outside 0 to 31. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32.
 * @example bitwiseLeftShift(tensor([3], { dtype: "int32" }), 2) // tensor([12], dtype=int32)
 */
export const bitwiseLeftShift: OfOperands = /* @__PURE__ */ ofWhole(bitwiseLeftShiftOp);

/**
 * ⌊a / 2ᵇ⌋ elementwise; 0 or −1, the sign, for b outside 0 to 31. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32.
 * @example bitwiseRightShift(tensor([12], { dtype: "int32" }), 2) // tensor([3], dtype=int32)
 */
export const bitwiseRightShift: OfOperands = /* @__PURE__ */ ofWhole(bitwiseRightShiftOp);

/**
 * Inverts every bit: −x − 1; the logical not of bools.
 *
 * @throws DTypeError unless x holds int32 or bools.
 * @example bitwiseNot(tensor([6], { dtype: "int32" })) // tensor([-7], dtype=int32)
 */
export function bitwiseNot(x: Tensor): Tensor {
  checkTensor("bitwiseNot", "x", x);
  checkWhole("bitwiseNot", "x", x, true);
  return x.dtype === "bool" ? x.logicalNot() : apply1(bitwiseNotOp, [x], noAttrs);
}

/**
 * The greatest common divisor, elementwise; gcd(0, 0) is 0. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32.
 * @example gcd(tensor([12, 5], { dtype: "int32" }), 8) // tensor([4, 1], dtype=int32)
 */
export const gcd: OfOperands = /* @__PURE__ */ ofWhole(gcdOp);

/**
 * The least common multiple in int32, which wraps, elementwise; 0 where a or b is 0. The shapes broadcast.
 *
 * @throws DTypeError unless both hold int32.
 * @example lcm(tensor([4, 5], { dtype: "int32" }), 6) // tensor([12, 30], dtype=int32)
 */
export const lcm: OfOperands = /* @__PURE__ */ ofWhole(lcmOp);
