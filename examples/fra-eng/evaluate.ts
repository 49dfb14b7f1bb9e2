import { corpusBleu } from "@saccade/models";
import { batchOf, stepsOf } from "./batches.ts";
import { decode, type FraEng, type HeldOut } from "./data.ts";
import type { Translator } from "./models.ts";

/** BLEU of the sentences with `from` to `to` source words. */
export interface LengthGroup {
  readonly from: number;
  readonly to: number;
  readonly sentences: number;
  /** Null where there is no sentence. */
  readonly bleu: number | null;
}

export interface Scores {
  readonly bleu: number;
  readonly byLength: readonly LengthGroup[];
}

/** A held-out sentence, its translation, and where the model looked; no weights without attention. */
export interface Shown {
  readonly source: string;
  readonly reference: string;
  readonly translation: string;
  readonly sourceTokens: readonly string[];
  readonly tokens: readonly string[];
  readonly weights: readonly (readonly number[])[];
}

const groups: readonly (readonly [from: number, to: number])[] = [
  [1, 5],
  [6, 7],
  [8, 9],
  [10, 12],
  [13, 16],
];

/** No translation is longer, in subwords. */
const most = 40;
const rows = 50;

/** Translates all held-out sentences, greedily. */
export function translateAll({ net, greedy }: Translator, data: FraEng): string[] {
  net.eval();
  const order = data.test.map((_, i) => i).sort((a, b) => lengthOf(data, a) - lengthOf(data, b));
  const translations: string[] = new Array(data.test.length);
  for (let start = 0; start < order.length; start += rows) {
    const chosen = order.slice(start, start + rows);
    const pairs = chosen.map((i) => data.test[i]!);
    const { X, XValidLen } = batchOf(pairs, stepsOf(lengthOf(data, chosen.at(-1)!)));
    const { ids } = greedy(X, XValidLen, endsOf(data));
    chosen.forEach((i, row) => {
      translations[i] = decode(data.target, ids[row]!);
    });
  }
  return translations;
}

function lengthOf({ test }: FraEng, i: number): number {
  return test[i]!.source.length;
}

function endsOf({ target: { vocab } }: FraEng) {
  return { bos: vocab.index("<bos>"), eos: vocab.index("<eos>"), most };
}

/** BLEU of lower-case words, marks apart, with one reference each: of all sentences, and by their length. */
export function scoresOf(test: readonly HeldOut[], translations: readonly string[]): Scores {
  const bleuOf = (from: number, to: number): LengthGroup => {
    const chosen = test.flatMap(({ sourceWords }, i) =>
      sourceWords.length >= from && sourceWords.length <= to ? [i] : [],
    );
    const bleu =
      chosen.length === 0
        ? null
        : corpusBleu(
            chosen.map((i) => translations[i]!),
            chosen.map((i) => test[i]!.targetWords.join(" ")),
          );
    return { from, to, sentences: chosen.length, bleu };
  };
  return { bleu: bleuOf(1, 16).bleu ?? 0, byLength: groups.map(([from, to]) => bleuOf(from, to)) };
}

/** Some held-out sentences of middling length, translated, with the attention of each subword. */
export function showSome({ net, greedy }: Translator, data: FraEng, count: number): Shown[] {
  net.eval();
  const middling = data.test.filter(({ sourceWords }) => sourceWords.length >= 7 && sourceWords.length <= 9);
  return (middling.length >= count ? middling : data.test).slice(0, count).map((pair) => {
    const { X, XValidLen } = batchOf([pair], stepsOf(pair.source.length));
    const { ids, weights } = greedy(X, XValidLen, endsOf(data));
    return {
      source: pair.sourceWords.join(" "),
      reference: pair.targetWords.join(" "),
      translation: decode(data.target, ids[0]!),
      sourceTokens: labels(data.source, pair.source),
      tokens: labels(data.target, ids[0]!),
      weights: weights.map((row) => row.slice(0, pair.source.length)),
    };
  });
}

function labels(language: FraEng["source"], ids: readonly number[]): string[] {
  return ids.map((id) => decode(language, [id]) || language.vocab.toTokens([id])[0]!);
}
