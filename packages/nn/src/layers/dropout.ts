import type { Generator, Tensor } from "@saccade/tensor";
import {
  apply,
  checkBoolean,
  checkOptions,
  checkRange,
  checkTensor,
  defaultGenerator,
  dropoutOp,
  fresh,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { checkGenerator } from "../checks.ts";
import { Module } from "../module.ts";

/** Options of {@link dropout}. */
export interface DropoutOptions {
  /** If false, x is returned unchanged. Default true. */
  readonly training?: boolean;
  /** The generator of the mask. Default: the default generator. */
  readonly generator?: Generator;
}

const dropoutOptions = optionNames<DropoutOptions>(
  "dropout",
  { training: true, generator: true },
  "dropout(x, 0.5, { training: false })",
);

/**
 * Sets each element to zero with probability p and divides the others by 1 − p, so that the expected value is preserved
 * (Srivastava et al. 2014): (…) → (…). For p = 1 all are zero.
 *
 * @throws ArgumentError unless 0 ≤ p ≤ 1, or for an unknown option.
 * @example dropout(ones([4]), 0.5, { training: false }) // tensor([1, 1, 1, 1])
 */
export function dropout(x: Tensor, p: number = 0.5, options: DropoutOptions = {}): Tensor {
  refuseExtra(dropoutOptions, arguments, 3);
  checkTensor("dropout", "x", x);
  checkRange("dropout", "p", p, 0, 1);
  checkOptions(dropoutOptions, options);
  const { training = true, generator } = options;
  checkBoolean("dropout", "training", training);
  checkGenerator("dropout", generator);
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
    refuseExtra("Dropout.forward", arguments, 1);
    return dropout(x, this.p, { training: this.training });
  }

  protected override describeOptions(): string {
    return `p=${this.p}`;
  }
}
