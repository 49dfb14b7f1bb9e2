import { binned } from "@saccade/figures/binned";
import { manualSeed, randn, scope, softmax, type Tensor } from "@saccade/tensor";

export interface SpreadAsk {
  /** Size of the queries and keys. */
  readonly d: number;
  readonly seed: number;
}

/** How dot products of random vectors spread, as they are and divided by √d. */
export interface Spread {
  /** The bins go from −reach to reach. */
  readonly reach: number;
  /** Shares of all products, (bins). */
  readonly dot: readonly number[];
  readonly scaled: readonly number[];
  readonly dotVariance: number;
  readonly scaledVariance: number;
  /** The greatest weight among 8 keys after the softmax, on average. */
  readonly dotGreatest: number;
  readonly scaledGreatest: number;
}

const samples = 4096;
const keysPerQuery = 8;
const bins = 41;

/** Dot products of vectors of independent standard normal numbers: their variance is d. */
export function spread({ d, seed }: SpreadAsk): Spread {
  return scope(() => {
    manualSeed(seed);
    const q = randn([samples / keysPerQuery, 1, d]);
    const k = randn([samples / keysPerQuery, keysPerQuery, d]);
    const dot = q.mul(k).sum(-1); // (queries, 8)
    const scaled = dot.div(Math.sqrt(d));
    const reach = Math.max(4, 3 * Math.sqrt(d));
    const greatest = (scores: Tensor): number => softmax(scores, -1).max(-1).values.mean().item();
    const variance = (scores: Tensor): number => scores.square().mean().item() - scores.mean().item() ** 2;
    return {
      reach,
      dot: binned(dot.dataSync(), reach, bins),
      scaled: binned(scaled.dataSync(), reach, bins),
      dotVariance: variance(dot),
      scaledVariance: variance(scaled),
      dotGreatest: greatest(dot),
      scaledGreatest: greatest(scaled),
    };
  });
}
