import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";

/** Heads of a layer. */
export const numHeads = 4;
/** Tokens of a sequence, before it repeats. */
export const half = 16;
export const lastStep = 1000;

/** The settings of a run. */
export interface RunAsk {
  /** Of the first weights and the sequences. */
  readonly seed: number;
  readonly layers: number;
}

/** The measurements after a number of steps. Scores are those of each head, layer by layer. */
export interface Frame {
  readonly step: number;
  /** The share of repeated tokens that are predicted. */
  readonly accuracy: number;
  /** The mean attention to the token before. */
  readonly previousToken: readonly number[];
  /** The mean attention to the token after the same one, earlier. */
  readonly induction: readonly number[];
}

/** The requests to the worker of the repeated tokens, which has one run at a time. */
export type InductionCalls = {
  begin: {
    /** Begins untrained, or with a film that came with the page. */
    ask: RunAsk & { readonly film: Uint8Array<ArrayBuffer> | null };
    answer: { readonly parameters: number; readonly frames: readonly Frame[] };
  };
  /** Trains for so many milliseconds, at least one step: how far the run is, and the frames since the call before. */
  train: { ask: number; answer: { readonly step: number; readonly frames: readonly Frame[] } };
  /** The results of a frame's network for a repeated sequence, with some heads off. */
  look: {
    ask: { readonly frame: number; readonly off: readonly HeadAsk[]; readonly example: number };
    answer: {
      readonly maps: HeadMaps;
      /** The probability of the token that follows, for each token but the last. */
      readonly chances: readonly number[];
      /** The share of repeated tokens of many sequences that are predicted, with these heads off. */
      readonly accuracy: number;
    };
  };
};
