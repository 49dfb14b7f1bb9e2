// Shared by LayerNorm and RMSNorm: the trailing dims that are normalized, and the weight.
import { ones, type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { checkAddressable, formatShape, sameShape } from "@saccade/tensor/backend";
import { listOf, type RequiredRule, required, rule, size } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { showSettings } from "../show-settings.ts";

const sizes = listOf(size());

/** The trailing dims: one size or more. */
export const shapeRule: RequiredRule<Shape> = required({
  ...sizes,
  ...rule("a list of sizes", (value): value is Shape => sizes.holds(value) && value.length > 0),
  fix: () => "write [8]",
});

/** The trailing dims, or the size of the last alone. */
export const sizeOrShapeRule: RequiredRule<number | Shape> = required({
  ...sizes,
  ...rule(
    "a whole number ≥ 1 or a list of them",
    (value): value is number | Shape => size().holds(value) || shapeRule.holds(value),
  ),
});

/** The common part of LayerNorm and RMSNorm. */
export abstract class Norm extends Module {
  /** The trailing dims that are normalized. */
  readonly normalizedShape: Shape;
  /** Of normalizedShape, or null. */
  weight: Parameter | null;
  /** Added before the root is taken. */
  abstract readonly eps: number | null;

  constructor(layer: string, normalizedShape: number | Shape, affine: boolean) {
    const shape = [normalizedShape].flat();
    checkAddressable(layer, shape);
    super();
    this.normalizedShape = shape;
    this.weight = affine ? makeParameter(shape, () => ones(shape)) : null;
  }

  protected override describeOptions(): string {
    const { normalizedShape, eps, weight } = this;
    return `${formatShape(normalizedShape)}, ${showSettings({ eps, elementwiseAffine: weight !== null })}`;
  }
}

/** @throws ShapeError unless the trailing dims of x are `normalizedShape`. */
export function checkTrailing(what: string, { shape }: Tensor, normalizedShape: Shape): void {
  if (sameShape(shape.slice(-normalizedShape.length), normalizedShape)) return;
  throw new ShapeError(
    `${what}: input ${formatShape(shape)} does not end in ${formatShape(normalizedShape)} (normalizedShape).`,
  );
}
