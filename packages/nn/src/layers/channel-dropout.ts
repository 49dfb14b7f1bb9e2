// Modules of the functions in functional/dropout.ts.
import type { Tensor } from "@saccade/tensor";
import { checkTensor, within } from "@saccade/tensor/backend";
import { type Signature, signature } from "@saccade/tensor/contract";
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

type Probability = { readonly p: ReturnType<typeof share> };
type Construct = Signature<Probability, Record<never, never>>;

/* @__NO_SIDE_EFFECTS__ */
function construct(name: string): Construct {
  return signature(name, { p: share(0.5) }, `new ${name}(0.2)`);
}

/** A module that applies a dropout during training. */
abstract class AnyDropout extends Module {
  /** The probability that an element or a channel is dropped. */
  readonly p: number;

  constructor(call: Construct, given: readonly unknown[]) {
    const { p } = call(given);
    super();
    this.p = p;
  }

  protected abstract map(x: Tensor, p: number, options: ChannelDropoutOptions): Tensor;

  override forward(x: Tensor): Tensor {
    const what = `${this.constructor.name}.forward`;
    checkTensor(what, "x", x);
    return within(what, () => this.map(x, this.p, { training: this.training }));
  }

  protected override describeOptions(): string {
    return showSettings({ p: this.p });
  }
}

const construct1d = construct("Dropout1d");
const construct2d = construct("Dropout2d");
const construct3d = construct("Dropout3d");
const constructAlpha = construct("AlphaDropout");
const constructFeatureAlpha = construct("FeatureAlphaDropout");

/**
 * Sets whole channels to zero during training, and is the identity after `eval()`: (N, C, L) or (C, L) → the same.
 *
 * @example new Dropout1d(0.2).eval().forward(ones([1, 2, 1])) // tensor([[[1], [1]]])
 */
export class Dropout1d extends AnyDropout {
  /** @param p the probability that a channel becomes zero, 0 to 1. Default 0.5. */
  constructor(p?: number) {
    super(construct1d, [p]);
  }

  protected override map(x: Tensor, p: number, options: ChannelDropoutOptions): Tensor {
    return dropout1d(x, p, options);
  }
}

/**
 * Sets whole channels to zero during training, and is the identity after `eval()`: (N, C, H, W) or (N, C, L) → the same.
 *
 * @example new Dropout2d(0.2).eval().forward(ones([1, 1, 1, 2])) // tensor([[[[1, 1]]]])
 */
export class Dropout2d extends AnyDropout {
  /** @param p the probability that a channel becomes zero, 0 to 1. Default 0.5. */
  constructor(p?: number) {
    super(construct2d, [p]);
  }

  protected override map(x: Tensor, p: number, options: ChannelDropoutOptions): Tensor {
    return dropout2d(x, p, options);
  }
}

/**
 * Sets whole channels to zero during training, and is the identity after `eval()`: (N, C, D, H, W) or (C, D, H, W) → the
 * same.
 *
 * @example new Dropout3d(0.2).eval().forward(ones([1, 1, 1, 2])) // tensor([[[[1, 1]]]])
 */
export class Dropout3d extends AnyDropout {
  /** @param p the probability that a channel becomes zero, 0 to 1. Default 0.5. */
  constructor(p?: number) {
    super(construct3d, [p]);
  }

  protected override map(x: Tensor, p: number, options: ChannelDropoutOptions): Tensor {
    return dropout3d(x, p, options);
  }
}

/**
 * Sets elements to the limit of SELU at −∞ during training, and keeps mean 0 and variance 1; the identity after `eval()`:
 * (…) → (…) (Klambauer et al. 2017).
 *
 * @example new AlphaDropout(0.2).eval().forward(ones([2])) // tensor([1, 1])
 */
export class AlphaDropout extends AnyDropout {
  /** @param p the probability that an element is dropped, 0 to 1. Default 0.5. */
  constructor(p?: number) {
    super(constructAlpha, [p]);
  }

  protected override map(x: Tensor, p: number, options: ChannelDropoutOptions): Tensor {
    return alphaDropout(x, p, options);
  }
}

/**
 * {@link AlphaDropout} of whole channels: (N, C, …) → (N, C, …).
 *
 * @example new FeatureAlphaDropout(0.2).eval().forward(ones([1, 2])) // tensor([[1, 1]])
 */
export class FeatureAlphaDropout extends AnyDropout {
  /** @param p the probability that a channel is dropped, 0 to 1. Default 0.5. */
  constructor(p?: number) {
    super(constructFeatureAlpha, [p]);
  }

  protected override map(x: Tensor, p: number, options: ChannelDropoutOptions): Tensor {
    return featureAlphaDropout(x, p, options);
  }
}
