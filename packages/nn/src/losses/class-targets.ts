import {
  DTypeError,
  formatShape,
  IndexError,
  ShapeError,
  sameShape,
  type Tensor,
  where,
} from "@saccade/tensor";

/** Class indices for the inputs of a loss, checked. */
export interface ClassTargets {
  /** Where the classes stand in the input. */
  readonly classDim: number;
  /** True where a target counts. */
  readonly kept: Tensor;
  /** The targets, 0 where they do not count. */
  readonly classes: Tensor;
}

/** Where the classes of (N, C, …) or (C) stand. @throws ShapeError for a scalar. */
export function classDimOf(loss: string, input: Tensor): 0 | 1 {
  if (input.ndim === 0)
    throw new ShapeError(`${loss}: input is a scalar, expected (C), (N, C) or (N, C, …).`);
  return input.ndim === 1 ? 0 : 1;
}

/** @throws DTypeError, ShapeError or IndexError when targets are no class indices for the input. */
export function classTargets(loss: string, input: Tensor, target: Tensor, ignoreIndex: number): ClassTargets {
  const classDim = classDimOf(loss, input);
  if (target.dtype !== "int32") {
    throw new DTypeError(
      `${loss}: target is ${target.describe()}; class indices are int32. Convert with to("int32").`,
    );
  }
  const expected = input.shape.filter((_, i) => i !== classDim);
  if (!sameShape(target.shape, expected)) {
    throw new ShapeError(
      `${loss}: target ${formatShape(target.shape)} for input ${formatShape(input.shape)}, expected ` +
        `${formatShape(expected)}: the input's shape without the classes at dim ${classDim}.`,
    );
  }
  checkRange(loss, target, input.size(classDim), ignoreIndex);
  const kept = target.ne(ignoreIndex);
  return { classDim, kept, classes: where(kept, target, 0) };
}

// Only where the host can see the targets.
function checkRange(loss: string, target: Tensor, classes: number, ignoreIndex: number): void {
  if (!target.backend.view) return;
  for (const index of target.dataSync()) {
    if (index !== ignoreIndex && (index < 0 || index >= classes)) {
      throw new IndexError(
        `${loss}: a target is ${index}, expected 0 to ${classes - 1} (the input has ${classes} classes) or ` +
          `ignoreIndex ${ignoreIndex}.`,
      );
    }
  }
}

/** @throws ShapeError unless there is one weight for each class. */
export function checkClassWeight(loss: string, weight: Tensor, classes: number): void {
  if (weight.ndim === 1 && weight.numel === classes) return;
  throw new ShapeError(
    `${loss}: weight ${formatShape(weight.shape)}, expected one for each of the ${classes} classes.`,
  );
}
