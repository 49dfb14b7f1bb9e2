import type { Generator, Tensor } from "@saccade/tensor";
import {
  apply,
  checkArguments,
  checkRange,
  defaultGenerator,
  dropoutOp,
  fresh,
  refuseExtra,
} from "@saccade/tensor/backend";
import { flag, type OptionsOf, options } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { generatorRule } from "../rules.ts";

const dropoutOptions = options(
  "dropout",
  {
    /** If false, x is returned unchanged. Default true. */
    training: flag(true),
    /** The generator of the mask. Default: the default generator. */
    generator: generatorRule(),
  },
  { example: "dropout(x, 0.5, { training: false })" },
);

/** Options of {@link dropout}. */
export interface DropoutOptions extends OptionsOf<typeof dropoutOptions> {}

/**
 * Sets each element to zero with probability p and divides the others by 1 − p, so that the expected value is preserved
 * (Srivastava et al. 2014): (…) → (…). For p = 1 all are zero.
 *
 * @throws ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example dropout(ones([4]), 0.5, { training: false }) // tensor([1, 1, 1, 1])
 */
export function dropout(x: Tensor, p: number = 0.5, given: DropoutOptions = {}): Tensor {
  checkArguments(dropoutOptions, arguments, 3);
  const { training, generator } = dropoutOptions(given);
  return dropped(x, p, training, generator);
}

/** {@link dropout} of a tensor. @throws ArgumentError unless 0 ≤ p ≤ 1: a layer's p may change. */
export function dropped(x: Tensor, p: number, training: boolean, generator?: Generator): Tensor {
  checkRange("dropout", "p", p, 0, 1);
  if (!training || p === 0) return x;
  const source = generator ?? defaultGenerator();
  return apply(
    dropoutOp,
    [x],
    fresh(() => ({ p, state: source.next() })),
  )[0];
}

/**
 * Applies {@link dropout} during training, and is the identity after `eval()`: (…) → (…).
 *
 * @example new Dropout(0.2).eval().forward(ones([3])) // tensor([1, 1, 1])
 */
export class Dropout extends Module {
  /** The probability that an element becomes zero. */
  readonly p: number;

  /**
   * @param p the probability that an element becomes zero. Default 0.5.
   * @throws ArgumentError unless 0 ≤ p ≤ 1.
   */
  constructor(p: number = 0.5) {
    refuseExtra("Dropout", arguments, 1);
    checkRange("Dropout", "p", p, 0, 1);
    super();
    this.p = p;
  }

  override forward(x: Tensor): Tensor {
    checkArguments("Dropout.forward", arguments, 1);
    return dropped(x, this.p, this.training);
  }

  protected override describeOptions(): string {
    return `p=${this.p}`;
  }
}
