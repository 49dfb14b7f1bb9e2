import { type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { badArgument, formatShape, sameShape } from "@saccade/tensor/backend";
import { checkSizes } from "../checks.ts";

/** @throws ArgumentError unless `shape` is a list of sizes, one or more, each ≥ 1. */
export function checkNormalizedShape(what: string, shape: Shape): void {
  if (!Array.isArray(shape) || shape.length === 0)
    throw badArgument(what, "normalizedShape", "a list of sizes", shape, "write [8]");
  shape.forEach((size, i) => {
    checkSizes(what, { [shape.length === 1 ? "normalizedShape" : `normalizedShape[${i}]`]: size }, 1);
  });
}

/** @throws ShapeError unless the trailing dims of x are `normalizedShape`, one dim or more. */
export function checkTrailing(what: string, x: Tensor, normalizedShape: Shape): void {
  if (normalizedShape.length > 0 && sameShape(x.shape.slice(-normalizedShape.length), normalizedShape))
    return;
  throw new ShapeError(
    `${what}: input ${formatShape(x.shape)} does not end in ${formatShape(normalizedShape)} (normalizedShape).`,
  );
}
