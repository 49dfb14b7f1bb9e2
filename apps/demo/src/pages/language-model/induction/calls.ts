import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";

/** The settings of a run. */
export interface RunAsk {
  /** Of the first weights and the sequences. */
  readonly seed: number;
  readonly layers: number;
}

/** The measurements after a number of steps. Scores are those of each head, layer by layer. */
export interface Frame {
  readonly step: number;
  /** Of the last training step; null before the first. */
  readonly loss: number | null;
  /** The share of repeated tokens that are predicted. */
  readonly accuracy: number;
  /** The mean attention to the token before. */
  readonly previousToken: readonly number[];
  /** The mean attention to the token after the same one, earlier. */
  readonly induction: readonly number[];
}

/** A run as it began. */
export interface Begun {
  /** Its number: the worker keeps the runs of a visit. */
  readonly run: number;
  readonly parameters: number;
  readonly frames: readonly Frame[];
}

export interface BeginAsk extends RunAsk {
  /** Its film, as `Film.bytes` wrote it; null to begin untrained. */
  readonly film: Uint8Array<ArrayBuffer> | null;
}

/** Trains for about `ms`, at least one step. */
export interface TrainAsk {
  readonly run: number;
  readonly ms: number;
}

/** How far a run is, and the frames since the call before. */
export interface Trained {
  readonly step: number;
  readonly frames: readonly Frame[];
}

/** A run at one of its frames. */
export interface FrameAsk {
  readonly run: number;
  readonly frame: number;
}

export interface LookAsk extends FrameAsk {
  /** Heads that are off. */
  readonly off: readonly HeadAsk[];
  /** Which repeated sequence is read. */
  readonly example: number;
}

/** The results of a frame's network for a repeated sequence. */
export interface Look {
  readonly maps: HeadMaps;
  /** The probability of the token that follows, for each token but the last. */
  readonly chances: readonly number[];
  /** The share of repeated tokens of many sequences that are predicted, with these heads off. */
  readonly accuracy: number;
}

/** The requests to the worker of the repeated tokens. */
export type InductionCalls = {
  begin: { ask: BeginAsk; answer: Begun };
  train: { ask: TrainAsk; answer: Trained };
  look: { ask: LookAsk; answer: Look };
};
