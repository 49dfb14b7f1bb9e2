import { ArgumentError, onesLike, scope, Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  isPlainObject,
  optionNames,
  refuseExtra,
  refusePromise,
} from "@saccade/tensor/backend";
import { checkDifferentiable, checkReturned, checkScalar } from "./check-arguments.ts";
import { type MaybeGrad, Tape, withZeros } from "./tape.ts";

/** Tensors to differentiate with respect to: one, a list, or a record. */
export type Params = Tensor | readonly Tensor[] | Readonly<Record<string, Tensor>>;

/** Gradients in the same form as {@link Params}. */
export type GradsOf<P extends Params> = P extends Tensor ? Tensor : { readonly [K in keyof P]: Tensor };

/** The result of a differentiated function: a scalar, or an object with a scalar `loss` and any other fields. */
export type LossResult = Tensor | { readonly loss: Tensor };

/**
 * Runs `f` and returns its value and the gradients of its loss with respect to `params`, in the same form as `params`.
 * A parameter without a path to the loss gets zeros, as long as another has one. All other tensors made inside are freed.
 *
 * @param f returns a scalar tensor, or an object with a scalar `loss`. The result is returned as `value`.
 * @param params the float tensors to differentiate with respect to: one, a list, or a record such as
 * `net.namedParameters()`.
 * @throws ShapeError if the loss is not a single number; ArgumentError if it is not a tensor or depends on none of the
 * parameters, if `f` returns a promise, or for parameters that are not tensors; DTypeError for tensors that are not floats.
 * @example
 * const w = tensor([3]);
 * valueAndGrad(() => w.square().sum(), { w }) // { value: tensor(9), grads: { w: tensor([6]) } }
 */
export function valueAndGrad<V extends LossResult, P extends Params>(
  f: () => V,
  params: P,
): { value: V; grads: GradsOf<P> } {
  refuseExtra("valueAndGrad", arguments, 2);
  checkFunction("valueAndGrad", "f", f, "write valueAndGrad(() => loss, params)");
  const wanted = listParams("valueAndGrad", params);
  return scope(() => {
    const { value, grads } = valueAndUsedGrads(f, wanted, "valueAndGrad");
    if (grads.every((grad) => grad === null)) throw reachesNone(params);
    return { value, grads: likeParams(params, withZeros([lossOf(value)], grads, wanted)) };
  });
}

/**
 * {@link valueAndGrad} for a list, with null for a parameter without a path, which an optimizer then leaves unchanged,
 * and false where the path has a constant derivative. Errors name `what`.
 *
 * @param joins is asked about each tensor that the function reads, neither a parameter nor made by it, until it says
 * yes. It may add the tensor to `params`, to get its gradient too.
 * @example
 * const [a, b] = [tensor([3]), tensor([1])];
 * valueAndUsedGrads(() => a.square().sum(), [a, b]).grads // [tensor([6]), null]
 */
export function valueAndUsedGrads<V extends LossResult>(
  f: () => V,
  params: readonly Tensor[],
  what: string = "valueAndGrad",
  joins?: (x: Tensor) => boolean,
): { value: V; grads: MaybeGrad[] } {
  listParams(what, params);
  return scope(() => {
    const tape = new Tape(params, joins);
    try {
      const value = scope(() => tape.run(() => checkedResult(what, f())));
      const loss = lossOf(value);
      return { value, grads: tape.backward([loss], [onesLike(loss)], params) };
    } finally {
      tape.close();
    }
  });
}

function dependsOnNone(numbers: readonly unknown[]): ArgumentError {
  return new ArgumentError(
    `grad: the result does not depend on argument ${numbers.join(" or ")} by differentiable ops, so its gradient would be ` +
      "zero everywhere. Compute the result from the argument inside the function, without noGrad, detach, item(), and " +
      "ops without a gradient (comparisons, argmax, round, …).",
  );
}

function reachesNone(params: Params): ArgumentError {
  const names = isPlainObject(params) ? Object.keys(params) : [];
  if (names.length > 6) names.splice(6, names.length, "…");
  return new ArgumentError(
    "valueAndGrad: no parameter is on the path to the loss. Compute it from the tensors in params, inside the callback, " +
      `without noGrad, detach or item().${names.length > 0 ? ` params has ${names.join(", ")}.` : ""}`,
  );
}

function checkedResult<V extends LossResult>(what: string, value: V): V {
  refusePromise(what, value);
  const loss = lossOf(value);
  const name = loss === value ? "the callback's result" : "the loss";
  checkScalar(what, checkReturned(what, checkDifferentiable(what, name, loss)));
  return value;
}

function lossOf(value: LossResult): Tensor {
  return "loss" in Object(value) ? (value as { loss: Tensor }).loss : (value as Tensor);
}

function listParams(what: string, params: Params): readonly Tensor[] {
  if (params instanceof Tensor) return [checkDifferentiable(what, "params", params)];
  if (!Array.isArray(params) && !isPlainObject(params ?? 0))
    throw badArgument(
      what,
      "params",
      "a tensor, a list or a record of tensors",
      params,
      // A Module has parameters, but is not a record of them.
      "namedParameters" in Object(params) ? "write net.namedParameters() for a Module" : undefined,
    );
  const entries = Object.entries<unknown>(params);
  if (entries.length === 0)
    throw new ArgumentError(`${what}: no parameters given, so there is nothing to take a gradient for.`);
  return entries.map(([name, x]) => checkDifferentiable(what, `params.${name}`, x));
}

function likeParams<P extends Params>(params: P, grads: readonly Tensor[]): GradsOf<P> {
  const result = isPlainObject(params)
    ? Object.fromEntries(Object.keys(params).map((name, i) => [name, grads[i]]))
    : Array.isArray(params)
      ? grads
      : grads[0];
  return result as GradsOf<P>;
}

/** Options of {@link grad}. */
export interface GradOptions {
  /** The index of the argument to differentiate with respect to, or several. Default 0. */
  readonly argnums?: number | readonly number[];
}

type GradResult<O extends GradOptions> = O extends { argnums: readonly number[] } ? Tensor[] : Tensor;

const gradOptions = /* @__PURE__ */ optionNames<GradOptions>(
  "grad",
  { argnums: true },
  "grad(f, { argnums: 1 })",
);

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
  options?: O,
): (...args: A) => GradResult<O> {
  refuseExtra(gradOptions, arguments, 2);
  checkFunction("grad", "f", f, "write grad((x) => x.square().sum())");
  checkOptions(gradOptions, options);
  const { argnums = 0 }: GradOptions = options ?? {};
  const numbers: readonly unknown[] = Array.isArray(argnums) ? argnums : [argnums];
  for (const n of numbers) checkInteger("grad", "argnums", n, 0);
  return (...args: A) => {
    const wanted = numbers.map((n) => checkDifferentiable("grad", `argument ${n}`, args[Number(n)]));
    return scope(() => {
      const { value, grads } = valueAndUsedGrads(() => f(...args), wanted, "grad");
      if (grads.every((one) => one === null)) throw dependsOnNone(numbers);
      const all = withZeros([value], grads, wanted);
      return (typeof argnums === "number" ? all[0] : all) as GradResult<O>;
    });
  };
}
