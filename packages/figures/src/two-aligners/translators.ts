import { noGrad } from "@saccade/autograd";
import type { AlignedPair } from "@saccade/datasets";
import {
  BidirectionalEncoder,
  type Decoded,
  EncoderDecoder,
  LuongDecoder,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
} from "@saccade/models";
import { manualSeed, type Tensor } from "@saccade/tensor";
import { tensorOfIds } from "../ui/ids.ts";
import type { Stored } from "../ui/stored.ts";

/** Words by id: `<pad>`, `<bos>` and `<eos>` are among them. */
export interface Words {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** A trained translator: its parameters, and how well it points and translates on all held-out pairs. */
export interface TrainedOne {
  readonly aer: number;
  /** The share of target words that are its best guess after the right words before. */
  readonly accuracy: number;
  /** The share of sure words whose largest weight is on the word after theirs. */
  readonly late: number;
  readonly parameters: Readonly<Record<string, Stored>>;
}

/** The data of a pair that the figure shows. */
export type StoredPair = Omit<AlignedPair, "relations">;

/** The figure's data. */
export interface Trained {
  readonly words: Words;
  /** How many pairs the error rates are over. */
  readonly testPairs: number;
  readonly pairs: readonly StoredPair[];
  readonly oneWay: TrainedOne;
  readonly bothWays: TrainedOne;
}

/** The two of the figure. */
export const kinds = ["oneWay", "bothWays"] as const;
export type Kind = (typeof kinds)[number];

const embed = 32;
const hidden = 32;

/** A translator of either kind, whatever its state is. */
export type Translator = EncoderDecoder<unknown, unknown, Decoded<unknown>>;

/** Makes an untrained translator. The second misses half of its own state in training, so that it has to look. */
export function makeTranslator(kind: Kind, { source, target }: Words, seed: number): Translator {
  manualSeed(seed);
  const [from, to] = [source.length, target.length];
  return kind === "oneWay"
    ? new EncoderDecoder(
        new Seq2SeqEncoder(from, embed, hidden, 1, { dropout: 0.1 }),
        new Seq2SeqAttentionDecoder(to, embed, hidden, 1, { dropout: 0.1 }),
      )
    : new EncoderDecoder(
        new BidirectionalEncoder(from, embed, hidden, 1, { dropout: 0.1 }),
        new LuongDecoder(to, embed, hidden, 1, { dropout: 0.1, stateDropout: 0.5 }),
      );
}

/** A translator's states while it reads the right translation. */
export interface Reading {
  /** Its weights, without <eos>: (target words, source words). */
  readonly weights: number[][];
  /** Of the words, how many it would have written itself: each is compared with its best guess. */
  readonly right: number;
}

/** Lets a translator read a pair word by word. */
export function readingOf(net: Translator, words: Words, pair: Words): Reading {
  const ids = (tokens: readonly string[], known: readonly string[]): Tensor =>
    tensorOfIds([tokens.map((token) => known.indexOf(token))]);
  net.eval();
  const { weights, guesses } = noGrad(() => {
    const X = ids([...pair.source, "<eos>"], words.source);
    const before = ids(["<bos>", ...pair.target.slice(0, -1)], words.target);
    const lengths = tensorOfIds([X.size(1)]);
    const { output, weights } = net.forward(X, before, lengths);
    return {
      weights: weights.squeeze(2).squeeze(1), // (target words, source words with <eos>)
      guesses: output.argmax(-1).flatten(), // (target words)
    };
  });
  const written = guesses.toArray() as number[];
  return {
    weights: (weights.toArray() as number[][]).map((row) => row.slice(0, -1)),
    right: pair.target.filter((word, t) => words.target[written[t] ?? -1] === word).length,
  };
}
