import { ShapeError, Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";

/** @throws TypeError unless `x` is a float tensor, the only kind that has gradients. */
export function checkDifferentiable(what: string, name: string, x: unknown): Tensor {
  if (!(x instanceof Tensor))
    throw new TypeError(`${what}: ${name} must be a tensor, got ${x === null ? "null" : typeof x}.`);
  if (!isFloat(x.dtype)) {
    throw new TypeError(
      `${what}: ${name} is ${x.describe()}; only float tensors have gradients. Convert it with to("float32").`,
    );
  }
  return x;
}

/** @throws ShapeError unless `x` has one element: what a gradient is taken of must be a single number. */
export function checkScalar(what: string, x: Tensor): Tensor {
  if (x.numel !== 1) {
    throw new ShapeError(
      `${what}: the result is ${x.describe()}, but only a single number has a gradient. Reduce it with sum() or mean(), ` +
        "or give cotangents with vjp.",
    );
  }
  return x;
}
