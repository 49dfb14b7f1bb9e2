import {
  BackendError,
  badArgument,
  DTypeError,
  describeValue,
  notTensor,
  type OptionNames,
  refuseExtra,
} from "@saccade/contract";
import type { Backend } from "../kernel.ts";
import { broadcastShapes, sameShape } from "../memory/shape.ts";
import { Tensor } from "../tensor.ts";
import { checkNumbers } from "./check-shape.ts";

/**
 * Checks that a value is a tensor that was not freed.
 *
 * @throws ArgumentError unless `value` is a tensor.
 * @throws FreedTensorError if it was freed.
 * @example checkTensor("softmax", "x", [1, 2]); // throws ArgumentError
 */
export function checkTensor(what: string, name: string, value: unknown): asserts value is Tensor {
  if (value instanceof Tensor) value.checkLive(what);
  else throw noTensor(what, name, value);
}

/**
 * Checks the call of a function of a tensor: its first argument, `x`, and that there are no more than `most`.
 *
 * @throws ArgumentError, FreedTensorError as {@link refuseExtra} and {@link checkTensor}.
 * @example checkArguments("permute", [zeros([2]), [0], 1], 2); // throws ArgumentError
 */
export function checkArguments(what: string | OptionNames, given: ArrayLike<unknown>, most: number): void {
  refuseExtra(what, given, most);
  checkTensor(typeof what === "string" ? what : what.what, "x", given[0]);
}

/**
 * Checks the call of a function of a tensor and a list of numbers. The caller checks that they are whole and in range.
 *
 * @throws ArgumentError as {@link checkArguments}, and unless the second argument is an array of numbers.
 * @example checkListCall("reshape", [x, 6], "shape", "write x.reshape([2, 3])"); // throws ArgumentError
 */
export function checkListCall(what: string, given: ArrayLike<unknown>, name: string, fix: string): void {
  checkArguments(what, given, 2);
  checkNumbers(what, name, given[1], fix);
}

/**
 * Checks the tensors of a function, by name.
 *
 * @throws ArgumentError, FreedTensorError as {@link checkTensor}; BackendError unless all are on one backend.
 * @example checkInputs("gather", { x: zeros([2]), index: 3 }); // throws ArgumentError
 */
export function checkInputs(what: string, inputs: Readonly<Record<string, unknown>>): void {
  for (const name in inputs) checkTensor(what, name, inputs[name]);
  checkSameBackend(what, Object.values(inputs) as readonly Tensor[]);
}

function noTensor(what: string, name: string, value: unknown): Error {
  const fix = typeof value === "number" || Array.isArray(value) ? "make one with tensor(…)" : undefined;
  return notTensor(what, name, "a tensor", value, fix);
}

/**
 * Checks that a value is an array of tensors.
 *
 * @throws ArgumentError unless `value` is an array of tensors.
 * @example checkTensors("cat", "tensors", [1, 2], "write cat([a, b])"); // throws ArgumentError
 */
export function checkTensors(
  what: string,
  name: string,
  value: unknown,
  fix?: string,
): asserts value is readonly Tensor[] {
  if (!Array.isArray(value)) throw badArgument(what, name, "an array of tensors", value, fix);
  // By index, to find holes too.
  for (let i = 0; i < value.length; i++) checkTensor(what, `${name}[${i}]`, value[i]);
}

/** @throws ArgumentError unless `value` is a tensor, a number or a boolean. */
export function checkOperand(
  what: string,
  name: string,
  value: unknown,
): asserts value is Tensor | number | boolean {
  if (value instanceof Tensor || typeof value === "number" || typeof value === "boolean") return;
  throw badOperand(what, name, value);
}

/** The error for an operand that is neither a tensor nor a number. */
export function badOperand(what: string, name: string, value: unknown): Error {
  const fix =
    typeof value === "string" || typeof value === "bigint"
      ? `write Number(${describeValue(value)})`
      : Array.isArray(value)
        ? "make one with tensor(…)"
        : undefined;
  return notTensor(what, name, "a tensor or a number", value, fix);
}

/**
 * Checks the tensors of a composed function, so that errors name it and not an inner op.
 *
 * @throws ShapeError unless the tensors broadcast; BackendError and FreedTensorError as in every op.
 */
export function checkTogether(what: string, tensors: readonly Tensor[]): void {
  checkSameBackend(what, tensors);
  let { shape } = tensors[0]!;
  for (const x of tensors) if (!sameShape(shape, x.shape)) shape = broadcastShapes(what, shape, x.shape);
}

/** @throws DTypeError unless a mask is bool. */
export function checkMask(what: string, name: string, mask: Tensor): void {
  if (mask.dtype === "bool") return;
  throw new DTypeError(
    `${what}: ${name} must be bool, got ${mask.describe()}; compare it, as in ${name}.ne(0).`,
  );
}

/**
 * Refuses tensors of two backends, and freed ones.
 *
 * @throws BackendError unless all tensors are on one backend; FreedTensorError for a freed one.
 * @example checkSameBackend("add", [tensor([1]), tensor([2])]) // undefined
 */
export function checkSameBackend(what: string, tensors: readonly Tensor[]): void {
  const { backend } = tensors[0]!;
  for (const x of tensors) {
    x.checkLive(what);
    if (x.backend !== backend) throw twoBackends(what, backend, x.backend);
  }
}

export function twoBackends(what: string, a: Backend, b: Backend): BackendError {
  return new BackendError(
    `${what}: tensors of two backends meet (${a.name} and ${b.name}); move one with to(backend).`,
  );
}
