/** Rows of numbers, all of one length. */
export type Rows = readonly (readonly number[])[];

export const scoreNames = ["scaled", "dot", "additive", "gaussian", "average"] as const;
export type ScoreName = (typeof scoreNames)[number];

export interface AttendAsk {
  /** (lq, d), (lk, d), (lk, d). */
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly score: ScoreName;
  /** The divisor of all scores. */
  readonly temperature: number;
  /** How many keys count, from the first. */
  readonly validLen: number;
  readonly causal: boolean;
  /** Cells (query · lk + key) that are masked beside. */
  readonly forbidden: readonly number[];
  /** Into how many the columns of Q, K and V are split. */
  readonly heads: number;
  /** Of the layer that additive scores come from. */
  readonly seed: number;
}

/** The result of one head. */
export interface Head {
  /** (lq, lk), before masks. */
  readonly scores: Rows;
  /** (lq, lk). */
  readonly weights: Rows;
  /** (lq, d / heads). */
  readonly output: Rows;
  /** For each query and key the pairs that its score is a sum over: (lq, lk, c, 2). What a pair means follows from the score. */
  readonly terms: readonly (readonly Rows[])[];
}

export interface Attended {
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly heads: readonly Head[];
  /** (lq, lk): where a query may attend. */
  readonly allowed: readonly (readonly boolean[])[];
  /** (lq, d): the heads side by side. */
  readonly output: Rows;
}

export interface SpreadAsk {
  /** Size of the queries and keys. */
  readonly d: number;
  readonly seed: number;
}

/** How dot products of random vectors spread, as they are and divided by √d. */
export interface Spread {
  /** Ends of the bins, (bins + 1). */
  readonly edges: readonly number[];
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
