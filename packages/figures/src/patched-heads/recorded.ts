import { headName } from "../ui/head-name.ts";

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

// As examples/lens-coreference printed it: apps/docs/records/lens-coreference.txt. Each head: restored, accuracy without it.
export const measured: Readonly<Record<Seed, Measured>> = {
  0: of(0.99, [
    ["0.05 0.99", "0.11 0.90", "0.03 0.87", "0.04 0.99"],
    ["0.14 0.83", "0.12 0.97", "0.40 0.71", "0.00 1.00"],
  ]),
  1: of(1, [
    ["0.18 0.96", "0.01 1.00", "0.13 0.74", "0.15 0.98"],
    ["0.04 0.99", "0.31 0.98", "0.03 0.92", "0.04 0.98"],
  ]),
  2: of(0.995, [
    ["0.01 0.98", "0.01 1.00", "0.04 0.95", "0.01 0.98"],
    ["0.09 0.88", "0.33 0.93", "0.61 0.72", "0.13 0.94"],
  ]),
};

function of(accuracy: number, layers: readonly (readonly string[])[]): Measured {
  const heads = layers.flatMap((row, layer) =>
    row.map((pair, head) => {
      const [restored = 0, without = 0] = pair.split(" ").map(Number);
      return { name: headName({ layer, head }), restored, without };
    }),
  );
  return { accuracy, heads };
}

/** The head that restores most. */
export function strongest({ heads }: Measured): MeasuredHead {
  return heads.reduce((best, head) => (head.restored > best.restored ? head : best));
}

/** The head without which the most answers are wrong. */
export function mostMissed({ heads }: Measured): MeasuredHead {
  return heads.reduce((best, head) => (head.without < best.without ? head : best));
}
