import { ArgumentError, onesLike, scope, Tensor, zerosLike } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  isPlainObject,
  optionNames,
  record,
  refusePromise,
} from "@saccade/tensor/backend";
import { checkDifferentiable, checkReturned, checkScalar } from "./check-arguments.ts";
import { link, Tape } from "./tape.ts";

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
  checkFunction("valueAndGrad", "f", f, "write valueAndGrad(() => loss, params)");
  const wanted = listParams("valueAndGrad", params);
  return scope(() => {
    const { value, grads, connected } = valueAndUsedGrads(f, wanted, "valueAndGrad");
    if (!connected) throw reachesNone(params);
    return { value, grads: likeParams(params, withZeros(lossOf(value), grads, wanted)) };
  });
}

/**
 * {@link valueAndGrad} for a list, with null for a parameter without a path, which an optimizer then leaves unchanged.
 * Errors name `what`.
 *
 * @param suspects is asked about each tensor that the function reads, neither a parameter nor made by it, until it says
 * yes: then `strays` tells whether the loss depends on it.
 * @example
 * const [a, b] = [tensor([3]), tensor([1])];
 * valueAndUsedGrads(() => a.square().sum(), [a, b]).grads // [tensor([6]), null]
 */
export function valueAndUsedGrads<V extends LossResult>(
  f: () => V,
  params: readonly Tensor[],
  what: string = "valueAndUsedGrads",
  suspects?: (x: Tensor) => boolean,
): UsedGrads<V> {
  listParams(what, params);
  return scope(() => {
    const strays = new Set<Tensor>();
    const joins = suspects && ((x: Tensor): boolean => suspects(x) && strays.add(x).has(x));
    const tape = new Tape(params, joins);
    try {
      const value = scope(() => tape.run(() => checkedResult(what, f())));
      const loss = lossOf(value);
      const found = tape.backward([loss], [onesLike(loss)], [...params, ...strays]);
      const grads = found.grads.slice(0, params.length);
      record("grad", [loss], present(grads), link);
      const others = [...strays].filter((_, i) => found.grads[params.length + i] !== null);
      return { value, grads, connected: found.connected, strays: others };
    } finally {
      tape.close();
    }
  });
}

/** The result of {@link valueAndUsedGrads}. */
export interface UsedGrads<V> {
  /** What the function returned. */
  value: V;
  /** A gradient for each parameter; null without a path to the loss, and where the derivative is constant. */
  grads: (Tensor | null)[];
  /** Whether any parameter has a path to the loss. */
  connected: boolean;
  /** The suspects that have a path to the loss. */
  strays: Tensor[];
}

function present(grads: readonly (Tensor | null)[]): Tensor[] {
  return grads.filter((grad) => grad !== null);
}

// Zeros for parameters without a gradient. Outer tapes see that they depend on the loss, as gradients do.
function withZeros(loss: Tensor, grads: readonly (Tensor | null)[], params: readonly Tensor[]): Tensor[] {
  const zeros = grads.map((grad, i) => (grad === null ? zerosLike(params[i]!) : null));
  record("grad", [loss], present(zeros), link);
  return grads.map((grad, i) => grad ?? zeros[i]!);
}

/** @throws ArgumentError when no argument is on the path to the result. */
function checkConnected(numbers: readonly unknown[], connected: boolean): void {
  if (connected) return;
  throw new ArgumentError(
    `grad: the result does not depend on argument ${numbers.join(" or ")} by differentiable ops, so its gradient would be ` +
      "zero everywhere. Compute the result from the argument inside the function, without noGrad, detach, item(), and " +
      "ops without a gradient (comparisons, argmax, round, …).",
  );
}

function reachesNone(params: Params): ArgumentError {
  const names = params instanceof Tensor || Array.isArray(params) ? [] : Object.keys(params);
  const listed = names.length > 6 ? [...names.slice(0, 6), "…"] : names;
  return new ArgumentError(
    "valueAndGrad: no parameter is on the path to the loss, so every gradient would be zero. Compute the loss from the " +
      `tensors in params inside the callback, without noGrad, detach or item()${
        listed.length === 0 ? "" : `. params has ${listed.join(", ")}`
      }.`,
  );
}

function checkedResult<V extends LossResult>(what: string, value: V): V {
  refusePromise(what, value);
  const isRecord = typeof value === "object" && value !== null && "loss" in value;
  const name = isRecord ? "the loss" : "the callback's result";
  const loss = checkScalar(what, checkDifferentiable(what, name, lossOf(value)));
  checkReturned(what, isRecord ? Object.values(value) : [loss]);
  return value;
}

function lossOf(value: LossResult): Tensor {
  if (value instanceof Tensor || typeof value !== "object" || value === null || !("loss" in value))
    return value as Tensor;
  return value.loss;
}

function listParams(what: string, params: Params): readonly Tensor[] {
  if (params instanceof Tensor) return [checkDifferentiable(what, "params", params)];
  if (typeof params !== "object" || params === null || !(Array.isArray(params) || isPlainObject(params)))
    throw badArgument(what, "params", "a tensor, a list or a record of tensors", params, hintFor(params));
  const entries = Object.entries<unknown>(params);
  if (entries.length === 0)
    throw new ArgumentError(`${what}: no parameters given, so there is nothing to take a gradient for.`);
  return entries.map(([name, x]) => checkDifferentiable(what, `params.${name}`, x));
}

// A Module has parameters, but is not a record of them.
function hintFor(params: unknown): string | undefined {
  const isModule = typeof params === "object" && params !== null && "namedParameters" in params;
  return isModule ? "write net.namedParameters() for a Module" : undefined;
}

function likeParams<P extends Params>(params: P, grads: readonly Tensor[]): GradsOf<P> {
  const result =
    params instanceof Tensor
      ? grads[0]
      : Array.isArray(params)
        ? grads
        : Object.fromEntries(Object.keys(params).map((name, i) => [name, grads[i]]));
  return result as GradsOf<P>;
}

/** Options of {@link grad}. */
export interface GradOptions {
  /** The index of the argument to differentiate with respect to, or several. Default 0. */
  readonly argnums?: number | readonly number[];
}

type GradResult<O extends GradOptions> = O extends { argnums: readonly number[] } ? Tensor[] : Tensor;

const gradOptions = optionNames<GradOptions>("grad", { argnums: true }, "grad(f, { argnums: 1 })");

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
  checkFunction("grad", "f", f, "write grad((x) => x.square().sum())");
  checkOptions(gradOptions, options);
  const { argnums = 0 }: GradOptions = options ?? {};
  const numbers: readonly unknown[] = Array.isArray(argnums) ? argnums : [argnums];
  for (const n of numbers) checkInteger("grad", "argnums", n, 0);
  return (...args: A) => {
    const wanted = numbers.map((n) => checkDifferentiable("grad", `argument ${n}`, args[Number(n)]));
    return scope(() => {
      const { value, grads, connected } = valueAndUsedGrads(() => f(...args), wanted, "grad");
      checkConnected(numbers, connected);
      const all = withZeros(lossOf(value), grads, wanted);
      return (typeof argnums === "number" ? all[0] : all) as GradResult<O>;
    });
  };
}
