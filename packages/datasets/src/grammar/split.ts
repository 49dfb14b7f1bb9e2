import {
  badArgument,
  checkChoice,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/checks";
import { type AlignedPair, drawPairs, type GrammarLanguages, grammarLanguages, MOST_PAIRS } from "./pairs.ts";

/** Options of {@link grammarSplit}. */
export interface GrammarSplitOptions {
  /** Source and target: "en-fr", "en-zh" or "zh-en". */
  readonly languages: GrammarLanguages;
  /** Pairs to train on, 500 to 20,000: below 500 too few words would be known. Default 2000. */
  readonly train?: number;
  /** Held-out pairs to choose a model by, 0 to 5000. Default 100. */
  readonly validation?: number;
  /** Held-out pairs to measure a model on, 0 to 5000. Default 200. */
  readonly test?: number;
  /** Of the choices, a whole number ≥ 0. Default 0. */
  readonly seed?: number;
}

/** What {@link grammarSplit} gives. */
export interface GrammarSplit {
  /** The pairs to train with. */
  readonly train: readonly AlignedPair[];
  /** Pairs to choose settings with. */
  readonly validation: readonly AlignedPair[];
  /** Pairs that appear in no other part. */
  readonly test: readonly AlignedPair[];
}

const splitOptions: OptionNames = optionNames<GrammarSplitOptions>(
  "grammarSplit",
  { languages: true, train: true, validation: true, test: true, seed: true },
  'grammarSplit({ languages: "en-fr", train: 2000, validation: 100, test: 200 })',
);

/**
 * Pairs as {@link grammarPairs} gives them, for training and held out. No two are equal in source or in target, in all
 * three lists together, and every word of a held-out sentence occurs in training.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example grammarSplit({ languages: "en-zh", seed: 1 }).train.length // 2000
 */
export function grammarSplit(options: GrammarSplitOptions): GrammarSplit {
  refuseExtra(splitOptions, arguments, 1);
  const what = "grammarSplit";
  checkOptions(splitOptions, options);
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${splitOptions.example}`);
  const { languages, train = 2000, validation = 100, test = 200, seed = 0 } = options;
  checkChoice(what, "languages", languages, grammarLanguages);
  checkInteger(what, "train", train, 500, MOST_PAIRS);
  checkInteger(what, "validation", validation, 0, MOST_PAIRS / 4);
  checkInteger(what, "test", test, 0, MOST_PAIRS / 4);
  checkInteger(what, "seed", seed, 0);
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
