import recorded from "./recorded.json" with { type: "json" };

/** The measurements of a head of one seed's model. */
export interface MeasuredHead {
  readonly name: string;
  /** The share of the difference between two sentences that its output alone brings back. */
  readonly restored: number;
  /** The accuracy without it. */
  readonly without: number;
}

/** A seed's model. */
export interface Measured {
  readonly accuracy: number;
  readonly heads: readonly MeasuredHead[];
}

export const seeds = ["0", "1", "2"] as const;
export type Seed = (typeof seeds)[number];

// As examples/lens-coreference printed it: apps/docs/records/lens-coreference.txt.
export const measured: Readonly<Record<Seed, Measured>> = recorded;

/** The head that restores most. */
export function strongest({ heads }: Measured): MeasuredHead {
  return heads.reduce((best, head) => (head.restored > best.restored ? head : best));
}

/** The head without which the most answers are wrong. */
export function mostMissed({ heads }: Measured): MeasuredHead {
  return heads.reduce((best, head) => (head.without < best.without ? head : best));
}
