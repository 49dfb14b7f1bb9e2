// Modules of the functions in functional/dropout.ts.
import type { Tensor } from "@saccade/tensor";
import { checkTensor, within } from "@saccade/tensor/backend";
import { signature } from "@saccade/tensor/contract";
import {
  alphaDropout,
  type ChannelDropoutOptions,
  dropout1d,
  dropout2d,
  dropout3d,
  featureAlphaDropout,
} from "../functional/dropout.ts";
import { Module } from "../module.ts";
import { share } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

type Drop = (x: Tensor, p: number, options: ChannelDropoutOptions) => Tensor;

/** A module that applies a dropout during training. */
abstract class AnyDropout extends Module {
  /** The probability that an element or a channel is dropped. */
  readonly p: number;
  readonly #drop: Drop;

  constructor(p: number, drop: Drop) {
    super();
    this.p = p;
    this.#drop = drop;
  }

  override forward(x: Tensor): Tensor {
    const what = `${this.constructor.name}.forward`;
    checkTensor(what, "x", x);
    return within(what, () => this.#drop(x, this.p, { training: this.training }));
  }

  protected override describeOptions(): string {
    return showSettings({ p: this.p });
  }
}

/** The module of a dropout; `p` is 0.5 by default. */
/* @__NO_SIDE_EFFECTS__ */
function dropoutLayer(name: string, drop: Drop): new (p?: number) => AnyDropout {
  const construct = signature(name, { p: share(0.5) }, `new ${name}(0.2)`);
  return class extends AnyDropout {
    constructor(p?: number) {
      super(construct([p]).p, drop);
    }
  };
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
