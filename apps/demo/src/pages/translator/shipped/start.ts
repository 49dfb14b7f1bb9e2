import type { RunFacts, Translation } from "../network/calls.ts";
import type { FilmOf } from "../network/frames.ts";
import json from "./start.gen.json" with { type: "json" };

/** The page's content before its worker has answered. */
export interface Start {
  /** The kernels that it was trained with, as in `Computer`. */
  readonly kernels: string;
  readonly settings: { readonly seed: number; readonly lr: number };
  readonly translation: Translation;
  /** How the sentence's translation was learned. */
  readonly film: FilmOf;
  readonly facts: RunFacts;
  /** Optimizer steps done, and the loss of each epoch. */
  readonly step: number;
  readonly losses: readonly number[];
}

export const start = json as Start;
