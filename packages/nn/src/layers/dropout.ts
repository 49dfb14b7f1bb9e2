// Dropouts of elements and of whole channels, and those that keep mean and variance: functions and layers.
import { bernoulli, type Generator, ShapeError, type Tensor } from "@saccade/tensor";
import {
  apply,
  checkRange,
  checkTensor,
  defaultGenerator,
  dropoutOp,
  fresh,
  within,
} from "@saccade/tensor/backend";
import { flag, type Rule, required, type Settings, tensorRule } from "@saccade/tensor/contract";
import { declare, type OptionsOf } from "../declare.ts";
import { Module } from "../module.ts";
import { generatorRule, share } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { moduleWithSettings } from "./activation.ts";

const dropoutRules = (training: boolean) => ({
  /** If false, x is returned unchanged. */
  training: flag(training),
  /** The generator of the mask. Default: the default generator. */
  generator: generatorRule(),
});
/** The call of a dropout: the input, the probability, whether it is training, and a generator. */
const dropoutCall = (name: string, training: boolean, example: boolean = true) =>
  declare(`${name}(x, 0.5, { training: ${example} })`, () => ({
    tensors: { x: required(tensorRule()) },
    positional: { p: share(0.5) },
    options: dropoutRules(training),
  }));
const plainCall = /* @__PURE__ */ dropoutCall("dropout", true, false);
const dropout1dCall = /* @__PURE__ */ dropoutCall("dropout1d", true);
const dropout2dCall = /* @__PURE__ */ dropoutCall("dropout2d", true);
const dropout3dCall = /* @__PURE__ */ dropoutCall("dropout3d", true);
const alphaCall = /* @__PURE__ */ dropoutCall("alphaDropout", false);
const featureAlphaCall = /* @__PURE__ */ dropoutCall("featureAlphaDropout", false);

/** Options of {@link dropout1d}, {@link dropout2d}, {@link dropout3d}, {@link alphaDropout} and {@link featureAlphaDropout}. */
export interface ChannelDropoutOptions extends OptionsOf<ReturnType<typeof dropoutCall>> {}

type Drop = Settings<{ readonly p: Rule<number, number> } & ReturnType<typeof dropoutRules>>;

/** Options of {@link dropout}. */
export interface DropoutOptions extends ChannelDropoutOptions {
  /** If false, x is returned unchanged. Default true. */
  readonly training?: boolean | undefined;
}

/**
 * Sets each element to zero with probability p and divides the others by 1 − p, so that the expected value is preserved
 * (Srivastava et al. 2014): (…) → (…). For p = 1 all are zero.
 *
 * @throws ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example dropout(ones([4]), 0.5, { training: false }) // tensor([1, 1, 1, 1])
 */
export function dropout(x: Tensor, p: number = 0.5, options?: DropoutOptions): Tensor {
  const { training, generator } = plainCall([x, p, options]);
  return dropped(x, p, training, generator);
}

/** {@link dropout} of a checked tensor. A layer's p may have changed since it was made. */
export function dropped(x: Tensor, p: number, training: boolean, generator?: Generator): Tensor {
  checkRange("dropout", "p", p, 0, 1);
  if (!training || p === 0) return x;
  const source = generator ?? defaultGenerator();
  const attrs = fresh(() => ({ p, state: source.next() }));
  return apply(dropoutOp, [x], attrs)[0];
}

const probability = /* @__PURE__ */ declare("new Dropout(0.2)", () => ({
  positional: {
    /** The probability that an element or a channel is dropped. */
    p: share(0.5),
  },
}));

/**
 * Applies {@link dropout} during training, and is the identity after `eval()`: (…) → (…).
 *
 * @example new Dropout(0.2).eval().forward(ones([3])) // tensor([1, 1, 1])
 */
export class Dropout extends Module {
  /** The probability that an element becomes zero. */
  readonly p: number;

  /** @param p the probability that an element becomes zero, 0 to 1. Default 0.5. */
  constructor(p: number = 0.5) {
    probability([p]);
    super();
    this.p = p;
  }

  override forward(x: Tensor): Tensor {
    checkTensor("Dropout.forward", "x", x);
    return dropped(x, this.p, this.training);
  }

  protected override describeOptions(): string {
    return showSettings({ p: this.p });
  }
}

/**
 * Sets each channel to zero with probability p, and divides the others by 1 − p: (N, C, L) or (C, L) → the same
 * (Tompson et al. 2015).
 *
 * @param p the probability. Default 0.5.
 * @param options `training` is true by default.
 * @throws ShapeError unless x has 2 or 3 dims; ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example functional.dropout1d(ones([1, 2, 2]), 0.5, { training: false }) // tensor([[[1, 1], [1, 1]]])
 */
export function dropout1d(x: Tensor, p?: number, options?: ChannelDropoutOptions): Tensor {
  return channels("dropout1d", x, dropout1dCall([x, p, options]), [2, 3]);
}

/**
 * Sets each channel to zero with probability p, and divides the others by 1 − p: (N, C, H, W) or (N, C, L) → the same
 * (Tompson et al. 2015).
 *
 * @param p the probability. Default 0.5.
 * @param options `training` is true by default.
 * @throws ShapeError unless x has 3 or 4 dims; ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example functional.dropout2d(ones([1, 1, 1, 2]), 0.5, { training: false }) // tensor([[[[1, 1]]]])
 */
export function dropout2d(x: Tensor, p?: number, options?: ChannelDropoutOptions): Tensor {
  return channels("dropout2d", x, dropout2dCall([x, p, options]), [4, 3]);
}

/**
 * Sets each channel to zero with probability p, and divides the others by 1 − p: (N, C, D, H, W) or (C, D, H, W) → the
 * same (Tompson et al. 2015).
 *
 * @param p the probability. Default 0.5.
 * @param options `training` is true by default.
 * @throws ShapeError unless x has 4 or 5 dims; ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example functional.dropout3d(ones([1, 1, 1, 2]), 0.5, { training: false }) // tensor([[[[1, 1]]]])
 */
export function dropout3d(x: Tensor, p?: number, options?: ChannelDropoutOptions): Tensor {
  return channels("dropout3d", x, dropout3dCall([x, p, options]), [4, 5]);
}

/** The first rank is that of one sample, unless it is the larger one: then both begin with a batch and its channels. */
function channels(
  what: string,
  x: Tensor,
  { p, training, generator }: Drop,
  ranks: readonly [number, number],
): Tensor {
  if (!ranks.includes(x.ndim))
    throw new ShapeError(`${what}: x ${x.describe()} must have ${[...ranks].sort().join(" or ")} dims.`);
  if (!training || p === 0) return x;
  const lead = x.ndim === ranks[0] && ranks[0] < ranks[1] ? 1 : 2;
  return x.mul(kept(x, p, lead, generator)).mul(p === 1 ? 0 : 1 / (1 - p));
}

/** 1 with probability 1 − p, else 0, for each index of the first `lead` dims of x. */
function kept({ shape, dtype, backend }: Tensor, p: number, lead: number, generator?: Generator): Tensor {
  const sizes = shape.map((size, dim) => (dim < lead ? size : 1));
  return bernoulli(1 - p, sizes, { backend, ...(generator && { generator }) }).to(dtype);
}

/**
 * Sets each element to the limit of SELU at −∞, −1.7581, with probability p, and scales and shifts all, so that mean 0 and
 * variance 1 stay: (…) → (…) (Klambauer et al. 2017).
 *
 * @param p the probability. Default 0.5.
 * @param options `training` is false by default, as in PyTorch.
 * @throws ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example functional.alphaDropout(ones([2]), 0.5) // tensor([1, 1])
 */
export function alphaDropout(x: Tensor, p?: number, options?: ChannelDropoutOptions): Tensor {
  const call = alphaCall([x, p, options]);
  return within("alphaDropout", () => alphaDropped(x, call, x.ndim));
}

/**
 * {@link alphaDropout} of whole channels: (N, C, …) → (N, C, …).
 *
 * @param p the probability. Default 0.5.
 * @param options `training` is false by default, as in PyTorch.
 * @throws ShapeError in training unless x has 2 dims or more; ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example functional.featureAlphaDropout(ones([1, 2]), 0.5) // tensor([[1, 1]])
 */
export function featureAlphaDropout(x: Tensor, p?: number, options?: ChannelDropoutOptions): Tensor {
  const call = featureAlphaCall([x, p, options]);
  if (call.training && x.ndim < 2)
    throw new ShapeError(`featureAlphaDropout: x ${x.describe()} must have 2 dims or more: (N, C, …).`);
  return within("featureAlphaDropout", () => alphaDropped(x, call, 2));
}

// The limit of SELU at −∞: −scale · alpha.
const limit = -1.7580993408473766;

function alphaDropped(x: Tensor, { p, training, generator }: Drop, lead: number): Tensor {
  if (!training || p === 0) return x;
  if (p === 1) return x.mul(0);
  const mask = kept(x, p, lead, generator);
  const scale = 1 / Math.sqrt((1 - p) * (1 + p * limit ** 2));
  const dropped = mask.rsub(1).mul(limit);
  return x
    .mul(mask)
    .add(dropped)
    .mul(scale)
    .sub(scale * p * limit);
}

/** The module of a dropout; `p` is 0.5 by default. */
function dropoutLayer(name: string, drop: typeof dropout1d) {
  function ofModule(this: Module, x: Tensor, p?: number): Tensor {
    return drop(x, p, { training: this.training });
  }
  return moduleWithSettings(name, ofModule, probability);
}

/**
 * Sets whole channels to zero during training, and is the identity after `eval()`: (N, C, L) or (C, L) → the same.
 *
 * @example new Dropout1d(0.2).eval().forward(ones([1, 2, 1])) // tensor([[[1], [1]]])
 */
export class Dropout1d extends /* @__PURE__ */ dropoutLayer("Dropout1d", dropout1d) {}

/**
 * Sets whole channels to zero during training, and is the identity after `eval()`: (N, C, H, W) or (N, C, L) → the same.
 *
 * @example new Dropout2d(0.2).eval().forward(ones([1, 1, 1, 2])) // tensor([[[[1, 1]]]])
 */
export class Dropout2d extends /* @__PURE__ */ dropoutLayer("Dropout2d", dropout2d) {}

/**
 * Sets whole channels to zero during training, and is the identity after `eval()`: (N, C, D, H, W) or (C, D, H, W) → the
 * same.
 *
 * @example new Dropout3d(0.2).eval().forward(ones([1, 1, 1, 2])) // tensor([[[[1, 1]]]])
 */
export class Dropout3d extends /* @__PURE__ */ dropoutLayer("Dropout3d", dropout3d) {}

/**
 * Sets elements to the limit of SELU at −∞ during training, and keeps mean 0 and variance 1; the identity after `eval()`:
 * (…) → (…) (Klambauer et al. 2017).
 *
 * @example new AlphaDropout(0.2).eval().forward(ones([2])) // tensor([1, 1])
 */
export class AlphaDropout extends /* @__PURE__ */ dropoutLayer("AlphaDropout", alphaDropout) {}

/**
 * {@link AlphaDropout} of whole channels: (N, C, …) → (N, C, …).
 *
 * @example new FeatureAlphaDropout(0.2).eval().forward(ones([1, 2])) // tensor([[1, 1]])
 */
export class FeatureAlphaDropout extends /* @__PURE__ */ dropoutLayer(
  "FeatureAlphaDropout",
  featureAlphaDropout,
) {}
