import { ArgumentError } from "@saccade/contract";
import type { Operandish } from "../../create.ts";
import { apply1, checkOperand, checkTogether, isFloat } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { checkDivisor, divisionByZero } from "../int32.ts";
import { cast } from "./cast.ts";
import { eq, ge, gt, logicalAnd, lt, where } from "./comparison.ts";
import {
  applyBinary,
  type Binary,
  binary,
  floatDType,
  noAttrs,
  noTensor,
  numeric,
  ofTwo,
  operands,
  type RowLoop,
  refuseBool,
  refuseBoolBeside,
  sameDType,
} from "./map.ts";
import { log, powScalar } from "./pointwise.ts";
import { power } from "./special.ts";

/** Refuses two bools, as PyTorch does. */

// The loops and functions of the four basic ops are written out for speed.
const addRow: RowLoop = (a, aAt, aStep, b, bAt, bStep, to, at, n) => {
  for (let j = 0; j < n; j++) to[at + j] = a[aAt + j * aStep]! + b[bAt + j * bStep]!;
};
const subRow: RowLoop = (a, aAt, aStep, b, bAt, bStep, to, at, n) => {
  for (let j = 0; j < n; j++) to[at + j] = a[aAt + j * aStep]! - b[bAt + j * bStep]!;
};
const mulRow: RowLoop = (a, aAt, aStep, b, bAt, bStep, to, at, n) => {
  for (let j = 0; j < n; j++) to[at + j] = a[aAt + j * aStep]! * b[bAt + j * bStep]!;
};
const divRow: RowLoop = (a, aAt, aStep, b, bAt, bStep, to, at, n) => {
  for (let j = 0; j < n; j++) to[at + j] = a[aAt + j * aStep]! / b[bAt + j * bStep]!;
};

export const addOp: Binary = binary(
  "add",
  (a, b) => a + b,
  (g) => [() => g, () => g],
  sameDType,
  { row: addRow, bool: (a, b) => a | b },
);
export const subOp: Binary = binary(
  "sub",
  (a, b) => a - b,
  (g) => [() => g, () => g.neg()],
  numeric("sub"),
  { row: subRow },
);
export const mulOp: Binary = binary(
  "mul",
  (a, b) => a * b,
  (g, a, b) => [() => g.mul(b), () => g.mul(a)],
  sameDType,
  { row: mulRow, int32: Math.imul },
);
export const divOp: Binary = binary(
  "div",
  (a, b) => a / b,
  (g, _a, b, y) => [() => g.div(b), () => g.mul(y).div(b).neg()],
  floatDType,
  { row: divRow },
);
export const powOp: Binary = binary(
  "pow",
  power,
  // d/da = b a^(b-1), and 0 where b = 0; d/db = y ln a, and 0 where a = 0 ≤ b. Composed of the same ops as in PyTorch,
  // so that second derivatives match in edge cases too.
  (g, a, b, y) => [
    () => where(eq(b, 0), 0, g.mul(mul(b, pow(a, sub(b, 1))))),
    () => g.mul(where(logicalAnd(eq(a, 0), ge(b, 0)), 0, y.mul(logOf(a)))),
  ],
  numeric("pow"),
  { int32: powerOfInts },
);
// Equal elements each get half of the gradient; if one is NaN, both get all of it, as in PyTorch.
export const maximumOp: Binary = binary("maximum", Math.max, (g, a, b) => [
  () => g.mul(share(lt(a, b), eq(a, b))),
  () => g.mul(share(gt(a, b), eq(a, b))),
]);
export const minimumOp: Binary = binary("minimum", Math.min, (g, a, b) => [
  () => g.mul(share(gt(a, b), eq(a, b))),
  () => g.mul(share(lt(a, b), eq(a, b))),
]);
// The sign of the divisor (Python's %), and of the dividend (C's fmod).
export const remainderOp: Binary = binary(
  "remainder",
  pythonRemainder,
  (g, a, b) => [() => g, () => g.neg().mul(floorDivide(a, b))],
  numeric("remainder"),
);
export const fmodOp: Binary = binary(
  "fmod",
  (a, b) => a % b,
  (g, a, b) => [() => g, () => g.neg().mul(div(a, b).trunc())],
  numeric("fmod"),
);
export const floorDivideOp: Binary = binary("floorDivide", pythonQuotient, null, numeric("floorDivide"));

function pythonRemainder(a: number, b: number): number {
  const r = a % b;
  return r !== 0 && r < 0 !== b < 0 ? r + b : r;
}

/** ⌊a / b⌋ as in Python: (a − a mod b) / b, so that 3 // 0.1 is 29. NaN for an infinite a. */
function pythonQuotient(a: number, b: number): number {
  if (b === 0) return a / b;
  const r = a % b;
  let quotient = (a - r) / b;
  if (r !== 0 && r < 0 !== b < 0) quotient--;
  if (quotient === 0) return Math.sign(a / b) < 0 || Object.is(a / b, -0) ? -0 : 0;
  // The quotient is a whole number up to rounding.
  const whole = Math.floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

/** aᵇ in int32, which wraps. 0 if the result is not a whole number, and for negative powers of 0. */
function powerOfInts(a: number, b: number): number {
  if (b < 0) return a === 1 ? 1 : a === -1 ? (b % 2 === 0 ? 1 : -1) : 0;
  let y = 1;
  for (let factor = a, left = b; left > 0; left >>= 1) {
    if (left & 1) y = Math.imul(y, factor);
    factor = Math.imul(factor, factor);
  }
  return y;
}

function logOf(a: Operandish): Tensor | number {
  return a instanceof Tensor ? log(a) : Math.log(Number(a));
}

function share(loses: Tensor, ties: Tensor): Tensor {
  return where(loses, 0, where(ties, 0.5, 1));
}

/**
 * a + b elementwise. The shapes broadcast.
 *
 * @example tensor([[1], [2]]).add(tensor([10, 20])) // tensor([[11, 21], [12, 22]])
 */
export function add(a: Operandish, b: Operandish): Tensor {
  return applyBinary(addOp, a, b);
}

/**
 * a − b elementwise. The shapes broadcast.
 *
 * @throws DTypeError if an operand is bool, as in PyTorch.
 * @example tensor([3, 4]).sub(1) // tensor([2, 3])
 */
export function sub(a: Operandish, b: Operandish): Tensor {
  for (const x of [a, b]) if (isBool(x)) refuseBool("sub", "bool");
  return applyBinary(subOp, a, b);
}

function isBool(x: Operandish): boolean {
  return typeof x === "boolean" || (x instanceof Tensor && x.dtype === "bool");
}

/**
 * b − a elementwise, PyTorch's `rsub`. The shapes broadcast.
 *
 * @throws DTypeError if an operand is bool; ArgumentError if none is a tensor.
 * @example tensor([0.25, 0.5]).rsub(1) // tensor([0.7500, 0.5000])
 */
export function rsub(a: Operandish, b: Operandish): Tensor {
  for (const x of [a, b]) if (isBool(x)) refuseBool("rsub", "bool");
  if (a instanceof Tensor && b instanceof Tensor) checkTogether("rsub", [a, b]);
  else if (!(a instanceof Tensor) && !(b instanceof Tensor)) throw noTensor("rsub", a, b);
  else checkOperand("rsub", a instanceof Tensor ? "b" : "a", a instanceof Tensor ? b : a);
  return sub(b, a);
}

/**
 * a · b elementwise. The shapes broadcast.
 *
 * @example tensor([1, 2]).mul(tensor([3, 4])) // tensor([3, 8])
 */
export function mul(a: Operandish, b: Operandish): Tensor {
  return applyBinary(mulOp, a, b);
}

/**
 * a / b elementwise. The shapes broadcast. Integers give float32, as in PyTorch.
 *
 * @example tensor([1, 2], { dtype: "int32" }).div(2) // tensor([0.5000, 1.0000])
 */
export function div(a: Operandish, b: Operandish): Tensor {
  return applyBinary(divOp, beside(a, b), beside(b, a));
}

/** Converts an integer tensor to float32 if the other operand is a number, which then need not fit int32. */
function beside(x: Operandish, other: Operandish): Operandish {
  return x instanceof Tensor && typeof other === "number" && !isFloat(x.dtype) ? cast(x, "float32") : x;
}

/**
 * a to the power of b, elementwise. The shapes broadcast. int32 wraps.
 *
 * @throws ArgumentError for an integer tensor to a negative whole number. (A tensor of negative exponents gives 0, 1 or
 * −1.)
 * @example tensor([1, 2, 3]).pow(2) // tensor([1, 4, 9])
 */
export function pow(a: Operandish, b: Operandish): Tensor {
  if (a instanceof Tensor && typeof b === "number") {
    if (isFloat(a.dtype)) return powScalar(a, b);
    if (!Number.isInteger(b)) return powScalar(cast(a, "float32"), b);
    if (b < 0)
      throw new ArgumentError(
        `pow: ${a.describe()} to the power of ${b}: integers to negative powers are not whole; convert it with to("float32").`,
      );
  }
  if (a instanceof Tensor) refuseBoolBeside("pow", b, a);
  else if (b instanceof Tensor) refuseBoolBeside("pow", a, b);
  return apply1(powOp, operands("pow", a, b), noAttrs);
}

/**
 * The larger of a and b elementwise; NaN where either is NaN. The shapes broadcast. Equal elements share the gradient.
 *
 * @example tensor([1, 5]).maximum(3) // tensor([3, 5])
 */
export const maximum: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(maximumOp);

/**
 * The smaller of a and b elementwise; NaN where either is NaN. The shapes broadcast. Equal elements share the gradient.
 *
 * @example tensor([1, 5]).minimum(3) // tensor([1, 3])
 */
export const minimum: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(minimumOp);

/**
 * a − b ⌊a/b⌋ elementwise: the remainder with the divisor's sign, Python's `%`. The shapes broadcast.
 *
 * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
 * @example tensor([-3, 3]).remainder(2) // tensor([1, 1])
 */
export const remainder: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(remainderOp, divide);

/**
 * The elementwise remainder with the dividend's sign, C's `fmod`. The shapes broadcast.
 *
 * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
 * @example tensor([-3, 3]).fmod(2) // tensor([-1, 1])
 */
export const fmod: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(fmodOp, divide);

/**
 * ⌊a / b⌋ elementwise, Python's `//`. The shapes broadcast. 3 // 0.1 is 29, since the float 0.1 is slightly above 1/10.
 *
 * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
 * @example tensor([-3, 3]).floorDivide(2) // tensor([-2, 1])
 */
export const floorDivide: (a: Operandish, b: Operandish) => Tensor = /* @__PURE__ */ ofTwo(
  floorDivideOp,
  divide,
);

function divide(op: Binary, a: Operandish, b: Operandish): Tensor {
  if (isBool(a) && isBool(b)) refuseBool(op.name, "bool");
  if (a instanceof Tensor) refuseBoolBeside(op.name, b, a);
  else if (b instanceof Tensor) refuseBoolBeside(op.name, a, b);
  const nothing = a instanceof Tensor && a.numel === 0;
  if (isWhole(a) && isWhole(b) && !nothing) {
    if (b instanceof Tensor) checkDivisor(op.name, b);
    else if (Number(b) === 0) throw divisionByZero(op.name);
  }
  return applyBinary(op, a, b);
}

function isWhole(x: Operandish): boolean {
  return x instanceof Tensor ? !isFloat(x.dtype) : typeof x === "boolean" || Number.isInteger(x);
}
