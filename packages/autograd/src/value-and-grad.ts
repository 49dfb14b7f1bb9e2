import { onesLike, scope, Tensor, zerosLike } from "@saccade/tensor";
import { refusePromise } from "@saccade/tensor/backend";
import { checkDifferentiable, checkScalar } from "./check-arguments.ts";
import { Tape } from "./tape.ts";

/** Tensors to take gradients for: one, a list, or named ones. */
export type Params = Tensor | readonly Tensor[] | Readonly<Record<string, Tensor>>;

/** Gradients in the form of the {@link Params} they belong to. */
export type GradsOf<P extends Params> = P extends Tensor ? Tensor : { readonly [K in keyof P]: Tensor };

/** What a differentiated function may return: the scalar, or the scalar as `loss` beside anything else. */
export type LossResult = Tensor | { readonly loss: Tensor };

/**
 * Runs `f` now and gives its value and the gradients of its loss for `params`, in the same form as
 * `params`. A parameter without a path to the loss gets zeros. Everything else that was made is freed.
 *
 * @param f returns a scalar tensor, or an object with a scalar `loss`, which comes back as `value`.
 * @throws ShapeError when the loss is no single number, TypeError when `f` returns a promise.
 */
export function valueAndGrad<V extends LossResult, P extends Params>(
  f: () => V,
  params: P,
): { value: V; grads: GradsOf<P> } {
  const wanted = listParams(params);
  return scope(() => {
    const { value, grads } = valueAndUsedGrads(f, wanted);
    return {
      value,
      grads: likeParams(
        params,
        grads.map((grad, i) => grad ?? zerosLike(wanted[i]!)),
      ),
    };
  });
}

/** {@link valueAndGrad} for a list, with null for a parameter without a path: an optimizer leaves it as it is. */
export function valueAndUsedGrads<V extends LossResult>(
  f: () => V,
  params: readonly Tensor[],
): { value: V; grads: (Tensor | null)[] } {
  listParams(params);
  return scope(() => {
    const tape = new Tape(params);
    try {
      const value = scope(() => tape.run(() => checkedResult("valueAndGrad", f())));
      const loss = lossOf(value);
      return { value, grads: tape.backward([loss], [onesLike(loss)], params) };
    } finally {
      tape.close();
    }
  });
}

function checkedResult<V extends LossResult>(what: string, value: V): V {
  refusePromise(what, value);
  const loss = lossOf(value);
  checkScalar(what, checkDifferentiable(what, "the callback's result (or its loss)", loss));
  return value;
}

function lossOf(value: LossResult): Tensor {
  return value instanceof Tensor ? value : value?.loss;
}

function listParams(params: Params): readonly Tensor[] {
  const list = params instanceof Tensor ? [params] : Object.values(params);
  if (list.length === 0)
    throw new TypeError("valueAndGrad: no parameters given, so there is nothing to take a gradient for.");
  return list.map((x, i) => checkDifferentiable("valueAndGrad", `parameter ${i}`, x));
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

/** Which arguments {@link grad} differentiates for. */
export interface GradOptions {
  /** An argument's number, or several; the first by default. */
  readonly argnums?: number | readonly number[];
}

type GradResult<O extends GradOptions> = O extends { argnums: readonly number[] } ? Tensor[] : Tensor;

/**
 * The gradient of a function of tensors as a function of tensors, so that `grad(grad(f))` works.
 * As in JAX: it is taken for the first argument, or for those that `argnums` names.
 *
 * @throws ShapeError when `f` returns no single number.
 */
export function grad<A extends readonly Tensor[], O extends GradOptions = object>(
  f: (...args: A) => Tensor,
  options?: O,
): (...args: A) => GradResult<O> {
  const { argnums = 0 }: GradOptions = options ?? {};
  return (...args: A) => {
    const numbers = typeof argnums === "number" ? [argnums] : argnums;
    const wanted = numbers.map((n) => checkDifferentiable("grad", `argument ${n}`, args[n]));
    const { grads } = valueAndGrad(() => f(...args), wanted);
    return (typeof argnums === "number" ? grads[0] : grads) as GradResult<O>;
  };
}
