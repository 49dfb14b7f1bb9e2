import type { Look } from "./calls.ts";

/** Measurements of the shipped weights, on sentences whose pairs of nouns no training sentence has. */
export interface Facts {
  readonly seed: number;
  readonly steps: number;
  readonly parameters: number;
  /** Sentences. */
  readonly measured: number;
  /** The share of sentences that are translated without a fault. */
  readonly exact: number;
  /** The share of pronouns that are right. */
  readonly pronouns: number;
  /** The mean weight of the guided head from "it" to its noun. */
  readonly looked: number;
  /** `exact` when the same model gets no positions. */
  readonly exactUnplaced: number;
  /** `exact` of the second model, trained without positions. */
  readonly exactTrainedUnplaced: number;
}

/** The page's content before its worker has answered. */
export interface Start {
  readonly facts: Facts;
  readonly look: Omit<Look, "weights"> & {
    readonly weights: Readonly<Record<keyof Look["weights"], readonly number[]>>;
  };
}
