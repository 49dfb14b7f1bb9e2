import { badArgument, DTypeError, OverflowError } from "@saccade/contract";
import { filled, type Operandish } from "../../create.ts";
import {
  apply1,
  badOperand,
  checkTensor,
  type DType,
  forEachRowPair,
  type HostArray,
  isFloat,
  mapElements,
  type Op,
  promote,
  promoteTensors,
  scalarDType,
  type TypedArray,
  typedArray,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { fitsInt32 } from "../int32.ts";
import { cast } from "./cast.ts";

export type Unary<A extends object = object> = Op<readonly [Tensor], readonly [Tensor], A>;
export interface Binary extends Op<readonly [a: Tensor, ...b: Tensor[]], readonly [Tensor], ScalarAttrs> {
  /** True unless the result is bool. Arithmetic ops refuse bools as operands of numeric tensors. */
  readonly arithmetic: boolean;
}

/** A number used as one of two operands. The op then has one tensor input; no tensor is made for the number. */
export interface Scalar {
  /** The number. */
  readonly value: number;
  /** The number's dtype when combined with the tensor. */
  readonly dtype: DType;
  /** True if the number is the left operand. */
  readonly left: boolean;
}

/** The attributes of an op that accepts a number as one operand. */
export interface ScalarAttrs {
  /** The number that takes the place of an operand. */
  readonly scalar?: Scalar;
}

type UnaryGradient<A> = (grad: Tensor, x: Tensor, y: Tensor, attrs: A) => Tensor;
type BinaryGradient = (
  grad: Tensor,
  a: Operandish,
  b: Operandish,
  y: Tensor,
) => readonly [(() => Tensor) | null, (() => Tensor) | null];

/** The attributes of an op that takes tensors only. */
export const noAttrs: object = {};

/** The inner loop of an op with two operands: to[at + j] = f(a[aAt + j · aStep], b[bAt + j · bStep]) for j below n. */
export type RowLoop = (
  a: TypedArray,
  aAt: number,
  aStep: number,
  b: TypedArray,
  bAt: number,
  bStep: number,
  to: TypedArray,
  at: number,
  n: number,
) => void;

/** The row loop for a function of two numbers. */
function rowLoop(f: (a: number, b: number) => number): RowLoop {
  return (a, aAt, aStep, b, bAt, bStep, to, at, n) => {
    for (let j = 0; j < n; j++) to[at + j] = f(a[aAt + j * aStep]!, b[bAt + j * bStep]!);
  };
}

/** The result's dtype of an elementwise op, by the dtype of its operands. */
type ResultDType = (dtype: DType) => DType;

/** Integers become float32 in ops whose results are not whole numbers. */
export function floatDType(dtype: DType): DType {
  return isFloat(dtype) ? dtype : "float32";
}

export const sameDType: ResultDType = (dtype) => dtype;

/** The same dtype, which must not be bool. */
/* @__NO_SIDE_EFFECTS__ */
export function numeric(what: string): ResultDType {
  return (dtype) => {
    refuseBool(what, dtype);
    return dtype;
  };
}

export function refuseBool(what: string, dtype: DType): void {
  if (dtype === "bool")
    throw new DTypeError(`${what}: bool has no arithmetic here; convert with to("int32") or to("float32").`);
}

/** An elementwise op of one float tensor. Pass null as the gradient if the derivative is zero wherever it exists. */
/* @__NO_SIDE_EFFECTS__ */
export function unary<A extends object = object>(
  name: string,
  f: (x: number, attrs: A) => number,
  gradient: UnaryGradient<A> | null,
  dtype: ResultDType = floatDType,
): Unary<A> {
  return {
    name,
    batch: true,
    infer: (inputs) => [{ shape: inputs[0].shape, dtype: dtype(inputs[0].dtype) }],
    forward([x], [out], attrs) {
      // Integers are converted to float32 first, as in PyTorch.
      const whole = x.dtype === "int32" && out.dtype === "float32";
      mapElements(whole ? (value) => f(Math.fround(value), attrs) : (value) => f(value, attrs), x, out);
    },
    gradient: (grads, inputs, outputs, attrs) => [
      gradient && (() => gradient(grads[0], inputs[0], outputs[0], attrs)),
    ],
  };
}

interface BinaryKernels {
  /** A row loop written out for speed: a function call per element costs several times as much as an addition. */
  readonly row?: RowLoop;
  /** The function for int32, if the function for floats would round before it wraps. */
  readonly int32?: (a: number, b: number) => number;
  /** The function for bools, which must return 0 or 1. */
  readonly bool?: (a: number, b: number) => number;
}

/** An elementwise op of two tensors that broadcast. */
/* @__NO_SIDE_EFFECTS__ */
export function binary(
  name: string,
  f: (a: number, b: number) => number,
  gradient: BinaryGradient | null,
  dtype: ResultDType = sameDType,
  { row = rowLoop(f), int32, bool }: BinaryKernels = {},
): Binary {
  const rows: Partial<Record<DType, RowLoop>> = {
    ...(int32 && { int32: rowLoop(int32) }),
    ...(bool && { bool: rowLoop(bool) }),
  };
  return {
    name,
    arithmetic: dtype("float32") !== "bool",
    broadcast: true,
    infer: (inputs, { scalar }) => {
      const { shape, dtype: left } = inputs[0];
      return [{ shape, dtype: dtype(promote(left, (scalar ?? inputs[1]!).dtype)) }];
    },
    forward(inputs, [out], { scalar }) {
      const [a, b] = pairOf(inputs, scalar);
      const loop = rows[out.dtype] ?? row;
      forEachRowPair(a, b, (aAt, aStep, bAt, bStep, at, n) =>
        loop(a.data, aAt, aStep, b.data, bAt, bStep, out.data, at, n),
      );
    },
    gradient(grads, inputs, outputs, { scalar }) {
      const grad = grads[0];
      const a = inputs[0];
      const b = inputs[1];
      const y = outputs[0];
      if (gradient === null) return b === undefined ? [null] : [null, null];
      if (b !== undefined) return gradient(grad, a, b, y);
      const { value, left } = scalar!;
      return left ? [gradient(grad, value, a, y)[1]] : [gradient(grad, a, value, y)[0]];
    },
  };
}

/** A kernel's two operands. A scalar becomes one element with strides of 0. */
function pairOf([a, b]: readonly HostArray[], scalar: Scalar | undefined): readonly [HostArray, HostArray] {
  if (b !== undefined) return [a!, b];
  const { value, dtype, left } = scalar!;
  const { shape } = a!;
  const strides = shape.map(() => 0);
  const one: HostArray = { data: typedArray(dtype, 1).fill(value), dtype, shape, strides, offset: 0 };
  return left ? [one, a!] : [a!, one];
}

/** The function of an op with one tensor and no attributes. */
/* @__NO_SIDE_EFFECTS__ */
export function ofOne(op: Unary): (x: Tensor) => Tensor {
  return named(op, (x: Tensor): Tensor => {
    checkTensor(op.name, "x", x);
    return apply1(op, [x], noAttrs);
  });
}

/** The function of an op with two operands. */
/* @__NO_SIDE_EFFECTS__ */
export function ofTwo(
  op: Binary,
  run: typeof applyBinary = applyBinary,
): (a: Operandish, b: Operandish) => Tensor {
  return named(op, (a: Operandish, b: Operandish): Tensor => run(op, a, b));
}

/** A function under the name of its op, for messages and stack traces. */
export function named<F extends object>({ name }: { readonly name: string }, f: F): F {
  return Object.defineProperty(f, "name", { value: name });
}

/**
 * Runs an op with two operands, converted to one dtype by the promotion rules.
 */
export function applyBinary(op: Binary, a: Operandish, b: Operandish): Tensor {
  if (a instanceof Tensor) {
    if (!(b instanceof Tensor)) return applyScalar(op, a, b, false);
    return apply1(op, a.dtype === b.dtype ? [a, b] : alike(a, b), noAttrs);
  }
  if (b instanceof Tensor) return applyScalar(op, b, a, true);
  throw noTensor(op.name, a, b);
}

function applyScalar(op: Binary, x: Tensor, value: Operandish, left: boolean): Tensor {
  const number = checkScalar(op.name, left ? "a" : "b", value, x);
  if (typeof number === "boolean" && op.arithmetic) refuseBoolBeside(op.name, number, x);
  const dtype = scalarDType(number, x.dtype);
  return apply1(op, [cast(x, dtype)], { scalar: { value: Number(number), dtype, left } });
}

/** Converts two tensors to their promoted dtype. */
export function alike(a: Tensor, b: Tensor): [Tensor, Tensor] {
  const dtype = promoteTensors(a, b);
  return [cast(a, dtype), cast(b, dtype)];
}

/** Both operands as tensors of one dtype. A number becomes a tensor on the other operand's backend. */
export function operands(what: string, a: Operandish, b: Operandish): [Tensor, Tensor] {
  if (a instanceof Tensor) return b instanceof Tensor ? alike(a, b) : scalarBeside(what, "b", b, a);
  if (!(b instanceof Tensor)) throw noTensor(what, a, b);
  const [y, x] = scalarBeside(what, "a", a, b);
  return [x, y];
}

function scalarBeside(what: string, name: string, value: Operandish, beside: Tensor): [Tensor, Tensor] {
  const number = checkScalar(what, name, value, beside);
  const dtype = scalarDType(number, beside.dtype);
  return [cast(beside, dtype), filled(what, [], number, { dtype, backend: beside.backend })];
}

function checkScalar(what: string, name: string, value: Operandish, beside?: Tensor): number | boolean {
  if (typeof value === "boolean") return value;
  if (typeof value !== "number") throw badOperand(what, name, value);
  if (beside && !isFloat(beside.dtype) && Number.isInteger(value) && !fitsInt32(value))
    throw new OverflowError(
      `${what}: ${value} combined with ${beside.describe()} does not fit int32 (−2147483648 to 2147483647); ` +
        'convert the tensor with to("float64").',
    );
  return value;
}

/** Refuses `x.mul(true)`: true is not a number; use a condition or a mask. */
export function refuseBoolBeside(what: string, value: Operandish, x: Tensor): void {
  if (typeof value !== "boolean" || x.dtype === "bool") return;
  const fix = `write ${Number(value)}, or a mask: x.${what}(tensor([${value}]))`;
  throw badArgument(what, `the operand combined with ${x.describe()}`, "a number or a tensor", value, fix);
}

/** The error for two operands that are both not tensors. */
export function noTensor(what: string, a: Operandish, b: Operandish): Error {
  checkScalar(what, "a", a);
  checkScalar(what, "b", b);
  return badArgument(
    what,
    "a or b",
    "a tensor",
    a,
    "make one with tensor(…), or use plain arithmetic for numbers",
  );
}
