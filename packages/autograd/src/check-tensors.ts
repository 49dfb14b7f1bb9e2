import { DTypeError, FreedTensorError, Tensor } from "@saccade/tensor";
import { badArgument, checkTensor, isFloat } from "@saccade/tensor/backend";

/**
 * A value as a tensor that may have a gradient.
 *
 * @throws ArgumentError unless it is a tensor; DTypeError unless it is a float tensor, since only floats have gradients.
 */
export function differentiable(what: string, name: string, x: unknown): Tensor {
  checkTensor(what, name, x);
  if (isFloat(x.dtype)) return x;
  throw new DTypeError(
    `${what}: ${name} is ${x.describe()}; only float tensors have gradients. Convert it with to("float32").`,
  );
}

/** @throws ArgumentError unless `value` is a tensor or a list of tensors; FreedTensorError for a freed one in a list. */
export function checkTensors(what: string, name: string, value: unknown): void {
  if (value instanceof Tensor) return;
  if (!Array.isArray(value)) throw badArgument(what, name, "a tensor or a list of tensors", value);
  for (const [i, x] of value.entries()) checkTensor(what, `${name}[${i}]`, x);
}

/**
 * Checks the tensors that a callback returns, while a tape may still hold freed ones.
 *
 * @throws ArgumentError for anything else; FreedTensorError for a tensor that was disposed, or whose scope has ended.
 */
export function checkReturned(what: string, result: Tensor | readonly Tensor[]): void {
  if (result instanceof Tensor && result.owned) return;
  checkTensors(what, "the function's result", result);
  const freed = [result].flat().find((x) => !x.owned);
  if (freed !== undefined)
    throw new FreedTensorError(`${what}: the callback returned a freed tensor, ${freed.describe()}.`);
}
