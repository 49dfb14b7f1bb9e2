import { DTypeError, scope, type Tensor, zeros } from "@saccade/tensor";
import { checkSameBackend, fresh, isFloat } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { positive } from "../rules.ts";
import { checkGradients, type Gradients, mapGradients, presentGradients } from "./gradients.ts";

const clipOptions = c.options("clipGradNorm(grads, 1, { normType: 2 })", {
  /** p of the p-norm, 1 or more; Infinity for the largest magnitude. Default 2. */
  normType: c.number(2, { min: 1, max: Number.POSITIVE_INFINITY }),
  /**
   * Added to the norm before dividing. Default 1e-6, PyTorch's. With 0, gradients are unchanged up to maxNorm and
   * scaled by exactly maxNorm / norm above it, as in "Dive into Deep Learning".
   */
  eps: positive(1e-6),
});

/** Options of {@link clipGradNorm}. */
export interface ClipGradNormOptions extends c.OptionsOf<typeof clipOptions> {}

/** A bound above 0: a norm of 0 would make every gradient 0. */
const bound = c.required(c.number(undefined, { above: 0, max: Number.POSITIVE_INFINITY }));
const maxNormRule = c.withFix(bound, "write null for no clipping");

/** Clipping by norm before every update: the maximum norm, or the maximum norm with options. */
export type ClipSetting = number | (ClipGradNormOptions & { readonly maxNorm: number });

const settingOptions = c.options(
  "clipGradNorm",
  { maxNorm: maxNormRule, ...clipOptions.rules },
  { example: "{ clipGradNorm: { maxNorm: 1 } }" },
);

/** The error for a wrong setting. */
function fault(setting: unknown): Error | undefined {
  try {
    if (typeof setting === "number") c.readRule("clipGradNorm", "maxNorm", maxNormRule, setting, "1");
    else settingOptions(setting as Exclude<ClipSetting, number>);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** The rule of an optimizer's clipping. */
export const clipRule: c.Rule<ClipSetting, undefined> = {
  ...c.rule(
    "a number > 0, or an object with maxNorm",
    (value): value is ClipSetting => fault(value) === undefined,
  ),
  error: (_what, _name, value) => fault(value),
};

/** The rule of clipping that may be turned off. */
export const clipOrNone: c.RequiredRule<ClipSetting | null> = c.required(c.nullable(clipRule));

/** The result of {@link clipGradNorm}. */
export interface ClippedGradients<G extends Gradients> {
  /** The new gradients, in the same form. */
  readonly grads: G;
  /** The total norm of all gradients before clipping: a scalar. */
  readonly norm: Tensor;
}

/**
 * Scales gradients by min(1, maxNorm / (norm + eps)), so that their total norm is at most about `maxNorm`. Returns new
 * gradients in the same form, without reading values back. If `maxNorm` is a function, every replay of a compiled step
 * calls it again. Pascanu et al. 2013, "On the difficulty of training recurrent neural networks".
 *
 * @throws ArgumentError unless maxNorm is above 0 and the gradients are tensors, or for a wrong option.
 * @example clipGradNorm([tensor([3, 4])], 1) // { grads: [tensor([0.6000, 0.8000])], norm: tensor(5) }
 */
export function clipGradNorm<G extends Gradients>(
  grads: G,
  maxNorm: number | (() => number),
  options: ClipGradNormOptions = {},
): ClippedGradients<G> {
  const most = typeof maxNorm === "function" ? maxNorm : () => maxNorm;
  c.readRule("clipGradNorm", "maxNorm", maxNormRule, most(), clipOptions.example);
  checkGradients("clipGradNorm", grads);
  const present = presentGradients(grads);
  const other = present.find(({ dtype }) => !isFloat(dtype));
  if (other) throw new DTypeError(`clipGradNorm: a gradient is ${other.describe()}, expected floats.`);
  if (present.length > 0) checkSameBackend("clipGradNorm", present);
  const settings = clipOptions(options);
  return scope(() => {
    const { norm, factor } = clipping(grads, most, settings);
    return { grads: mapGradients(grads, (grad) => grad.mul(factor.to(grad.dtype))), norm };
  });
}

/** The total norm of all gradients and the clipping factor: scalars, not read back. */
export function clipping(
  grads: Gradients,
  maxNorm: () => number,
  { normType = 2, eps = 1e-6 }: ClipGradNormOptions,
): { readonly norm: Tensor; readonly factor: Tensor } {
  const attrs = (): { maxNorm: number; eps: number } => ({
    maxNorm: c.readRule("clipGradNorm", "maxNorm", maxNormRule, maxNorm(), clipOptions.example),
    eps,
  });
  attrs();
  const norm = gradNorm(grads, normType);
  return { norm, factor: fused.clipFactor(norm, fresh(attrs)) };
}

/** The total p-norm of all gradients, a scalar; 0 if there are none. */
export function gradNorm(grads: Gradients, normType: number = 2): Tensor {
  const present = presentGradients(grads);
  return present.length === 0 ? zeros([]) : fused.totalNorm(present, normType);
}

/**
 * Clamps every element of every gradient to [−value, value]. Returns new gradients in the same form.
 *
 * @throws ArgumentError unless the value is above 0, or for gradients that are not tensors.
 * @example clipGradValue([tensor([3, -4])], 0.5) // [tensor([0.5000, -0.5000])]
 */
export function clipGradValue<G extends Gradients>(grads: G, value: number): G {
  checkGradients("clipGradValue", grads);
  c.readRule("clipGradValue", "value", bound, value, "clipGradValue(grads, 1)");
  return scope(() => mapGradients(grads, (grad) => grad.clamp({ min: -value, max: value })));
}

/** The largest total norm that a setting allows. */
export function maxNormOf(clip: ClipSetting | null): number {
  return typeof clip === "object" ? (clip?.maxNorm ?? Number.POSITIVE_INFINITY) : clip;
}
