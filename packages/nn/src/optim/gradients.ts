import { BackendError, DTypeError, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument, sameShape } from "@saccade/tensor/backend";
import { isRecord } from "../checks.ts";

/** A gradient, or none (PyTorch's None). */
export type MaybeGradient = Tensor | null | undefined;

/** Gradients as a list or by name; null or undefined for parameters without one. */
export type Gradients = readonly MaybeGradient[] | Readonly<Record<string, MaybeGradient>>;

/** @throws ArgumentError unless `grads` is a list or a record of tensors, null and undefined. */
export function checkGradients(what: string, grads: unknown): void {
  if (!Array.isArray(grads) && !isRecord(grads))
    throw badArgument(what, "grads", "a list or a record of tensors", grads);
  for (const [name, grad] of Object.entries(grads)) {
    if (grad === null || grad === undefined || grad instanceof Tensor) continue;
    throw badArgument(what, `grads[${Array.isArray(grads) ? name : JSON.stringify(name)}]`, "a tensor", grad);
  }
}

/** @throws ShapeError, DTypeError, BackendError, FreedTensorError unless a gradient fits its parameter. */
export function checkGradient(optimizer: string, name: string, grad: MaybeGradient, param: Tensor): void {
  if (grad === null || grad === undefined) return;
  const what = `${optimizer}.update`;
  grad.checkLive(what);
  if (grad.backend !== param.backend) {
    throw new BackendError(
      `${what}: the gradient of ${name} is on the backend ${grad.backend.name}, the parameter on ${param.backend.name}; ` +
        "move one with to(backend).",
    );
  }
  const fits = sameShape(grad.shape, param.shape);
  if (fits && grad.dtype === param.dtype) return;
  const Class = fits ? DTypeError : ShapeError;
  throw new Class(
    `${what}: the gradient of ${name} is ${grad.describe()}, the parameter ${param.describe()}; they must ` +
      `agree${fits ? ` (write grad.to("${param.dtype}"))` : ""}.`,
  );
}

/** The gradients that are not null or undefined, in order. */
export function presentGradients(grads: Gradients): Tensor[] {
  return Object.values<MaybeGradient>(grads).filter((grad) => grad !== null && grad !== undefined);
}

/** Applies `f` to every gradient that is not null or undefined. */
export function mapGradients<G extends Gradients>(grads: G, f: (grad: Tensor) => Tensor): G {
  const map = (grad: MaybeGradient): MaybeGradient => grad && f(grad);
  const mapped: Gradients = isList(grads)
    ? grads.map(map)
    : Object.fromEntries(Object.entries<MaybeGradient>(grads).map(([name, grad]) => [name, map(grad)]));
  return mapped as G;
}

export function isList(grads: Gradients): grads is readonly MaybeGradient[] {
  return Array.isArray(grads);
}
