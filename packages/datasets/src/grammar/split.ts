import { type OptionsOf, options, type SettingsOf, whole } from "@saccade/tensor/contract";
import { seed } from "../rules.ts";
import { type AlignedPair, drawPairs, languages, MOST_PAIRS } from "./pairs.ts";

/** The rules of a split's options. */
export const splitRules = {
  /** Source and target: "en-fr", "en-zh" or "zh-en". */
  languages,
  /** Pairs to train on, 500 to 20,000: below 500 too few words would be known. Default 2000. */
  train: whole(2000, { min: 500, max: MOST_PAIRS }),
  /** Held-out pairs to choose a model by, 0 to 5000. Default 100. */
  validation: whole(100, { min: 0, max: MOST_PAIRS / 4 }),
  /** Held-out pairs to measure a model on, 0 to 5000. Default 200. */
  test: whole(200, { min: 0, max: MOST_PAIRS / 4 }),
  /** Of the choices, a whole number ≥ 0. Default 0. */
  seed,
};

const splitOptions = options("grammarSplit", splitRules, {
  example: 'grammarSplit({ languages: "en-fr", train: 2000, validation: 100, test: 200 })',
});

/** Options of {@link grammarSplit}. */
export interface GrammarSplitOptions extends OptionsOf<typeof splitOptions> {}

/** The result of {@link grammarSplit}. */
export interface GrammarSplit {
  /** The pairs to train with. */
  readonly train: readonly AlignedPair[];
  /** Pairs to choose settings with. */
  readonly validation: readonly AlignedPair[];
  /** Pairs that appear in no other part. */
  readonly test: readonly AlignedPair[];
}

/**
 * Pairs as {@link grammarPairs} gives them, for training and held out. No two are equal in source or in target, in all
 * three lists together, and every word of a held-out sentence occurs in training.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example grammarSplit({ languages: "en-zh", seed: 1 }).train.length // 2000
 */
export function grammarSplit(given: GrammarSplitOptions): GrammarSplit {
  return splitPairs(splitOptions(given));
}

/** {@link grammarSplit} with settings that were checked. */
export function splitPairs(settings: SettingsOf<typeof splitOptions>): GrammarSplit {
  const { languages, train, validation, test, seed } = settings;
  const drawn = drawPairs(languages, seed);
  const known = Array.from({ length: train }, () => drawn.next());
  const sourceWords = new Set(known.flatMap(({ source }) => source));
  const targetWords = new Set(known.flatMap(({ target }) => target));
  const heldOut = (): AlignedPair => {
    for (;;) {
      const pair = drawn.next();
      if (
        pair.source.every((word) => sourceWords.has(word)) &&
        pair.target.every((word) => targetWords.has(word))
      )
        return pair;
    }
  };
  return {
    train: known,
    validation: Array.from({ length: validation }, heldOut),
    test: Array.from({ length: test }, heldOut),
  };
}
