import { fromData, type TensorOptions } from "../../create.ts";
import type { TypedArray } from "../../memory/dtype.ts";
import { numelOf, type Shape } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { captures, withoutTraces } from "../listeners.ts";
import { duringWork } from "./words.ts";

/**
 * A tensor filled by the host: now, and in a captured step again in every replay. See `fresh`.
 *
 * @example hostData(() => new Float32Array([1, 2]), [2]) // tensor([1, 2])
 */
export function hostData(make: () => TypedArray, shape: Shape, options: TensorOptions = {}): Tensor {
  const made = fromData(duringWork(make), shape, options);
  captures.at(-1)?.refill(made.storage, make);
  return made;
}

/**
 * Calls `check` with the elements of x in row-major order, if the host can read them: now, and in a captured step in
 * every replay. `check` may throw; it must not keep the array.
 *
 * @example checkElements("oneHot", tensor([1, 2]), (elements) => { if (elements[0] < 0) throw new Error("negative"); }) // undefined
 */
export function checkElements(what: string, x: Tensor, check: (elements: TypedArray) => void): void {
  x.checkLive(what);
  if (x.backend.view === undefined) return;
  const capture = captures.at(-1);
  if (capture === undefined) withoutTraces(() => check(elementsOf(x, x.storage.view(what))));
  else capture.check(what, x, check);
}

/**
 * The elements of x in row-major order, for ops that read them on the host. Do not keep the array. `what` is the op,
 * for errors.
 */
export function readElements(what: string, x: Tensor): TypedArray {
  x.checkLive(what);
  return elementsOf(x, x.storage.view(what));
}

/** The elements of a window on a block in row-major order. */
export function elementsOf(
  x: Pick<Tensor, "shape" | "strides" | "offset" | "dtype">,
  block: TypedArray,
): TypedArray {
  const { shape, strides, offset, dtype } = x;
  const { data, offset: start } = inOrder({ data: block, shape, strides, offset, dtype });
  return data.subarray(start, start + numelOf(shape));
}
