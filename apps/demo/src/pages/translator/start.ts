import type { RunFacts, Translation } from "./calls.ts";

/** What the page shows before its worker has said anything. */
export interface Start {
  readonly settings: { readonly seed: number; readonly lr: number };
  readonly sentence: string;
  readonly translation: Translation;
  readonly facts: RunFacts;
  /** Optimizer steps done, and the loss of each epoch. */
  readonly step: number;
  readonly losses: readonly number[];
}
