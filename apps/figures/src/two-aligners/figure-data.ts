import type { AlignedPair } from "@saccade/datasets";
import type { Stored } from "../seq2seq-attention/stored.ts";
import type { Words } from "./translators.ts";

/** A trained translator: its parameters, and its alignment error rate on all held-out pairs. */
export interface TrainedOne {
  readonly aer: number;
  readonly parameters: Readonly<Record<string, Stored>>;
}

/** What the figure shows. */
export interface Trained {
  readonly words: Words;
  /** How many pairs the error rates are over. */
  readonly testPairs: number;
  readonly pairs: readonly AlignedPair[];
  readonly oneWay: TrainedOne;
  readonly bothWays: TrainedOne;
}
