import { apply1 } from "../../apply/apply.ts";
import { refuseExtra } from "../../arguments.ts";
import { checkOperand } from "../../check-tensor.ts";
import type { Operandish } from "../../create.ts";
import { type DType, isFloat } from "../../memory/dtype.ts";
import { Tensor } from "../../tensor.ts";
import { eq, ge, gt, lt } from "./comparison.ts";
import { applyBinary, type Binary, binary, noAttrs, operands, type RowLoop } from "./map.ts";
import { log, powScalar } from "./pointwise.ts";
import { where } from "./select.ts";

const numeric = (dtype: DType): DType => (dtype === "bool" ? "int32" : dtype);
const floating = (dtype: DType): DType => (isFloat(dtype) ? dtype : "float32");

// The four that everything is made of have their loops written out.
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
  numeric,
  addRow,
);
export const subOp: Binary = binary(
  "sub",
  (a, b) => a - b,
  (g) => [() => g, () => g.neg()],
  numeric,
  subRow,
);
export const mulOp: Binary = binary(
  "mul",
  (a, b) => a * b,
  (g, a, b) => [() => g.mul(b), () => g.mul(a)],
  numeric,
  mulRow,
);
export const divOp: Binary = binary(
  "div",
  (a, b) => a / b,
  (g, _a, b, y) => [() => g.div(b), () => g.mul(y).div(b).neg()],
  floating,
  divRow,
);
export const powOp: Binary = binary(
  "pow",
  (a, b) => a ** b,
  // d/da = b a^(b-1), and 0 where b = 0; d/db = y ln a, and 0 where a = 0 ≤ b.
  (g, a, b, y) => {
    const flat = eq(a, 0).logicalAnd(ge(b, 0));
    return [
      () => g.mul(where(eq(b, 0), 0, mul(b, pow(a, sub(b, 1))))),
      () => g.mul(where(flat, 0, y.mul(log(where(flat, 1, a))))),
    ];
  },
  numeric,
);
// Where both are equal, each takes half of the gradient; where one is NaN, each takes it whole, as in PyTorch.
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
  (g, a, b) => [() => g, () => g.mul(floorDivide(a, b)).neg()],
  numeric,
);
export const fmodOp: Binary = binary(
  "fmod",
  (a, b) => a % b,
  (g, a, b) => [() => g, () => g.mul(div(a, b).trunc()).neg()],
  numeric,
);
export const floorDivideOp: Binary = binary("floorDivide", (a, b) => Math.floor(a / b), null, numeric);

function pythonRemainder(a: number, b: number): number {
  const r = a % b;
  return r !== 0 && r < 0 !== b < 0 ? r + b : r;
}

function share(loses: Tensor, ties: Tensor): Tensor {
  return where(loses, 0, where(ties, 0.5, 1));
}

/** a + b, broadcast. */
export function add(a: Operandish, b: Operandish): Tensor {
  refuseExtra("add", arguments.length, 2, "for alpha, write a.add(b.mul(alpha))");
  return applyBinary(addOp, a, b);
}

/** a − b, broadcast. */
export function sub(a: Operandish, b: Operandish): Tensor {
  refuseExtra("sub", arguments.length, 2, "for alpha, write a.sub(b.mul(alpha))");
  return applyBinary(subOp, a, b);
}

/** b − a, broadcast: PyTorch's `rsub`. */
export function rsub(a: Operandish, b: Operandish): Tensor {
  checkOperand("rsub", "a", a);
  checkOperand("rsub", "b", b);
  return sub(b, a);
}

/** a · b elementwise, broadcast. */
export function mul(a: Operandish, b: Operandish): Tensor {
  return applyBinary(mulOp, a, b);
}

/** a / b, broadcast; integers give float32, as in PyTorch's true division. */
export function div(a: Operandish, b: Operandish): Tensor {
  refuseExtra("div", arguments.length, 2, "to round, write a.floorDivide(b) or a.div(b).trunc()");
  return applyBinary(divOp, a, b);
}

/** a to the power of b, broadcast. */
export function pow(a: Operandish, b: Operandish): Tensor {
  if (a instanceof Tensor && isFloat(a.dtype) && typeof b === "number") return powScalar(a, b);
  return apply1(powOp, operands("pow", a, b), noAttrs);
}

/** The larger of a and b elementwise, NaN where either is; equal elements share the gradient. */
export function maximum(a: Operandish, b: Operandish): Tensor {
  return applyBinary(maximumOp, a, b);
}

/** The smaller of a and b elementwise, NaN where either is; equal elements share the gradient. */
export function minimum(a: Operandish, b: Operandish): Tensor {
  return applyBinary(minimumOp, a, b);
}

/** a − b ⌊a/b⌋: the remainder with the divisor's sign. */
export function remainder(a: Operandish, b: Operandish): Tensor {
  return applyBinary(remainderOp, a, b);
}

/** The remainder with the dividend's sign. */
export function fmod(a: Operandish, b: Operandish): Tensor {
  return applyBinary(fmodOp, a, b);
}

/** ⌊a / b⌋. */
export function floorDivide(a: Operandish, b: Operandish): Tensor {
  return applyBinary(floorDivideOp, a, b);
}
