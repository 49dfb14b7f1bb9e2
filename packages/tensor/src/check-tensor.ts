import { badArgument } from "./arguments.ts";
import { Tensor } from "./tensor.ts";

/**
 * @throws ArgumentError unless `value` is a tensor.
 * @example checkTensor("softmax", "x", x);
 */
export function checkTensor(what: string, name: string, value: unknown): asserts value is Tensor {
  if (value instanceof Tensor) return;
  const fix = typeof value === "number" || Array.isArray(value) ? "make one with tensor(…)" : undefined;
  throw badArgument(what, name, "a tensor", value, fix);
}
