import type { AlignedPair } from "@saccade/datasets";
import type { Stored } from "../seq2seq-attention/stored.ts";
import type { Words } from "./translators.ts";

/** A trained translator: its parameters, and how well it points and translates on all held-out pairs. */
export interface TrainedOne {
  readonly aer: number;
  /** The share of target words that are its best guess after the right words before. */
  readonly accuracy: number;
  /** The share of sure words whose largest weight is on the word after theirs. */
  readonly late: number;
  readonly parameters: Readonly<Record<string, Stored>>;
}

/** The figure's data. */
export interface Trained {
  readonly words: Words;
  /** How many pairs the error rates are over. */
  readonly testPairs: number;
  readonly pairs: readonly AlignedPair[];
  readonly oneWay: TrainedOne;
  readonly bothWays: TrainedOne;
}
