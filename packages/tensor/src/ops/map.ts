import { full, type Operandish } from "../create.ts";
import { type DType, isFloat, promote, scalarDType } from "../dtype.ts";
import { DTypeError } from "../errors.ts";
import { inOrder } from "../iterate.ts";
import type { HostArray, Meta, Op } from "../op.ts";
import { isContiguous } from "../shape.ts";
import { Tensor } from "../tensor.ts";

export type Unary<A extends object = object> = Op<readonly [Tensor], readonly [Tensor], A>;
export type Binary = Op<readonly [Tensor, Tensor], readonly [Tensor], object>;

type UnaryGradient<A> = (grad: Tensor, x: Tensor, y: Tensor, attrs: A) => Tensor;
type BinaryGradient = (
  grad: Tensor,
  a: Tensor,
  b: Tensor,
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

/** out[i] = f(a[i], b[i]), a and b strided and of one shape. */
export function zipElements(
  f: (a: number, b: number) => number,
  a: HostArray,
  b: HostArray,
  out: HostArray,
): void {
  const to = out.data;
  const { data, offset } = inOrder(a);
  if (isScalarView(b)) {
    const value = b.data[b.offset]!;
    if (data instanceof Float32Array && to instanceof Float32Array)
      mapFloat32((x) => f(x, value), data, offset, to);
    else for (let i = 0; i < to.length; i++) to[i] = f(data[offset + i]!, value);
    return;
  }
  const y = inOrder(b);
  if (data instanceof Float32Array && y.data instanceof Float32Array && to instanceof Float32Array) {
    zipFloat32(f, data, offset, y.data, y.offset, to);
    return;
  }
  for (let i = 0; i < to.length; i++) to[i] = f(data[offset + i]!, y.data[y.offset + i]!);
}

// The same loops for the common case. A loop that has seen one kind of array only is several times as fast.
function mapFloat32(f: (x: number) => number, x: Float32Array, offset: number, to: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = f(x[offset + i]!);
}

function zipFloat32(
  f: (a: number, b: number) => number,
  a: Float32Array,
  aAt: number,
  b: Float32Array,
  bAt: number,
  to: Float32Array,
): void {
  for (let i = 0; i < to.length; i++) to[i] = f(a[aAt + i]!, b[bAt + i]!);
}

function isScalarView(x: HostArray): boolean {
  return !isContiguous(x.shape, x.strides) && x.strides.every((step) => step === 0);
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
    infer: ([x]) => [meta(x)],
    forward: ([x], [out], attrs) => mapElements((value) => f(value, attrs), x, out),
    gradient: ([grad], [x], [y], attrs) => [gradient && (() => gradient(grad, x, y, attrs))],
  };
}

/** An elementwise op of two tensors that broadcast. */
export function binary(
  name: string,
  f: (a: number, b: number) => number,
  gradient: BinaryGradient | null,
  dtype: (promoted: DType) => DType = (promoted) => promoted,
): Binary {
  return {
    name,
    broadcast: true,
    infer: ([a, b]) => [{ shape: a.shape, dtype: dtype(promote(a.dtype, b.dtype)) }],
    forward: ([a, b], [out]) => zipElements(f, a, b, out),
    gradient: ([grad], [a, b], [y]) => gradient?.(grad, a, b, y) ?? [null, null],
  };
}

/** Both operands as tensors: a number takes the dtype and the backend of the tensor beside it. */
export function operands(what: string, a: Operandish, b: Operandish): readonly [Tensor, Tensor] {
  if (a instanceof Tensor) return [a, b instanceof Tensor ? b : scalarBeside(what, b, a)];
  if (b instanceof Tensor) return [scalarBeside(what, a, b), b];
  throw new DTypeError(`${what}: at least one operand must be a tensor.`);
}

function scalarBeside(what: string, value: number | boolean, beside: Tensor): Tensor {
  if (typeof value !== "number" && typeof value !== "boolean") {
    throw new DTypeError(
      `${what}: expected a tensor or a number, got ${value === null ? "null" : typeof value}.`,
    );
  }
  return full([], value, { dtype: scalarDType(value, beside.dtype), backend: beside.backend });
}
