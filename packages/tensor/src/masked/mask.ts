// Masks of the functions of `masked`: the replacements of masked elements, and the common options.

import { type Options, type OptionsOf, options, type Rules, tensorRule } from "../contract.ts";
import type { DType, Tensor } from "../core.ts";
import * as core from "../core.ts";
/** The rule of a mask. */
export const maskRules = {
  /** A bool tensor that broadcasts to the shape of x: true where an element counts. Default: all do. */
  mask: tensorRule("bool"),
} as const;

/** The rules of a reduction's options. */
export const maskedRules: typeof maskRules & typeof core.reduceRules & typeof core.dtypeRules = {
  ...maskRules,
  ...core.reduceRules,
  ...core.dtypeRules,
};

/** The rules of the options of a function along a dim that keeps the shape. */
export const alongRules: typeof maskRules & typeof core.dtypeRules = { ...maskRules, ...core.dtypeRules };

/** The options of `masked.what`. */
/* @__NO_SIDE_EFFECTS__ */
export function maskedOptions<const R extends Rules>(
  what: string,
  rules: R,
  example: string = `masked.${what}(x, 1, { mask })`,
): Options<R> {
  const first = `the dim comes before the options: masked.${what}(x, 1, { mask })`;
  return options(`masked.${what}`, rules, { example, renamed: { axis: first, dim: first } });
}

/** Options of a masked reduction. */
export interface MaskedOptions extends OptionsOf<Options<typeof maskedRules>> {}

/** Options of a masked function along a dim that keeps the shape. */
export interface MaskedAlongOptions extends OptionsOf<Options<typeof alongRules>> {}

/**
 * x, converted to a dtype if one is given, with `value` where its mask is false; without a mask, x.
 *
 * @throws ShapeError unless the mask broadcasts to the shape of x.
 */
export function filled(
  what: string,
  x: Tensor,
  mask: Tensor | undefined,
  value: number,
  name: string = "mask",
): Tensor {
  if (mask === undefined) return x;
  if (!core.sameShape(x.shape, core.broadcastShapes(what, x.shape, mask.shape)))
    throw new core.ShapeError(
      `${what}: ${name} is ${mask.describe()}, which does not broadcast to ${core.formatShape(x.shape)}, the shape of the ` +
        "tensor that it masks; drop its dims that the tensor lacks.",
    );
  return core.where(mask, x, x.dtype === "bool" ? value > 0 : value);
}

/** x in a dtype, if one is given. */
export function inDtype(x: Tensor, dtype: DType | undefined): Tensor {
  return dtype === undefined ? x : core.cast(x, dtype);
}

/** The smallest and the largest element of a dtype. */
export function limits({ dtype }: Tensor): readonly [number, number] {
  if (core.isFloat(dtype)) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return dtype === "bool" ? [0, 1] : [-(2 ** 31), 2 ** 31 - 1];
}

/** @throws ArgumentError unless the order of a norm is a number. */
export function checkOrder(what: string, ord: unknown, example: string): void {
  if (typeof ord !== "number" || Number.isNaN(ord))
    throw core.badArgument(what, "ord", "a number", ord, `as in ${example}`);
}
