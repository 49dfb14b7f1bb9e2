import type { Generator, Tensor } from "@saccade/tensor";
import { apply, checkRange, checkTensor, defaultGenerator, dropoutOp, fresh } from "@saccade/tensor/backend";
import { flag, type OptionsOf, required, signature, tensorRule } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { generatorRule, layerCall, share } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

const construct = signature("Dropout", { p: share(0.5) }, "new Dropout(0.2)");
const call = layerCall(
  "dropout",
  { x: required(tensorRule()), p: share(0.5) },
  {
    /** If false, x is returned unchanged. Default true. */
    training: flag(true),
    /** The generator of the mask. Default: the default generator. */
    generator: generatorRule(),
  },
  { example: "dropout(x, 0.5, { training: false })" },
);

/** Options of {@link dropout}. */
export interface DropoutOptions extends OptionsOf<typeof call> {}

/**
 * Sets each element to zero with probability p and divides the others by 1 − p, so that the expected value is preserved
 * (Srivastava et al. 2014): (…) → (…). For p = 1 all are zero.
 *
 * @throws ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example dropout(ones([4]), 0.5, { training: false }) // tensor([1, 1, 1, 1])
 */
export function dropout(x: Tensor, p: number = 0.5, options?: DropoutOptions): Tensor {
  const { training, generator } = call([x, p, options]);
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
    construct([p]);
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
