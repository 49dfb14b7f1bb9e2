import { oneOf, wholeNumber } from "../command-line.ts";
import { UsageError } from "../usage.ts";

const modelNames = ["gru", "gru-plain", "transformer"] as const;

/** The values of `--model`. */
export type ModelName = (typeof modelNames)[number];

/** The numbers of a run, each an option of the command line. */
export interface Sizes {
  /** Training pairs. */
  readonly pairs: number;
  /** Held-out sentences. */
  readonly test: number;
  /** Subwords of each language. */
  readonly vocab: number;
  /** Width of embeddings and states. */
  readonly width: number;
  /** Layers of encoder and decoder of a Transformer; the others have one. */
  readonly layers: number;
  /** Longer sentences are left out; in words, marks included. */
  readonly words: number;
  readonly epochs: number;
  readonly batch: number;
}

/** Everything that a run's numbers follow from, but for the file. A checkpoint keeps it. */
export interface Settings extends Sizes {
  readonly model: ModelName;
  readonly seed: number;
  readonly lr: number;
  readonly dropout: number;
  readonly labelSmoothing: number;
}

const usual: Sizes = {
  pairs: 40_000,
  test: 1000,
  vocab: 4000,
  width: 128,
  layers: 2,
  words: 16,
  epochs: 12,
  batch: 64,
};
/** A night on two cores. */
const full: Sizes = { ...usual, pairs: 150_000, test: 2000, vocab: 8000, width: 256, epochs: 16 };
/** The embedded pairs: enough to see a loss fall. */
const quick: Sizes = { ...usual, pairs: 600, test: 40, vocab: 400, width: 16, epochs: 3, batch: 32 };

const smallest: Sizes = { pairs: 1, test: 1, vocab: 300, width: 4, layers: 1, words: 2, epochs: 1, batch: 1 };

export const sizeNames = Object.keys(usual) as readonly (keyof Sizes)[];

/** @throws UsageError for a value that a setting cannot take. */
export function settingsOf(
  own: Readonly<Record<string, string>>,
  how: { readonly quick: boolean; readonly seed: number },
): Settings {
  const sizes = how.quick ? quick : own["full"] === undefined ? usual : full;
  const given = Object.fromEntries(
    sizeNames.map((name) => [name, wholeOption(own, name, smallest[name]) ?? sizes[name]]),
  ) as Record<keyof Sizes, number>;
  const model = oneOf("model", own["model"] ?? "gru", modelNames);
  if (given.width % 4 !== 0)
    throw new UsageError(
      `--width takes a multiple of 4, which heads and directions divide, not ${given.width}.`,
    );
  const lr = how.quick ? 0.01 : 0.002;
  const dropout = how.quick ? 0 : 0.1; // without it, PyTorch has the same losses from the same weights
  return { model, seed: how.seed, ...given, lr, dropout, labelSmoothing: 0.1 };
}

/** A whole number from `least` up, or undefined where the option was not given. @throws UsageError */
export function wholeOption(
  own: Readonly<Record<string, string>>,
  name: string,
  least: number,
): number | undefined {
  return own[name] === undefined ? undefined : wholeNumber(name, own[name], least);
}
