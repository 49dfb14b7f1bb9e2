import type { AttendAsk, Attended } from "@saccade/figures/attention";

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

/** The page's requests to its worker. */
export interface ScoringCalls {
  readonly attend: { readonly ask: AttendAsk; readonly answer: Attended };
  readonly spread: { readonly ask: SpreadAsk; readonly answer: Spread };
}
