import { getBackend } from "@saccade/tensor";

/** How far a number may be from the expected one. Written next to a value, it explains what and why. */
export interface Tolerance {
  /** Allowed per max(1, |expected|): the golden README's rule. */
  readonly readme?: number;
  /** Allowed per max(1, the largest |expected| of the tensor): the rule of ladder files. */
  readonly ladder?: number;
  /** Allowed per |expected|. */
  readonly relative?: number;
  /** Allowed per the largest finite |expected| of the whole tensor or list. */
  readonly ofLargest?: number;
  /** Allowed whatever the size. */
  readonly absolute?: number;
}

/** The golden README's rule: |a − b| ≤ max(1e-5, 10 · f32_err) · max(1, |b|). Gradients that are only rounding noise fall under its 1e-5. */
export function readmeRule(f32Err: number = 0): Tolerance {
  return { readme: Math.max(1e-5, 10 * f32Err) };
}

/**
 * The rule of ladder files: in float64 |a − b| ≤ 1e-8 · max(1, |b|), as their data have nine digits; in float32 the README's, per
 * the largest |b| of the tensor where that is above 1.
 */
export function ladderRule(f32Err: number = 0): Tolerance {
  if (getBackend().dtypes.includes("float64")) return { readme: 1e-8 };
  return { ladder: Math.max(1e-5, 10 * f32Err) };
}

/** Every tolerance that is not the README's rule, with the reason. */
export const tolerances = {
  /** Whole numbers, ids, counts. */
  exact: {},
  /** Five optimizer steps in float32: sums of terms that may cancel, so the largest value gives the rounding. */
  optimizer: { relative: 1e-5, ofLargest: 1e-6, absolute: 1e-9 },
  /** Learning rates are doubles; PyTorch's recursions and closed forms differ by rounding only. */
  schedule: { relative: 1e-9, absolute: 1e-12 },
  /** BLEU is computed in doubles. */
  bleu: { relative: 1e-9, absolute: 1e-12 },
  /** Losses of some thirty steps: each starts from the rounding of all before it (2e-5 with RMSprop on a GRU). */
  trainingLoss: { readme: 1e-4 },
  /**
   * Parameters after those steps. Adam and RMSprop divide by √v, so that a gradient near 0 hands on its relative error
   * in full (5e-5 at the reference backend; a wrong update is off by the learning rate, 5e-3).
   */
  trainedParameters: { readme: 5e-4 },
  /** Losses and norms of seq2seq's first 30 steps, sums in float32; PyTorch's own are within 2e-7 of float64. */
  seq2seqStep: { relative: 1e-5 },
  /** The loss per token of a whole epoch, likewise. */
  seq2seqEpoch: { relative: 1e-5 },
  /** Attention rows, between 0 and 1, of greedy decoding through some ten GRU steps with trained weights. */
  decodedAttention: { absolute: 1e-5 },
} as const satisfies Readonly<Record<string, Tolerance>>;

/** The tolerance at one expected value. */
export function allowedAt(tolerance: Tolerance, expected: number, largest: number): number {
  const size = Math.abs(expected);
  return (
    (tolerance.readme ?? 0) * Math.max(1, size) +
    (tolerance.ladder ?? 0) * Math.max(1, largest) +
    (tolerance.relative ?? 0) * size +
    (tolerance.ofLargest ?? 0) * largest +
    (tolerance.absolute ?? 0)
  );
}
