// Shared by LayerNorm and RMSNorm: the trailing dims that are normalized, the weight, and the sites.
import { ones, type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { checkAddressable, formatShape, sameShape } from "@saccade/tensor/backend";
import { listOf, type Rules, required, rule, signature, tensorRule, whole } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { layerCall, maybeFloats } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { site } from "../sites.ts";

const anySize = whole(undefined, { min: 0 });
const sizes = listOf(anySize);

const trailing = required({
  ...sizes,
  ...rule("a list of sizes", (value): value is Shape => sizes.holds(value) && value.length > 0),
  fix: () => "write [8]",
});
const trailingOrLast = required({
  ...sizes,
  ...rule(
    "a whole number ≥ 0 or a list of them",
    (value): value is number | Shape => anySize.holds(value) || trailing.holds(value),
  ),
});

/** The call of a norm as a function: x, the trailing dims, a weight, and more. */
export const normCall = <R extends Rules>(what: string, more: R) =>
  signature(
    what,
    { x: required(tensorRule("float")), normalizedShape: trailing, weight: maybeFloats(), ...more },
    `${what}(x, [8])`,
  );

/** The call of a norm's constructor. */
export const normLayerCall = <R extends Rules>(layer: string, rules: R, noBias?: string) =>
  layerCall(layer, { normalizedShape: trailingOrLast }, rules, {
    example: `new ${layer}(8, { eps: 1e-6 })`,
    ...(noBias !== undefined && { renamed: { bias: noBias } }),
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

/** The dims that a norm normalizes, from the end: −1, −2, … */
export function trailingDims({ normalizedShape }: Norm): number[] {
  return normalizedShape.map((_, i) => i - normalizedShape.length);
}

/** The sites of a norm: hook_scale, its divisor (…, 1), and hook_normalized, its output. */
export const normSites = { sites: ["hook_scale", "hook_normalized"] };

/** A norm by its definition, in which its scale can be replaced: centred / scale · weight + bias. */
export function normByScale(
  norm: Module & { readonly weight: Tensor | null; readonly bias?: Tensor | null },
  centred: Tensor,
  scale: Tensor,
): Tensor {
  const normed = centred.div(site(norm, "hook_scale", scale));
  const weighted = norm.weight ? normed.mul(norm.weight) : normed;
  return norm.bias ? weighted.add(norm.bias) : weighted;
}
