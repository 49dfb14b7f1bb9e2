// New tensors with the dtype and backend of another, unless the options name others.

import type { Options } from "@saccade/contract";
import { checkNumbers } from "./contract/check-shape.ts";
import { checkTensor } from "./contract/check-tensor.ts";
import { type TensorOptions, tensorOptions, type tensorRules } from "./contract/tensor-options.ts";
import { checkValue, empty, filled, settingsBeside } from "./create.ts";
import { checkShape, type Shape } from "./memory/shape.ts";
import type { Tensor } from "./tensor.ts";

const emptyLikeOptions = /* @__PURE__ */ tensorOptions("emptyLike", 'emptyLike(x, { dtype: "int32" })');

/**
 * A tensor of undefined elements, whatever the memory held, with the shape of x, and its dtype and backend unless the
 * options name others. Write all of them before they are read.
 *
 * @example emptyLike(zeros([2, 3])).shape // [2, 3]
 */
export function emptyLike(x: Tensor, options?: TensorOptions): Tensor {
  checkTensor(emptyLikeOptions.what, "x", x);
  return empty(x.shape, settingsBeside(x, emptyLikeOptions(options)));
}

const newEmptyOptions = /* @__PURE__ */ tensorOptions("newEmpty", 'newEmpty(x, [2, 3], { dtype: "int32" })');

/**
 * A tensor of `shape` whose elements are undefined, with the dtype and backend of x unless the options name others.
 * PyTorch's `x.new_empty`.
 *
 * @throws ArgumentError, ShapeError for a wrong shape.
 * @example newEmpty(zeros([2]), [2, 3]).shape // [2, 3]
 */
export function newEmpty(x: Tensor, shape: Shape, options?: TensorOptions): Tensor {
  return empty(shape, newCall(newEmptyOptions, x, shape, options));
}

const newFullOptions = /* @__PURE__ */ tensorOptions("newFull", 'newFull(x, [2, 3], 1, { dtype: "int32" })');

/**
 * A tensor of `shape` filled with a number or a boolean, with the dtype and backend of x unless the options name others.
 * PyTorch's `x.new_full`.
 *
 * @throws ArgumentError, ShapeError for a wrong shape; ArgumentError for a fraction if the dtype is int32.
 * @example newFull(zeros([1]), [2], 0.5) // tensor([0.5000, 0.5000])
 */
export function newFull(x: Tensor, shape: Shape, value: number | boolean, options?: TensorOptions): Tensor {
  const settings = newCall(newFullOptions, x, shape, options);
  checkValue("newFull", value, "newFull(x, [2, 3], 1)");
  return filled("newFull", shape, value, settings);
}

const newOnesOptions = /* @__PURE__ */ tensorOptions("newOnes", 'newOnes(x, [2, 3], { dtype: "int32" })');

/**
 * Ones of `shape`, with the dtype and backend of x unless the options name others. PyTorch's `x.new_ones`.
 *
 * @throws ArgumentError, ShapeError for a wrong shape.
 * @example newOnes(tensor([1], { dtype: "int32" }), [2]) // tensor([1, 1], dtype=int32)
 */
export function newOnes(x: Tensor, shape: Shape, options?: TensorOptions): Tensor {
  return filled("newOnes", shape, 1, newCall(newOnesOptions, x, shape, options));
}

const newZerosOptions = /* @__PURE__ */ tensorOptions("newZeros", 'newZeros(x, [2, 3], { dtype: "int32" })');

/**
 * Zeros of `shape`, with the dtype and backend of x unless the options name others. PyTorch's `x.new_zeros`.
 *
 * @throws ArgumentError, ShapeError for a wrong shape.
 * @example newZeros(tensor([1], { dtype: "int32" }), [2]) // tensor([0, 0], dtype=int32)
 */
export function newZeros(x: Tensor, shape: Shape, options?: TensorOptions): Tensor {
  return filled("newZeros", shape, 0, newCall(newZerosOptions, x, shape, options));
}

/** Checks a call f(x, shape, …, options), and gives the dtype and backend. */
function newCall(
  of: Options<typeof tensorRules>,
  x: Tensor,
  shape: unknown,
  options: TensorOptions | undefined,
): ReturnType<typeof settingsBeside> {
  checkTensor(of.what, "x", x);
  checkNumbers(of.what, "shape", shape, `write ${of.example}`);
  checkShape(of.what, shape);
  return settingsBeside(x, of(options));
}
