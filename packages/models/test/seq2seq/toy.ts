import type { Shape } from "@saccade/tensor";
import { ints } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";

const words = ["<unk>", "<pad>", "<bos>", "<eos>", "a", "b", "c", "d"];

/** Eight words, of which four are special. */
export const vocab: models.TranslationVocab = {
  has: (token) => words.includes(token),
  index: (token) => Math.max(0, words.indexOf(token)),
  toTokens: (ids) => Array.from(ids, (id) => words[id]!),
};

export const numSteps = 5;

interface ToySizes {
  readonly layers?: number;
  readonly dropout?: number;
  readonly hidden?: number;
}

export function makeNet({ layers = 1, dropout = 0, hidden = 16 }: ToySizes = {}): models.EncoderDecoder {
  return new models.EncoderDecoder(
    new models.Seq2SeqEncoder(words.length, 8, hidden, layers, { dropout }),
    new models.Seq2SeqAttentionDecoder(words.length, 8, hidden, layers, { dropout }),
  );
}

function pad(sentence: string): number[] {
  const ids = [...sentence.split(" "), "<eos>"].map((word) => vocab.index(word));
  return [...ids, ...new Array<number>(numSteps - ids.length).fill(vocab.index("<pad>"))];
}

/** Sentences, and the same backwards. */
export const sources: readonly string[] = ["a", "a b", "b c d", "d a", "c", "d b", "c a d", "b"];
export const targets: readonly string[] = sources.map((text) => text.split(" ").reverse().join(" "));

export function batchOf(rows: readonly number[] = sources.map((_, i) => i)): models.Seq2SeqBatch {
  const lengths = (texts: readonly string[]) => ints(rows.map((i) => texts[i]!.split(" ").length + 1));
  return {
    X: ints(rows.map((i) => pad(sources[i]!))),
    XValidLen: lengths(sources),
    Y: ints(rows.map((i) => pad(targets[i]!))),
    YValidLen: lengths(targets),
  };
}

export const shapeOf = (rows: readonly (readonly number[])[]): Shape => [rows.length, rows[0]?.length ?? 0];
