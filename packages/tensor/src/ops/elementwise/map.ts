import { apply1 } from "../../apply/apply.ts";
import type { HostArray, Meta, Op } from "../../apply/op.ts";
import { badArgument } from "../../arguments.ts";
import { badOperand, checkTensor } from "../../check-tensor.ts";
import { filled, type Operandish } from "../../create.ts";
import { DTypeError } from "../../errors.ts";
import {
  type DType,
  isFloat,
  promote,
  scalarDType,
  type TypedArray,
  typedArray,
} from "../../memory/dtype.ts";
import { forEachRowPair, inOrder } from "../../reference/iterate.ts";
import { Tensor } from "../../tensor.ts";

export type Unary<A extends object = object> = Op<readonly [Tensor], readonly [Tensor], A>;
export type Binary = Op<readonly [a: Tensor, ...b: Tensor[]], readonly [Tensor], ScalarAttrs>;

/** A number in the place of one of two operands: an op of one tensor then, which costs no tensor of its own. */
export interface Scalar {
  readonly value: number;
  /** The dtype that it takes beside the tensor. */
  readonly dtype: DType;
  /** True where it is the left operand. */
  readonly left: boolean;
}

export interface ScalarAttrs {
  readonly scalar?: Scalar;
}

type UnaryGradient<A> = (grad: Tensor, x: Tensor, y: Tensor, attrs: A) => Tensor;
type BinaryGradient = (
  grad: Tensor,
  a: Operandish,
  b: Operandish,
  y: Tensor,
) => readonly [(() => Tensor) | null, (() => Tensor) | null];

/** No arguments but tensors. */
export const noAttrs: object = {};

/** out[i] = f(x[i]), x strided. */
export function mapElements(f: (x: number) => number, x: HostArray, out: HostArray): void {
  const { data, offset } = inOrder(x);
  const to = out.data;
  if (data instanceof Float32Array && to instanceof Float32Array) {
    mapFloat32(f, data, offset, to);
    return;
  }
  for (let i = 0; i < to.length; i++) to[i] = f(data[offset + i]!);
}

/** A row of an op of two operands: to[at + j] = f(a[aAt + j · aStep], b[bAt + j · bStep]) for j below n. */
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

/** The row loop of any function of two numbers. */
function rowLoop(f: (a: number, b: number) => number): RowLoop {
  return (a, aAt, aStep, b, bAt, bStep, to, at, n) => {
    for (let j = 0; j < n; j++) to[at + j] = f(a[aAt + j * aStep]!, b[bAt + j * bStep]!);
  };
}

// The same loop for the common case. A loop that has seen one kind of array only is several times as fast.
function mapFloat32(f: (x: number) => number, x: Float32Array, offset: number, to: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = f(x[offset + i]!);
}

/** Integers become float32 in ops whose values are not whole. */
export function floatMeta({ shape, dtype }: Meta): Meta {
  return { shape, dtype: isFloat(dtype) ? dtype : "float32" };
}

export function refuseBool(what: string, dtype: DType): void {
  if (dtype === "bool")
    throw new DTypeError(`${what}: bool has no arithmetic here; convert with to("int32") or to("float32").`);
}

/** An elementwise op of one float tensor. No gradient means that it is zero everywhere it exists. */
export function unary<A extends object = object>(
  name: string,
  f: (x: number, attrs: A) => number,
  gradient: UnaryGradient<A> | null,
  meta: (x: Meta) => Meta = floatMeta,
): Unary<A> {
  return {
    name,
    infer: (inputs) => [meta(inputs[0])],
    forward: ([x], [out], attrs) => mapElements((value) => f(value, attrs), x, out),
    gradient: (grads, inputs, outputs, attrs) => [
      gradient && (() => gradient(grads[0], inputs[0], outputs[0], attrs)),
    ],
  };
}

/**
 * An elementwise op of two tensors that broadcast. `row` is the loop over a row where it is written out: a call for
 * each element costs several times as much as the sum that it makes.
 */
export function binary(
  name: string,
  f: (a: number, b: number) => number,
  gradient: BinaryGradient | null,
  dtype: (promoted: DType) => DType = (promoted) => promoted,
  row: RowLoop = rowLoop(f),
): Binary {
  return {
    name,
    broadcast: true,
    infer: (inputs, { scalar }) => {
      const { shape, dtype: left } = inputs[0];
      return [{ shape, dtype: dtype(promote(left, (scalar ?? inputs[1]!).dtype)) }];
    },
    forward(inputs, [out], { scalar }) {
      const [a, b] = pairOf(inputs, scalar);
      forEachRowPair(a, b, (aAt, aStep, bAt, bStep, at, n) =>
        row(a.data, aAt, aStep, b.data, bAt, bStep, out.data, at, n),
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

/** The two operands that a kernel sees: a scalar is an element at which every index stands still. */
function pairOf([a, b]: readonly HostArray[], scalar: Scalar | undefined): readonly [HostArray, HostArray] {
  if (b !== undefined) return [a!, b];
  const { value, dtype, left } = scalar!;
  const { shape } = a!;
  const strides = shape.map(() => 0);
  const one: HostArray = { data: typedArray(dtype, 1).fill(value), dtype, shape, strides, offset: 0 };
  return left ? [one, a!] : [a!, one];
}

/** Runs an op of one tensor that takes nothing else. */
export function applyUnary(op: Unary, x: Tensor): Tensor {
  checkTensor(op.name, "x", x);
  return apply1(op, [x], noAttrs);
}

/** Runs an op of two operands. A number among them takes the dtype that it has beside the tensor. */
export function applyBinary(op: Binary, a: Operandish, b: Operandish): Tensor {
  if (a instanceof Tensor && b instanceof Tensor) return apply1(op, [a, b], noAttrs);
  if (a instanceof Tensor) return apply1(op, [a], { scalar: scalarOf(op.name, b, a, false) });
  if (b instanceof Tensor) return apply1(op, [b], { scalar: scalarOf(op.name, a, b, true) });
  throw noTensor(op.name, a, b);
}

function scalarOf(what: string, value: Operandish, beside: Tensor, left: boolean): Scalar {
  const number = checkScalar(what, left ? "a" : "b", value);
  return { value: Number(number), dtype: scalarDType(number, beside.dtype), left };
}

/** Both operands as tensors: a number takes the dtype and the backend of the tensor beside it. */
export function operands(what: string, a: Operandish, b: Operandish): readonly [Tensor, Tensor] {
  if (a instanceof Tensor) return [a, b instanceof Tensor ? b : scalarBeside(what, "b", b, a)];
  if (b instanceof Tensor) return [scalarBeside(what, "a", a, b), b];
  throw noTensor(what, a, b);
}

function scalarBeside(what: string, name: string, value: number | boolean, beside: Tensor): Tensor {
  const number = checkScalar(what, name, value);
  return filled(what, [], number, { dtype: scalarDType(number, beside.dtype), backend: beside.backend });
}

function checkScalar(what: string, name: string, value: Operandish): number | boolean {
  if (typeof value === "number" || typeof value === "boolean") return value;
  throw badOperand(what, name, value);
}

function noTensor(what: string, a: Operandish, b: Operandish): Error {
  checkScalar(what, "a", a);
  checkScalar(what, "b", b);
  return badArgument(what, "a or b", "a tensor", a, "make one with tensor(…), or compute with numbers alone");
}
