// Gradients of a loss, for parameters by name: valueAndGrad, and what optimizers call.

import { ArgumentError, ShapeError, scope, Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  filledLike,
  isFloat,
  isPlainObject,
  refusePromise,
} from "@saccade/tensor/backend";
import { checkReturned, differentiable, type MaybeGrad, Tape, withZeros } from "./tape.ts";

/** Tensors to differentiate with respect to: one, a list, or a record. */
export type Params = Tensor | readonly Tensor[] | Readonly<Record<string, Tensor>>;

/** Gradients in the same form as {@link Params}. */
export type GradsOf<P extends Params> = P extends Tensor ? Tensor : { readonly [K in keyof P]: Tensor };

/** The result of a differentiated function: a scalar, or an object with a scalar `loss` and any other fields. */
export type LossResult = Tensor | { readonly loss: Tensor };

/**
 * Runs `f` and returns its value and the gradients of its loss with respect to `params`, in the same form as `params`.
 * A parameter without a path to the loss gets zeros, as long as another has one; `optimizer.update` leaves it alone, as PyTorch
 * does where the gradient is None. All other tensors made inside are freed.
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
    const { value, grads } = usedGrads(f, wanted, "valueAndGrad");
    if (grads.every((grad) => grad === null)) throw reachesNone(params);
    return { value, grads: likeParams(params, withZeros([lossOf(value)], grads, wanted)) };
  });
}

/**
 * {@link valueAndGrad} for a list, with null for a parameter without a path, which an optimizer then leaves unchanged,
 * and false where the path has a constant derivative. Errors name `what`.
 *
 * @param joins is called with each tensor that the function reads, neither a parameter nor made by it, until it returns
 * true. It may add the tensor to `params`, to get its gradient too.
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
  // Names for messages only if there is one: a model may have hundreds of parameters.
  if (!(params.length > 0 && params.every(isTrainable))) listParams(what, params);
  return usedGrads(f, params, what, joins);
}

/** {@link valueAndUsedGrads} of float tensors, at least one. */
export function usedGrads<V extends LossResult>(
  f: () => V,
  params: readonly Tensor[],
  what: string,
  joins?: (x: Tensor) => boolean,
): { value: V; grads: MaybeGrad[] } {
  return scope(() => {
    const tape = new Tape(params, joins);
    try {
      const value = scope(() => tape.run(() => lossResult(what, f())));
      const loss = lossOf(value);
      return { value, grads: tape.backward([loss], [filledLike(loss, 1)], params) };
    } finally {
      tape.close();
    }
  });
}

function reachesNone(params: Params): ArgumentError {
  const names = isPlainObject(params) ? Object.keys(params) : [];
  if (names.length > 6) names.splice(6, names.length, "…");
  return new ArgumentError(
    "valueAndGrad: no parameter is on the path to the loss. Compute it from the tensors in params, inside the callback, " +
      `without noGrad, detach or item().${names.length > 0 ? ` params has ${names.join(", ")}.` : ""}`,
  );
}

/** The result of a callback, unless its loss has no gradient. */
function lossResult<V extends LossResult>(what: string, value: V): V {
  refusePromise(what, value);
  const loss = lossOf(value);
  differentiable(what, loss === value ? "the callback's result" : "the loss", loss);
  checkReturned(what, loss);
  if (loss.numel === 1) return value;
  throw new ShapeError(
    `${what}: the result is ${loss.describe()}, but only a single number has a gradient; reduce it with sum() or mean(), or use vjp.`,
  );
}

function lossOf(value: LossResult): Tensor {
  return !(value instanceof Tensor) && "loss" in Object(value) ? value.loss : (value as Tensor);
}

function listParams(what: string, params: Params): readonly Tensor[] {
  const isOne = params instanceof Tensor;
  if (!isOne && !Array.isArray(params) && !isPlainObject(params ?? 0))
    throw badArgument(
      what,
      "params",
      "a tensor, a list or a record of tensors",
      params,
      // A Module has parameters, but is not a record of them.
      "namedParameters" in Object(params) ? "write net.namedParameters() for a Module" : undefined,
    );
  const entries: [string, Tensor][] = isOne ? [["", params]] : Object.entries(params);
  if (entries.length === 0)
    throw new ArgumentError(`${what}: no parameters given, so there is nothing to take a gradient for.`);
  return entries.map(([name, x]) => differentiable(what, isOne ? "params" : `params.${name}`, x));
}

function isTrainable(x: Tensor): boolean {
  return x.shares > 0 && isFloat(x.dtype);
}

function likeParams<P extends Params>(params: P, grads: readonly Tensor[]): GradsOf<P> {
  const result = isPlainObject(params)
    ? Object.fromEntries(Object.keys(params).map((name, i) => [name, grads[i]]))
    : Array.isArray(params)
      ? grads
      : grads[0];
  return result as GradsOf<P>;
}
