// Derivatives of a function by its arguments: grad, products with the Jacobian and the Hessian, and their matrices.

import { ArgumentError, DTypeError, eye, ShapeError, scope, Tensor, zeros, zerosLike } from "@saccade/tensor";
import { badArgument, checkFunction, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { checkTensorOrList, differentiable, withZeros } from "./tape.ts";
import { usedGrads } from "./value-and-grad.ts";
import { listOf, vjp } from "./vjp.ts";
import { vmap } from "./vmap/vmap.ts";

const index = /* @__PURE__ */ c.whole(undefined, { min: 0 });
const indices = /* @__PURE__ */ c.listOf(index);

const gradOptions = /* @__PURE__ */ c.options("grad(f, { argnums: 1 })", {
  /** The index of the argument to differentiate with respect to, or several. Default 0. */
  argnums: /* @__PURE__ */ c.rule(
    "a whole number ≥ 0, or a list of them",
    (value): value is number | readonly number[] => index.holds(value) || indices.holds(value),
    0,
  ),
});

/** Options of {@link grad}. */
export interface GradOptions extends c.OptionsOf<typeof gradOptions> {}

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

type Tensors = Tensor | readonly Tensor[];

/** One tensor for one, a list for a list. */
type Like<T extends Tensors, Each> = T extends Tensor ? Each : Each[];

/** The result of {@link jvp}. */
export interface JacobianVectorProduct<V> {
  /** The outputs of the function. */
  readonly value: V;
  /** How fast each output changes as the inputs move along the tangents, in the form of the outputs. */
  readonly tangent: V extends Tensor ? Tensor : Tensor[];
}

/** The result of {@link hvp}. */
export interface HessianVectorProduct<I extends Tensors> {
  /** The function's value. */
  readonly value: Tensor;
  /** The Hessian times the vector, in the form of the inputs. */
  readonly hvp: Like<I, Tensor>;
}

/**
 * The outputs of `f(...inputs)` and their derivatives along `tangents`: Jacobian-vector products, by reverse mode twice
 * (the product is linear in the cotangent, so its own pull-back gives the other one).
 *
 * @param inputs one tensor or a list; `tangents` has the same form, shapes and dtypes
 * @throws the errors of {@link vjp}; ShapeError or DTypeError for a tangent unlike its input.
 * @example jvp((x) => x.square(), tensor([1, 2]), tensor([1, 10])).tangent // tensor([ 2, 40])
 */
export function jvp<V extends Tensors>(
  f: (...inputs: Tensor[]) => V,
  inputs: Tensors,
  tangents: Tensors,
): JacobianVectorProduct<V> {
  checkFunction("jvp", "f", f, "write jvp((x) => x.square(), x, v)");
  const [xs, vs] = likeInputs("jvp", "tangents", inputs, tangents);
  return scope(() => {
    const { value, pullBack } = vjp(f, xs);
    const outputs = listOf(value);
    const back = vjp(
      (...cotangents) => pullBack(cotangents),
      outputs.map((y) => zerosLike(y)),
    );
    const tangent = back.pullBack(vs);
    return { value, tangent: (value instanceof Tensor ? tangent[0] : tangent) as never };
  });
}

/**
 * The gradient's derivative along a vector, and the function's value: the Hessian times `v` without the Hessian
 * (Pearlmutter 1994), by reverse mode twice, since the Hessian is symmetric.
 *
 * @param f returns a scalar
 * @param inputs one tensor or a list; `v` has the same form, shapes and dtypes
 * @throws the errors of {@link vjp}; ShapeError unless `f` returns a single number, or for a vector unlike its input.
 * @example hvp((x) => x.powScalar(3).sum(), tensor([1, 2]), tensor([1, 1])).hvp // tensor([ 6, 12])
 */
export function hvp<I extends Tensors>(
  f: (...inputs: Tensor[]) => Tensor,
  inputs: I,
  v: I,
): HessianVectorProduct<I> {
  checkFunction("hvp", "f", f, "write hvp((x) => x.square().sum(), x, v)");
  const [xs, vs] = likeInputs("hvp", "v", inputs, v);
  return scope(() => {
    const { value, pullBack } = vjp((...at) => {
      const inner = vjp(f, at);
      const loss = scalar("hvp", inner.value);
      return [loss, ...inner.pullBack(zerosLike(loss).add(1))];
    }, xs);
    const [loss] = value;
    const products = pullBack([zerosLike(loss!), ...vs]);
    return { value: loss!, hvp: inForm(inputs, products) };
  });
}

/**
 * All derivatives of `f(...inputs)`: for an output y and an input x the tensor of ∂y/∂x, (…y, …x). One pull-back for all
 * elements of the outputs, mapped by {@link vmap}.
 *
 * @param f returns a tensor, or a list: then so is the result, with an entry for each output
 * @param inputs one tensor or a list: then each entry is a list, with a derivative for each input
 * @throws the errors of {@link vjp}.
 * @example jacobian((x) => x.square(), tensor([1, 2])) // tensor([[2, 0], [0, 4]])
 */
export function jacobian<V extends Tensors, I extends Tensors>(
  f: (...inputs: Tensor[]) => V,
  inputs: I,
): Like<V, Like<I, Tensor>> {
  checkFunction("jacobian", "f", f, "write jacobian((x) => x.square(), x)");
  const xs = floats("jacobian", "inputs", inputs);
  return scope(() => {
    const { value, pullBack } = vjp(f, xs);
    const outputs = listOf(value);
    const count = outputs.reduce((n, y) => n + y.numel, 0);
    const rows =
      count === 0
        ? xs.map(({ shape, dtype, backend }) => zeros([0, ...shape], { dtype, backend }))
        : vmap((...cotangents: Tensor[]) => pullBack(cotangents), { randomness: "same" })(
            ...basis(outputs, count),
          );
    let at = 0;
    const all = outputs.map((y) => {
      const own = rows.map((row, i) => row.narrow(0, at, y.numel).reshape([...y.shape, ...xs[i]!.shape]));
      at += y.numel;
      return inForm(inputs, own);
    });
    return (value instanceof Tensor ? all[0] : all) as Like<V, Like<I, Tensor>>;
  });
}

/**
 * All second derivatives of a scalar function: (…x, …x) for one input x; for a list, an entry for each pair of inputs,
 * (…xᵢ, …xⱼ).
 *
 * @param f returns a scalar
 * @throws the errors of {@link vjp}; ShapeError unless `f` returns a single number.
 * @example hessian((x) => x.powScalar(3).sum(), tensor([1, 2])) // tensor([[ 6, 0], [ 0, 12]])
 */
export function hessian<I extends Tensors>(
  f: (...inputs: Tensor[]) => Tensor,
  inputs: I,
): Like<I, Like<I, Tensor>> {
  checkFunction("hessian", "f", f, "write hessian((x) => x.square().sum(), x)");
  floats("hessian", "inputs", inputs);
  const slope = (...at: Tensor[]): Tensor[] => {
    const { value, pullBack } = vjp(f, at);
    return pullBack(zerosLike(scalar("hessian", value)).add(1));
  };
  const all = jacobian(slope, inputs);
  return (inputs instanceof Tensor ? all[0] : all) as Like<I, Like<I, Tensor>>;
}

/** The unit vectors of all outputs together, for each output: (count, …y). */
function basis(outputs: readonly Tensor[], count: number): Tensor[] {
  let at = 0;
  return outputs.map(({ shape, numel, dtype, backend }) => {
    const own = eye(count, { dtype, backend }).narrow(1, at, numel);
    at += numel;
    return own.reshape([count, ...shape]);
  });
}

function inForm<I extends Tensors>(inputs: I, tensors: Tensor[]): Like<I, Tensor> {
  return (inputs instanceof Tensor ? tensors[0] : tensors) as Like<I, Tensor>;
}

function scalar(what: string, value: Tensor): Tensor {
  if (value instanceof Tensor && value.numel === 1) return value;
  const found = value instanceof Tensor ? value.describe() : "a list";
  throw new ShapeError(
    `${what}: f returns ${found}, expected a single number; reduce it with sum() or mean().`,
  );
}

/** One tensor or several, as a list. @throws ArgumentError, DTypeError, FreedTensorError unless they are of floats. */
function floats(what: string, name: string, given: Tensors): readonly Tensor[] {
  checkTensorOrList(what, name, given);
  if (Array.isArray(given) && given.length === 0)
    throw badArgument(what, name, "a tensor or a list of some", given, "write [x]");
  return listOf(given).map((x, i) =>
    differentiable(what, given instanceof Tensor ? name : `${name}[${i}]`, x),
  );
}

/** The inputs and vectors as lists, one vector for each input, of its shape and dtype. */
function likeInputs(
  what: string,
  name: string,
  inputs: Tensors,
  vectors: Tensors,
): readonly [readonly Tensor[], readonly Tensor[]] {
  const [xs, vs] = [floats(what, "inputs", inputs), floats(what, name, vectors)];
  if (xs.length !== vs.length)
    throw new ShapeError(`${what}: ${name} has ${vs.length} tensors for ${xs.length} inputs; give one each.`);
  for (const [i, x] of xs.entries()) {
    const v = vs[i]!;
    if (!sameShape(v.shape, x.shape))
      throw new ShapeError(
        `${what}: ${name} ${i} is ${v.describe()}, expected the shape of its input, ${x.describe()}.`,
      );
    if (v.dtype !== x.dtype)
      throw new DTypeError(
        `${what}: ${name} ${i} is ${v.describe()}, its input ${x.describe()}; convert it with to("${x.dtype}").`,
      );
  }
  return [xs, vs];
}
