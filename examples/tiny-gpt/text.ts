import { BytePairTokenizer, grammarPairs } from "@saccade/datasets";
import { fromData, type Tensor } from "@saccade/tensor";

/** A text as token ids, cut into training and held-out sentences. */
export interface Text {
  readonly tokenizer: BytePairTokenizer;
  readonly train: Int32Array;
  readonly heldOut: Int32Array;
  /** Held-out sentences, none of which occurs in the training text. */
  readonly sentences: readonly string[];
}

/** English sentences of the library's grammar, one a line. The tokenizer sees the training sentences only. */
export function makeText(seed: number, train: number, heldOut: number, vocabSize: number): Text {
  const pairs = grammarPairs({ languages: "en-fr", count: train + heldOut, seed });
  const lines = pairs.map(({ source }) => `${source.join(" ")}\n`);
  const [seen, unseen] = [lines.slice(0, train), lines.slice(train)];
  const tokenizer = BytePairTokenizer.train(seen, { vocabSize });
  const encode = (some: readonly string[]): Int32Array =>
    Int32Array.from(some.flatMap((line) => tokenizer.encode(line)));
  return { tokenizer, train: encode(seen), heldOut: encode(unseen), sentences: unseen };
}

/** Tokens and the tokens after them: (b, length) each. */
export interface Windows {
  readonly ids: Tensor;
  readonly next: Tensor;
}

/** Windows of a text that begin at the given places. */
export function windowsAt(text: Int32Array, starts: readonly number[], length: number): Windows {
  const of = (shift: number): Tensor => {
    const data = new Int32Array(starts.length * length);
    starts.forEach((start, i) => {
      data.set(text.subarray(start + shift, start + shift + length), i * length);
    });
    return fromData(data, [starts.length, length]);
  };
  return { ids: of(0), next: of(1) };
}
