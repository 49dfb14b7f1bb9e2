import type { Cached, Inputs, Lens, Reading } from "@saccade/figures/language-model/lens";
import type { Computer } from "../../work/backend.ts";
import type { Tokens } from "./sizes.ts";

/** A model in a worker that reads and continues texts: the one that learns in the page, or one from files. */
export type Subject = {
  readonly [Name in keyof Looks]: (...ask: Parameters<Looks[Name]>) => Promise<ReturnType<Looks[Name]>>;
};

/** What such a worker answers. */
export type Looks = Pick<Lens, "read" | "write" | "inputs" | "heads" | "layers" | "cached">;

/** A text that the model wrote after a number of steps. */
export interface Sample {
  readonly step: number;
  readonly text: string;
}

/** A point of the loss curve: mean losses of a token. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
  /** Of the text that is held out; null where it was not measured. */
  readonly heldOut: number | null;
}

/** The settings of a run. */
export interface RunSettings {
  readonly seed: number;
  /** The training data. */
  readonly text: string;
  /** What a token is, unless the text is Chinese. */
  readonly tokens: Tokens;
  /** Trained weights to begin with. */
  readonly weights: Uint8Array | null;
  /** A trained model of words, as a checkpoint's files; the text is not needed then. */
  readonly files?: readonly File[];
  /** On the GPU, where there is one. */
  readonly gpu?: boolean;
}

/** Of the text and the model of a run. */
export interface RunFacts {
  /** That it learns. */
  readonly characters: number;
  readonly parameters: number;
  /** null before the worker has reported it. */
  readonly computer: Computer | null;
}

/** What is known of the training of weights that come with the page. */
export interface Known {
  readonly seed: number;
  readonly steps: number;
  readonly facts: RunFacts;
  /** The loss of training and of the held-out text, by step. */
  readonly curve: readonly CurvePoint[];
  readonly samples: readonly Sample[];
}

/** The page's content before its worker's first message. */
export interface Start extends Known {
  readonly reading: Reading;
  readonly inputs: Inputs;
  /** Of the first head. */
  readonly cached: Cached;
}
