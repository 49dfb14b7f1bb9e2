import { badArgument, ShapeError } from "@saccade/contract";
import { newTensorCall } from "./contract/check-shape.ts";
import { checkTensor } from "./contract/check-tensor.ts";
import { type Bytes, checkTypedArray, convertData, convertNumber, dtypeOf } from "./contract/host-data.ts";
import { type TensorOptions, tensorOptions } from "./contract/tensor-options.ts";
import { getBackend } from "./current-backend.ts";
import type { Backend } from "./kernel.ts";
import { storageOf } from "./memory/allocate.ts";
import { type DType, type TypedArray, typedArray } from "./memory/dtype.ts";
import {
  checkAddressable,
  contiguousStrides,
  copyShape,
  formatShape,
  numelOf,
  type Shape,
} from "./memory/shape.ts";
import { flattenInto, type NestedArray, shapeOfNested } from "./nested.ts";
import { Tensor } from "./tensor.ts";

export type { TensorOptions } from "./contract/tensor-options.ts";

const fromDataOptions = /* @__PURE__ */ tensorOptions("fromData", "fromData(data, [2, 3], { backend })");

/**
 * Makes a tensor from row-major elements, which are copied and converted to `dtype` if it is given.
 *
 * @throws ArgumentError unless `data` is a typed array, and for a fraction if the dtype is int32; DTypeError for a type that no dtype matches, or for bytes
 * without a dtype.
 * @throws ShapeError unless the number of elements matches the shape.
 * @example fromData(new Float32Array([1, 2, 3, 4]), [2, 2]) // tensor([[1, 2], [3, 4]])
 */
export function fromData(
  data: TypedArray | Uint8ClampedArray,
  shape: Shape,
  options?: TensorOptions,
): Tensor {
  const { dtype, backend } = newTensorCall(fromDataOptions, arguments, 3, shape, options);
  checkTypedArray("fromData", "data", data, dtype);
  return fromChecked("fromData", data, shape, dtype ?? dtypeOf(data), backend);
}

/** {@link fromData} for checked arguments. `what` is the function for messages. */
export function fromChecked(
  what: string,
  data: TypedArray | Bytes,
  shape: Shape,
  dtype: DType,
  backend: Backend = getBackend(),
): Tensor {
  if (data.length !== numelOf(shape))
    throw new ShapeError(`${what}: ${data.length} elements do not fill shape ${formatShape(shape)}.`);
  const filled = convertData(what, data, dtype);
  const sizes = copyShape(shape);
  const storage = storageOf(what, backend, { shape: sizes, dtype }, { filled });
  return new Tensor(storage, sizes, contiguousStrides(sizes), 0);
}

const emptyOptions = /* @__PURE__ */ tensorOptions("empty", "empty([2, 3], { backend })");

/**
 * Makes a tensor whose elements are undefined: whatever the memory held. Write all of them before they are read. Memory
 * that is never written costs nothing on most hosts.
 *
 * @throws ArgumentError for sizes that are not whole numbers ≥ 0, or an unknown option; OutOfMemoryError.
 * @example empty([2, 3]).shape // [2, 3]
 */
export function empty(shape: Shape, options?: TensorOptions): Tensor {
  const { dtype = "float32", backend = getBackend() } = newTensorCall(
    emptyOptions,
    arguments,
    2,
    shape,
    options,
  );
  const sizes = copyShape(shape);
  return new Tensor(storageOf("empty", backend, { shape: sizes, dtype }), sizes, contiguousStrides(sizes), 0);
}

const tensorFunctionOptions = /* @__PURE__ */ tensorOptions("tensor", 'tensor([1, 2], { dtype: "int32" })');

/**
 * Makes a tensor from a number, nested arrays of numbers or booleans, or a typed array. Unless `dtype` is given,
 * numbers become float32, booleans bool, and a typed array keeps its type.
 *
 * @throws ShapeError if rows differ in length.
 * @throws ArgumentError for an element that is not a number or boolean, and for a fraction if the dtype is int32;
 * OverflowError for one that does not fit int32.
 * @throws DTypeError for bytes (such as Uint8Array) without a dtype.
 * @example tensor([[1, 2], [3, 4]]).shape // [2, 2]
 */
export function tensor(
  values: NestedArray | TypedArray | Uint8ClampedArray,
  options?: TensorOptions,
): Tensor {
  const { dtype, backend } = tensorFunctionOptions(options);
  if (ArrayBuffer.isView(values)) {
    checkTypedArray("tensor", "values", values, dtype);
    return fromChecked("tensor", values, [values.length], dtype ?? dtypeOf(values), backend);
  }
  const shape = shapeOfNested("tensor", values);
  checkAddressable("tensor", shape);
  const data = new Float64Array(numelOf(shape));
  const allBooleans = flattenInto("tensor", values, shape, data);
  const found = allBooleans && data.length > 0 ? "bool" : "float32";
  return fromChecked("tensor", data, shape, dtype ?? found, backend);
}

const fullOptions = /* @__PURE__ */ tensorOptions("full", 'full([2, 3], 1, { dtype: "int32" })');

/**
 * A tensor of `shape` filled with a number or a boolean.
 *
 * @throws ArgumentError for a fraction, OverflowError for a value that does not fit, if the dtype is int32.
 * @example full([2, 3], 0.5) // tensor([[0.5000, 0.5000, 0.5000], [0.5000, 0.5000, 0.5000]])
 */
export function full(shape: Shape, value: number | boolean, options?: TensorOptions): Tensor {
  const settings = newTensorCall(fullOptions, arguments, 3, shape, options);
  checkValue("full", value, "full([2, 3], 1)");
  return filled("full", shape, value, settings);
}

/** Refuses a value that is not a number or boolean. */
export function checkValue(what: string, value: unknown, example: string): void {
  if (typeof value === "number" || typeof value === "boolean") return;
  throw badArgument(what, "value", "a number or a boolean", value, `as in ${example}`);
}

/** {@link full} for checked arguments. `what` is the function for messages. */
export function filled(what: string, shape: Shape, value: number | boolean, options: TensorOptions): Tensor {
  const dtype = options.dtype ?? (typeof value === "boolean" ? "bool" : "float32");
  const data = typedArray(dtype, numelOf(shape)).fill(convertNumber(what, Number(value), dtype));
  return fromChecked(what, data, shape, dtype, options.backend);
}

const zerosOptions = /* @__PURE__ */ tensorOptions("zeros", 'zeros([2, 3], { dtype: "int32" })');

/**
 * A tensor of zeros.
 *
 * @example zeros([2, 3]) // tensor([[0, 0, 0], [0, 0, 0]])
 */
export function zeros(shape: Shape, options?: TensorOptions): Tensor {
  return filled("zeros", shape, 0, newTensorCall(zerosOptions, arguments, 2, shape, options));
}

const onesOptions = /* @__PURE__ */ tensorOptions("ones", 'ones([2, 3], { dtype: "int32" })');

/**
 * A tensor of ones.
 *
 * @example ones([2, 3], { dtype: "int32" }) // tensor([[1, 1, 1], [1, 1, 1]], dtype=int32)
 */
export function ones(shape: Shape, options?: TensorOptions): Tensor {
  return filled("ones", shape, 1, newTensorCall(onesOptions, arguments, 2, shape, options));
}

const fullLikeOptions = /* @__PURE__ */ tensorOptions("fullLike", 'fullLike(x, 1, { dtype: "int32" })');

/**
 * A tensor of `value` with the shape of `x`, and its dtype and backend unless the options name others.
 *
 * @example fullLike(tensor([[1, 2]]), 0.5) // tensor([[0.5000, 0.5000]])
 */
export function fullLike(x: Tensor, value: number | boolean, options?: TensorOptions): Tensor {
  checkTensor(fullLikeOptions.what, "x", x);
  checkValue("fullLike", value, "fullLike(x, 1)");
  return filled("fullLike", x.shape, value, settingsBeside(x, fullLikeOptions(options)));
}

/**
 * A tensor of one value with the shape, dtype and backend of x: `fullLike` without its options.
 *
 * @example filledLike(tensor([1, 2]), 0) // tensor([0, 0])
 */
export function filledLike(x: Tensor, value: number): Tensor {
  return filled("fullLike", x.shape, value, x);
}

/** The dtype and backend of x, unless the options name others. */
export function settingsBeside(
  x: Tensor,
  { dtype = x.dtype, backend = x.backend }: TensorOptions,
): { readonly dtype: DType; readonly backend: Backend } {
  return { dtype, backend };
}

const zerosLikeOptions = /* @__PURE__ */ tensorOptions("zerosLike", 'zerosLike(x, { dtype: "int32" })');

/**
 * Zeros with the shape of `x`, and its dtype and backend unless the options name others.
 *
 * @example zerosLike(tensor([[1, 2]])) // tensor([[0, 0]])
 */
export function zerosLike(x: Tensor, options?: TensorOptions): Tensor {
  checkTensor(zerosLikeOptions.what, "x", x);
  return filled("zerosLike", x.shape, 0, settingsBeside(x, zerosLikeOptions(options)));
}

const onesLikeOptions = /* @__PURE__ */ tensorOptions("onesLike", 'onesLike(x, { dtype: "int32" })');

/**
 * Ones with the shape of `x`, and its dtype and backend unless the options name others.
 *
 * @example onesLike(tensor([1, 2], { dtype: "int32" })) // tensor([1, 1], dtype=int32)
 */
export function onesLike(x: Tensor, options?: TensorOptions): Tensor {
  checkTensor(onesLikeOptions.what, "x", x);
  return filled("onesLike", x.shape, 1, settingsBeside(x, onesLikeOptions(options)));
}

/** A copy of a tensor on another backend; the tensor itself if it is already there. */
export function toBackend(x: Tensor, backend: Backend): Tensor {
  if (x.backend === backend) return x;
  return fromChecked("to", x.dataSync(), x.shape, x.dtype, backend);
}

/** An operand: a tensor, or a number or boolean that is converted to the other operand's dtype. */
export type Operandish = Tensor | number | boolean;
