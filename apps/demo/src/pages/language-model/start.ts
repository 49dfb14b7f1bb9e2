import type { Cached, Reading, RunFacts, Sample, Sampling } from "./calls.ts";

/** The page's content before its worker's first message. */
export interface Start {
  readonly seed: number;
  /** Of the weights that come with the page. */
  readonly steps: number;
  readonly prompt: string;
  readonly sampling: Sampling;
  readonly reading: Reading;
  /** Of the first head. */
  readonly cached: Cached;
  readonly facts: RunFacts;
  /** The loss of training and of the held-out text, by step. */
  readonly curve: readonly CurvePoint[];
  readonly samples: readonly Sample[];
}

/** A point of the loss curve: mean losses of a token. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
  /** Of the text that is held out; null where it was not measured. */
  readonly heldOut: number | null;
}
