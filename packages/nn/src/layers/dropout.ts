import type { Generator, Tensor } from "@saccade/tensor";
import { apply, defaultGenerator, dropoutOp, hostWork } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import { checkProbability } from "./check-sizes.ts";

export interface DropoutOptions {
  /** Without it, x goes through as it is. Default true. */
  readonly training?: boolean;
  /** Where the mask is drawn from; the default generator unless given. */
  readonly generator?: Generator;
}

/**
 * Sets each element to zero with probability p and divides the others by 1 − p, so that the expectation
 * stays (Srivastava et al. 2014). For p = 1 all are zero.
 *
 * @throws RangeError unless 0 ≤ p ≤ 1.
 */
export function dropout(
  x: Tensor,
  p: number = 0.5,
  { training = true, generator }: DropoutOptions = {},
): Tensor {
  checkProbability("dropout", p);
  if (!training || p === 0) return x;
  const source = generator ?? defaultGenerator();
  return apply(
    dropoutOp,
    [x],
    hostWork(() => ({ p, state: source.next() })),
  )[0];
}

/** {@link dropout} while training; after `eval()` the identity. */
export class Dropout extends Module {
  readonly p: number;

  constructor(p: number = 0.5) {
    super();
    this.p = checkProbability("Dropout", p);
  }

  override forward(x: Tensor): Tensor {
    return dropout(x, this.p, { training: this.training });
  }

  protected override describeOptions(): string {
    return `p=${this.p}`;
  }
}
