import { checkElements } from "../../apply/capture/host-values.ts";
import type { Meta } from "../../apply/op.ts";
import { checkTensor } from "../../check-tensor.ts";
import { DTypeError, IndexError, ShapeError } from "../../errors.ts";
import { formatShape, normalizeDim, sameShape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "../reduce/along.ts";

/** The attributes shared by all losses over classes. */
export interface ClassLossAttrs {
  /** The dim of x that holds the classes. */
  readonly dim: number;
  /** The target value that is ignored: its loss and gradient are 0. */
  readonly ignoreIndex: number;
}

/** x (…, C, …), the targets (…, …) int32, and optionally one weight per class (C). */
export type ClassLossInputs = readonly [x: Tensor, target: Tensor, ...weight: Tensor[]];
export type ClassLossBackwardInputs = readonly [g: Tensor, x: Tensor, target: Tensor, ...weight: Tensor[]];

/** Options of `nllLoss` and `crossEntropy`. */
export interface ClassLossOptions {
  /** The dim of x that holds the classes. Default -1. */
  readonly dim?: number;
  /** The target value that is ignored: its loss and gradient are 0. Default -100. */
  readonly ignoreIndex?: number;
  /** One weight per class: (C). */
  readonly weight?: Tensor | null;
}

/**
 * Checks the inputs and returns the losses' shape and dtype.
 *
 * @throws DTypeError, ShapeError unless the targets are class indices for x, with one weight per class.
 */
export function checkClassLoss(
  what: string,
  x: Meta,
  target: Meta,
  weight: Meta | undefined,
  dim: number,
): Meta {
  requireFloat(what, x);
  if (x.shape.length === 0) throw new ShapeError(`${what}: input is a scalar, expected a dim of classes.`);
  if (target.dtype !== "int32") {
    throw new DTypeError(
      `${what}: target is ${target.dtype}${formatShape(target.shape)}; class indices are int32. ` +
        'Convert with to("int32").',
    );
  }
  const shape = x.shape.filter((_, d) => d !== dim);
  if (!sameShape(target.shape, shape)) {
    throw new ShapeError(
      `${what}: target ${formatShape(target.shape)} for input ${formatShape(x.shape)}, expected ` +
        `${formatShape(shape)}: the input's shape without the classes at dim ${dim}.`,
    );
  }
  const classes = x.shape[dim]!;
  if (weight && !sameShape(weight.shape, [classes])) {
    throw new ShapeError(
      `${what}: weight ${formatShape(weight.shape)}, expected one for each of the ${classes} classes.`,
    );
  }
  if (weight && weight.dtype !== x.dtype) {
    throw new DTypeError(
      `${what}: weight is ${weight.dtype}, the input ${x.dtype}; convert one of them with to("${x.dtype}").`,
    );
  }
  return { shape, dtype: x.dtype };
}

/**
 * Refuses targets that are neither classes nor `ignoreIndex`, before any work is done, if the host can read them.
 * Kernels rely on this check; on other backends they must not access memory outside of their tensors.
 */
function checkClassRange(what: string, target: Tensor, classes: number, ignoreIndex: number): void {
  checkElements(what, target, (elements) => {
    for (let i = 0; i < elements.length; i++) {
      const index = elements[i]!;
      if (index === ignoreIndex || (index >= 0 && index < classes)) continue;
      throw new IndexError(
        `${what}: a target is ${index}, expected 0 to ${classes - 1} (the input has ${classes} classes) or ` +
          `ignoreIndex ${ignoreIndex}.`,
      );
    }
  });
}

/** Checks and returns the inputs and attributes of a loss. */
export function classLossArguments(
  what: string,
  x: Tensor,
  target: Tensor,
  { dim = -1, ignoreIndex = -100, weight = null }: ClassLossOptions,
): [ClassLossInputs, ClassLossAttrs] {
  checkTensor(what, "input", x);
  checkTensor(what, "target", target);
  const at = normalizeDim(what, dim, x.ndim);
  checkClassLoss(what, x, target, weight ?? undefined, at);
  checkClassRange(what, target, x.size(at), ignoreIndex);
  return [weight ? [x, target, weight] : [x, target], { dim: at, ignoreIndex }];
}
