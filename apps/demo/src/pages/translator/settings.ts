import type { Signal } from "@preact/signals";
import { type Field, oneOf, whole } from "../../app/fields.ts";
import type { PageState } from "../../app/page-state.ts";

export const learningRates = ["0.002", "0.005", "0.01"] as const;
export const lengthsOfTraining = ["50", "100", "250"] as const;

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

/** The sentence the page opens with; of the embedded corpus. */
export const firstSentence = "she is going to work .";

export function makeSettings(state: PageState): Settings {
  return {
    sentence: state.setting("s", sentence, firstSentence),
    seed: state.setting("seed", whole(0, 9999), 0),
    lr: state.setting("lr", oneOf(learningRates), "0.005"),
    epochs: state.setting("epochs", oneOf(lengthsOfTraining), "250"),
  };
}

const sentence: Field<string> = {
  parse: (text) => (text.length <= longestSentence ? text : undefined),
  format: (value) => value,
};
