import { ArgumentError, scope, type Tensor } from "@saccade/tensor";
import { checkFunction } from "@saccade/tensor/backend";
import { listOf, type OptionsOf, options, rule, whole } from "@saccade/tensor/contract";
import { differentiable } from "./check-tensors.ts";
import { withZeros } from "./tape.ts";
import { usedGrads } from "./value-and-grad.ts";

const index = whole(undefined, { min: 0 });
const isIndices = listOf(index).holds;

const gradOptions = /* @__PURE__ */ options(
  "grad",
  {
    /** The index of the argument to differentiate with respect to, or several. Default 0. */
    argnums: rule(
      "a whole number ≥ 0, or a list of them",
      (value): value is number | readonly number[] => index.holds(value) || isIndices(value),
      0,
    ),
  },
  { example: "grad(f, { argnums: 1 })" },
);

/** Options of {@link grad}. */
export interface GradOptions extends OptionsOf<typeof gradOptions> {}

type GradResult<O extends GradOptions> = O extends { argnums: readonly number[] } ? Tensor[] : Tensor;

/**
 * Returns a function that computes the gradient of `f`, so that `grad(grad(f))` works. As in JAX, the gradient is taken
 * with respect to the first argument, or those given by `argnums` (a list gives a list). An argument without a path to
 * the result gets zeros, as long as another has one. A derivative that does not depend on the argument is such a path:
 * the second derivative of a linear function is 0.
 *
 * @throws ArgumentError for argnums that are not whole numbers ≥ 0, or an unknown option. The gradient function throws
 * ShapeError if `f` does not return a single number, ArgumentError for arguments that are not tensors, or if the result
 * depends on none of them.
 * @example grad((x) => x.square().sum())(tensor([1, 2])) // tensor([2, 4])
 */
export function grad<A extends readonly Tensor[], O extends GradOptions = object>(
  f: (...args: A) => Tensor,
  given?: O,
): (...args: A) => GradResult<O> {
  checkFunction("grad", "f", f, "write grad((x) => x.square().sum())");
  const { argnums } = gradOptions(given);
  const numbers = typeof argnums === "number" ? [argnums] : argnums;
  return (...args: A) => {
    const wanted = numbers.map((n) => differentiable("grad", `argument ${n}`, args[n]));
    return scope(() => {
      const { value, grads } = usedGrads(() => f(...args), wanted, "grad");
      if (grads.every((one) => one === null)) throw dependsOnNone(numbers);
      const all = withZeros([value], grads, wanted);
      return (typeof argnums === "number" ? all[0] : all) as GradResult<O>;
    });
  };
}

function dependsOnNone(numbers: readonly number[]): ArgumentError {
  return new ArgumentError(
    `grad: the result does not depend on argument ${numbers.join(" or ")} by differentiable ops, so its gradient would be ` +
      "zero everywhere. Compute the result from the argument inside the function, without noGrad, detach, item(), and " +
      "ops without a gradient (comparisons, argmax, round, …).",
  );
}
