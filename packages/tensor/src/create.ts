import { checkInteger, checkNumber, checkOptions, type OptionNames, optionNames } from "./arguments.ts";
import { getBackend } from "./current-backend.ts";
import { ArgumentError, DTypeError, ShapeError } from "./errors.ts";
import type { Backend } from "./kernel.ts";
import { storageOf } from "./memory/allocate.ts";
import { checkDType, type DType, type TypedArray, typedArray } from "./memory/dtype.ts";
import {
  checkShape,
  contiguousStrides,
  copyShape,
  formatShape,
  numelOf,
  type Shape,
} from "./memory/shape.ts";
import { flattenInto, holdsBooleans, type NestedArray, shapeOfNested } from "./nested.ts";
import { Tensor } from "./tensor.ts";

/** dtype and backend of a new tensor: float32 on the current backend unless said otherwise. */
export interface TensorOptions {
  readonly dtype?: DType;
  readonly backend?: Backend;
}

/** The names of {@link TensorOptions}, for the creation function `what`. */
function creationOptions(what: string, example: string): OptionNames {
  return optionNames<TensorOptions>(what, { dtype: true, backend: true }, example, {
    device: "write backend: … for another backend",
    requiresGrad: "tensors need no flag: grad and valueAndGrad return gradients",
    requires_grad: "tensors need no flag: grad and valueAndGrad return gradients",
  });
}

/** A tensor of the given row-major elements, which are copied. */
export function fromData(data: TypedArray, shape: Shape, options: TensorOptions = {}): Tensor {
  checkShape("fromData", shape);
  if (data.length !== numelOf(shape)) {
    throw new ShapeError(`fromData: ${data.length} elements do not fill shape ${formatShape(shape)}.`);
  }
  const { backend = getBackend(), dtype = dtypeOf(data) } = options;
  const storage = storageOf(backend, { shape, dtype }, { filled: data });
  const sizes = copyShape(shape);
  return new Tensor(storage, sizes, contiguousStrides(sizes), 0);
}

function dtypeOf(data: TypedArray): DType {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof Float64Array) return "float64";
  return data instanceof Int32Array ? "int32" : "bool";
}

function isTypedArray(values: object): values is TypedArray {
  return (
    values instanceof Float32Array ||
    values instanceof Float64Array ||
    values instanceof Int32Array ||
    values instanceof Uint8Array
  );
}

/**
 * A tensor of a number, nested arrays of numbers or booleans, or a typed array.
 * Numbers become float32, booleans bool, a typed array keeps its type, unless `dtype` says otherwise.
 *
 * @throws ShapeError when rows differ in length.
 */
export function tensor(values: NestedArray | TypedArray, options: TensorOptions = {}): Tensor {
  if (typeof values === "object" && isTypedArray(values)) {
    return fromData(castArray(values, options.dtype ?? dtypeOf(values)), [values.length], options);
  }
  if (ArrayBuffer.isView(values)) {
    throw new DTypeError(
      "tensor: of typed arrays, Float32Array, Float64Array, Int32Array and Uint8Array are understood.",
    );
  }
  const shape = shapeOfNested("tensor", values);
  const dtype = checkDType("tensor", options.dtype ?? (holdsBooleans(values) ? "bool" : "float32"));
  const data = typedArray(dtype, numelOf(shape));
  flattenInto("tensor", values, shape, data);
  if (dtype === "bool") for (let i = 0; i < data.length; i++) data[i] = data[i] === 0 ? 0 : 1;
  return fromData(data, shape, { ...options, dtype });
}

function castArray(values: TypedArray, dtype: DType): TypedArray {
  if (dtypeOf(values) === dtype && dtype !== "bool") return values;
  const out = typedArray(dtype, values.length);
  for (let i = 0; i < out.length; i++) out[i] = dtype === "bool" ? Number(values[i] !== 0) : values[i]!;
  return out;
}

/** A tensor of `shape` filled with `value`. */
export function full(shape: Shape, value: number | boolean, options: TensorOptions = {}): Tensor {
  checkShape("full", shape);
  const dtype = checkDType("full", options.dtype ?? (typeof value === "boolean" ? "bool" : "float32"));
  return fromData(typedArray(dtype, numelOf(shape)).fill(Number(value)), shape, { ...options, dtype });
}

export function zeros(shape: Shape, options: TensorOptions = {}): Tensor {
  return full(shape, 0, options);
}

export function ones(shape: Shape, options: TensorOptions = {}): Tensor {
  return full(shape, 1, options);
}

/** A tensor of `value` with the shape, dtype and backend of `x`. */
export function fullLike(x: Tensor, value: number): Tensor {
  return full(x.shape, value, { dtype: x.dtype, backend: x.backend });
}

export function zerosLike(x: Tensor): Tensor {
  return fullLike(x, 0);
}

export function onesLike(x: Tensor): Tensor {
  return fullLike(x, 1);
}

const arangeOptions = creationOptions("arange", 'arange(0, 10, 2, { dtype: "int32" })');

/**
 * The numbers from `start` (0 when left out) up to but not including `end`, `step` (1) apart: shape
 * [ceil((end - start) / step)]. float32 unless `dtype` says otherwise. PyTorch's `arange`; the options come last, after
 * one, two or three numbers.
 *
 * @throws ArgumentError for an argument that is not a number or an unknown option.
 * @throws ShapeError for a step of 0, or one away from `end`.
 * @example arange(5, { dtype: "int32" }); // 0, 1, 2, 3, 4
 */
export function arange(end: number, options?: TensorOptions): Tensor;
export function arange(start: number, end: number, options?: TensorOptions): Tensor;
export function arange(start: number, end: number, step: number, options?: TensorOptions): Tensor;
export function arange(first: number, ...rest: readonly (number | TensorOptions | undefined)[]): Tensor {
  const [[second, step = 1], options] = numbersThenOptions(arangeOptions, rest, 2);
  const [start, end] = second === undefined ? [0, first] : [first, second];
  checkNumber("arange", second === undefined ? "end" : "start", first);
  checkNumber("arange", "end", end);
  checkNumber("arange", "step", step);
  const count = Math.ceil((end - start) / step);
  if (!Number.isFinite(count) || count < 0) {
    throw new ShapeError(`arange: a step of ${step} does not lead from ${start} to ${end}; check its sign.`);
  }
  checkShape("arange", [count]);
  const data = typedArray(checkDType("arange", options.dtype ?? "float32"), count);
  for (let i = 0; i < count; i++) data[i] = start + i * step;
  return fromData(data, [count], options);
}

const linspaceOptions = creationOptions("linspace", 'linspace(0, 1, 5, { dtype: "float64" })');

/**
 * `steps` numbers evenly spaced from `start` to `end`, both included: shape [steps]. float32 unless `dtype` says
 * otherwise. PyTorch's `linspace`.
 *
 * @throws ArgumentError for an argument that is not a number, a `steps` that is not a whole number ≥ 0, or an unknown
 * option.
 * @example linspace(0, 1, 5); // 0, 0.25, 0.5, 0.75, 1
 */
export function linspace(start: number, end: number, steps: number, options: TensorOptions = {}): Tensor {
  checkNumber("linspace", "start", start);
  checkNumber("linspace", "end", end);
  checkInteger("linspace", "steps", steps, 0);
  checkOptions(linspaceOptions, options);
  checkShape("linspace", [steps]);
  const data = typedArray(checkDType("linspace", options.dtype ?? "float32"), steps);
  const step = steps > 1 ? (end - start) / (steps - 1) : 0;
  // From both ends inwards, so that the last value is exactly `end`.
  for (let i = 0; i < steps; i++) data[i] = i < steps / 2 ? start + i * step : end - (steps - 1 - i) * step;
  return fromData(data, [steps], options);
}

const eyeOptions = creationOptions("eye", 'eye(3, { dtype: "int32" })');

/**
 * A matrix of shape [n, m] (m is n when left out) with ones on the diagonal and zeros elsewhere. float32 unless `dtype`
 * says otherwise. PyTorch's `eye`; the options come last.
 *
 * @throws ArgumentError for a size that is not a whole number ≥ 0, or an unknown option.
 * @example eye(3, { dtype: "int32" });
 */
export function eye(n: number, options?: TensorOptions): Tensor;
export function eye(n: number, m: number, options?: TensorOptions): Tensor;
export function eye(n: number, ...rest: readonly (number | TensorOptions | undefined)[]): Tensor {
  const [[m = n], options] = numbersThenOptions(eyeOptions, rest, 1);
  checkInteger("eye", "n", n, 0);
  checkInteger("eye", "m", m, 0);
  checkShape("eye", [n, m]);
  const data = typedArray(checkDType("eye", options.dtype ?? "float32"), n * m);
  for (let i = 0; i < Math.min(n, m); i++) data[i * m + i] = 1;
  return fromData(data, [n, m], options);
}

/** Takes up to `count` numbers, some of which may be left out, and the options behind them; checks the options. */
function numbersThenOptions(
  names: OptionNames,
  args: readonly (number | TensorOptions | undefined)[],
  count: number,
): [numbers: (number | undefined)[], options: TensorOptions] {
  const numbers: (number | undefined)[] = [];
  let at = 0;
  for (; at < Math.min(count, args.length); at++) {
    const arg = args[at];
    if (typeof arg === "object" && arg !== null) break;
    numbers.push(arg);
  }
  const options = args[at];
  if (typeof options === "number" || args.length > at + 1) {
    throw new ArgumentError(
      `${names.what}: takes at most ${count + 1} numbers and then its options; write ${names.example}.`,
    );
  }
  checkOptions(names, options);
  return [numbers, options ?? {}];
}

/** A copy of a tensor on another backend; the tensor itself where it already is there. */
export function toBackend(x: Tensor, backend: Backend): Tensor {
  if (x.backend === backend) return x;
  return fromData(x.dataSync(), x.shape, { dtype: x.dtype, backend });
}

/** A tensor operand: a tensor, or a number that takes the dtype it has beside one. */
export type Operandish = Tensor | number | boolean;
