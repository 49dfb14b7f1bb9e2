import { type Backend, BackendError, DTypeError, type Tensor } from "@saccade/tensor";
import { badArgument, checkBoolean, checkTensor, isFloat } from "@saccade/tensor/backend";

/** @throws ArgumentError unless p is a probability. */
export function checkDropout(what: string, p: unknown): number {
  if (typeof p === "number" && p >= 0 && p <= 1) return p;
  throw badArgument(what, "dropout", "a probability from 0 to 1", p);
}

/** @throws ArgumentError unless a given flag is true or false. */
export function checkFlag(what: string, name: string, flag: unknown): void {
  if (flag !== undefined) checkBoolean(what, name, flag);
}

/** @throws ArgumentError unless all are tensors. */
export function checkTensors(what: string, tensors: Readonly<Record<string, unknown>>): void {
  for (const name in tensors) checkTensor(what, name, tensors[name]);
}

/** @throws BackendError unless tensors that meet are on one backend. */
export function checkBackends(what: string, tensors: Readonly<Record<string, Tensor>>): void {
  let first: Tensor | undefined;
  for (const name in tensors) {
    const x = tensors[name]!;
    first ??= x;
    if (x.backend !== first.backend) throw otherBackend(what, name, x, first.backend);
  }
}

/** @throws BackendError unless a mask or bias is on the backend of what it is for. */
export function checkPlace(what: string, name: string, x: Tensor, backend: Backend): void {
  if (x.backend !== backend) throw otherBackend(what, name, x, backend);
}

function otherBackend(what: string, name: string, x: Tensor, backend: Backend): BackendError {
  return new BackendError(
    `${what}: ${name} is on the backend ${x.backend.name}, and what it meets on ${backend.name}; move one with to(backend).`,
  );
}

/** @throws ArgumentError unless a mask is a tensor, DTypeError unless it is bool. */
export function checkMask(what: string, name: string, mask: unknown): asserts mask is Tensor {
  checkTensor(what, name, mask);
  if (mask.dtype === "bool") return;
  const bias =
    name === "mask" || name === "crossMask" ? name.replace("mask", "bias").replace("Mask", "Bias") : "bias";
  const floats = isFloat(mask.dtype) ? `, and floats to be added to the scores as ${bias}` : "";
  throw new DTypeError(
    `${what}: ${name} is ${mask.describe()}; a mask is bool, true where a query may attend. Give a mask of 0 and 1 as ` +
      `${name}.ne(0)${floats}.`,
  );
}

/** @throws ArgumentError unless a bias is a tensor, DTypeError unless it holds floats. */
export function checkBias(what: string, name: string, bias: unknown): asserts bias is Tensor {
  checkTensor(what, name, bias);
  if (isFloat(bias.dtype)) return;
  const mask = name.replace("bias", "mask").replace("Bias", "Mask");
  throw new DTypeError(
    `${what}: ${name} is ${bias.describe()}; it holds floats that are added to the scores. Give a bool tensor as ${mask}.`,
  );
}
