import type { Signal } from "@preact/signals";
import { type Field, oneOf, whole } from "../../app/fields.ts";
import type { PageState } from "../../app/page-state.ts";
import { examples } from "./examples.ts";

export const learningRates = ["0.002", "0.005", "0.01"] as const;
export const lengthsOfTraining = ["5", "14", "28", "100", "250"] as const;
/** Enough for the grammar's pairs; the reader's own are fewer. */
export const epochsOfGrammar = "14";
export const epochsOfOwnPairs = "250";

/** What may be typed or pasted; the rest is cut, and the page says so. */
export const longestSentence = 200;

export interface Settings {
  /** The sentence to translate. */
  readonly sentence: Signal<string>;
  /** Of the first weights and the order of the batches. */
  readonly seed: Signal<number>;
  readonly lr: Signal<(typeof learningRates)[number]>;
  /** Epochs. */
  readonly epochs: Signal<(typeof lengthsOfTraining)[number]>;
}

/** The sentence the page opens with. */
export const firstSentence: string = examples[0]!;

export function makeSettings(state: PageState): Settings {
  return {
    sentence: state.setting("s", sentence, firstSentence),
    seed: state.setting("seed", whole(0, 9999), 0),
    lr: state.setting("lr", oneOf(learningRates), "0.005"),
    epochs: state.setting("epochs", oneOf(lengthsOfTraining), epochsOfGrammar),
  };
}

const sentence: Field<string> = {
  parse: (text) => (text.length <= longestSentence ? text : undefined),
  format: (value) => value,
};
