import { hasNoPath, withoutPath } from "@saccade/autograd/optimizer";
import { ArgumentError, BackendError, DTypeError, ShapeError, Tensor } from "@saccade/tensor";
import { sameShape } from "@saccade/tensor/backend";
import { listOf, readRule, required, rule } from "@saccade/tensor/contract";
import { Parameter } from "../parameter.ts";
import { either, recordOf } from "../rules.ts";

/** A gradient, or none (PyTorch's None). */
export type MaybeGradient = Tensor | null | undefined;

/** Gradients as a list or by name; null or undefined for parameters without one. */
export type Gradients = readonly MaybeGradient[] | Readonly<Record<string, MaybeGradient>>;

const maybeGradient = rule(
  "a tensor",
  (value): value is MaybeGradient => (value ?? null) === null || value instanceof Tensor,
);
const must = "a list or a record of tensors";
const takeThem = "take the gradients by optimizer.gradients(() => loss).grads";
const gradientsRule = required({
  ...either(must, listOf(maybeGradient), recordOf(must, maybeGradient)),
  fix: (grads) => ("namedParameters" in Object(grads) ? takeThem : undefined),
});

/** @throws ArgumentError unless `grads` is a list or a record of live tensors, no parameters, null and undefined. */
export function checkGradients(what: string, grads: unknown): void {
  const given: Gradients = readRule(what, "grads", gradientsRule, grads, `${what}(grads)`);
  for (const [name, grad] of Object.entries<MaybeGradient>(given)) {
    grad?.checkLive(what);
    if (!(grad instanceof Parameter)) continue;
    const at = isList(given) ? name : JSON.stringify(name);
    throw new ArgumentError(`${what}: grads[${at}] is a parameter, not its gradient; ${takeThem}.`);
  }
}

/** @throws ShapeError, DTypeError, BackendError, FreedTensorError unless a gradient fits its parameter. */
export function checkGradient(optimizer: string, name: string, grad: MaybeGradient, param: Tensor): void {
  if (grad === null || grad === undefined) return;
  const what = `${optimizer}.update`;
  const fits = sameShape(grad.shape, param.shape);
  if (fits && grad.dtype === param.dtype && grad.backend === param.backend) return;
  const both = `${what}: the gradient of ${name} is ${grad.describe()}`;
  if (grad.backend !== param.backend)
    throw new BackendError(
      `${both} on the backend ${grad.backend.name}, the parameter on ${param.backend.name}; move one with to(backend).`,
    );
  const fix = fits ? ` (write grad.to("${param.dtype}"))` : "";
  throw new (fits ? DTypeError : ShapeError)(
    `${both}, the parameter ${param.describe()}; they must agree${fix}.`,
  );
}

/** The gradients that are not null or undefined, in order. */
export function presentGradients(grads: Gradients): Tensor[] {
  return Object.values<MaybeGradient>(grads).filter((grad) => grad !== null && grad !== undefined);
}

/** Null for the zeros of a parameter that the loss never met. */
export function withPath(grad: MaybeGradient): MaybeGradient {
  return grad && hasNoPath(grad) ? null : grad;
}

/** Applies `f` to every gradient that is not null or undefined. Zeros without a path stay marked as such. */
export function mapGradients<G extends Gradients>(grads: G, f: (grad: Tensor) => Tensor): G {
  const map = (grad: MaybeGradient): MaybeGradient =>
    grad && (hasNoPath(grad) ? withoutPath(f(grad)) : f(grad));
  const mapped: Gradients = isList(grads)
    ? grads.map(map)
    : Object.fromEntries(Object.entries<MaybeGradient>(grads).map(([name, grad]) => [name, map(grad)]));
  return mapped as G;
}

export function isList(grads: Gradients): grads is readonly MaybeGradient[] {
  return Array.isArray(grads);
}

/**
 * A gradient for each parameter, in the order of their names.
 *
 * @throws ArgumentError for a list of the wrong length, or an unknown name.
 */
export function inOrder(what: string, grads: Gradients, names: readonly string[]): readonly MaybeGradient[] {
  if (isList(grads)) {
    if (grads.length === names.length) return grads;
    throw new ArgumentError(
      `${what}: ${grads.length} gradients for ${names.length} parameters; ` +
        "give one for each, in their order, and null for those to skip.",
    );
  }
  const unknown = Object.keys(grads).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new ArgumentError(
      `${what}: no parameter is named ${unknown.join(", ")}; the names are ${names.join(", ")}.`,
    );
  }
  return names.map((name) => (Object.hasOwn(grads, name) ? grads[name] : null));
}
