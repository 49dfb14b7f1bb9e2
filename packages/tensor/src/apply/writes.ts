// What can be written into a tensor that exists already, and handles that share the memory of another.

import { BackendError, ShapeError } from "@saccade/contract";
import type { DType } from "../memory/dtype.ts";
import { rebind } from "../memory/lifetime.ts";
import { formatShape, sameShape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";
import { requireFresh } from "./capture/words.ts";
import { tapes } from "./listeners.ts";
import type { Meta } from "./op.ts";

/**
 * Points handles at the values of other tensors of their shapes and dtypes: a target and its value share memory until
 * one of them is written. Everything is checked first, so either all targets change or none. For loadStateDict.
 *
 * @throws ShapeError when a value is a view of other memory, BackendError when an active tape still needs a target's
 * value, CompileError in a step that `compile` captures.
 * @example
 * const w = zeros([2]);
 * shareInto("load", [w], [tensor([1, 2])]);
 * w // tensor([1, 2])
 */
export function shareInto(what: string, targets: readonly Tensor[], values: readonly Tensor[]): void {
  requireFresh(what);
  for (let i = 0; i < targets.length; i++) checkShared(what, targets[i]!, values[i]!, values[i]!.dtype);
  for (let i = 0; i < targets.length; i++) share(targets[i]!, values[i]!);
}

/**
 * Points a handle at the same values in another dtype. For modules that are converted.
 *
 * @throws ShapeError when the value is a view of other memory, BackendError when an active tape still needs the target's
 * value, CompileError in a step that `compile` captures.
 * @example
 * const w = tensor([1, 2]);
 * shareConverted("to", w, w.to("float64"));
 * w.dtype // "float64"
 */
export function shareConverted(what: string, target: Tensor, value: Tensor): void {
  requireFresh(what);
  checkShared(what, target, value, target.dtype);
  share(target, value);
}

function checkShared(what: string, target: Tensor, value: Tensor, dtype: DType): void {
  value.checkLive(what);
  checkFits(what, target, { shape: value.shape, dtype });
  if (!fillsStorage(value))
    throw new ShapeError(`${what}: ${value.describe()} is a view of other memory; share its clone().`);
}

/** Points a handle at the storage of another. */
function share(target: Tensor, { storage }: Tensor): void {
  storage.shares++;
  rebind(target, storage);
}

/** Whether a tensor is all of its storage, in order. */
export function fillsStorage(x: Tensor): boolean {
  const { isContiguous, offset, storage, numel, physical } = x;
  return isContiguous && offset === 0 && storage.length === numel && physical === x;
}

/** @throws ShapeError unless a result fits a tensor that can be written, as {@link checkWritable}. */
export function checkFits(what: string, target: Tensor, meta: Meta): void {
  if (!sameShape(meta.shape, target.shape) || meta.dtype !== target.dtype) {
    const result = `${meta.dtype}${formatShape(meta.shape)}`;
    throw new ShapeError(`${what}: a result of ${result} cannot be written into ${target.describe()}.`);
  }
  checkWritable(what, target);
}

/**
 * For several writes that must all succeed or not happen at all.
 *
 * @throws ShapeError for a view of other memory, BackendError when an active tape still needs the tensor's value.
 * @example checkWritable("SGD", tensor([1])) // undefined
 */
export function checkWritable(what: string, target: Tensor): void {
  if (!fillsStorage(target))
    throw new ShapeError(
      `${what}: ${target.describe()} is a view of other memory and cannot be written; write into its clone().`,
    );
  if (tapes.some((tape) => tape.holds(target)))
    throw new BackendError(
      `${what}: ${target.describe()} is written while a gradient that needs its value is being recorded. ` +
        "Update parameters after valueAndGrad has returned.",
    );
}
