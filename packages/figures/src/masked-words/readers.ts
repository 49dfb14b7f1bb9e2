import { noGrad } from "@saccade/autograd";
import { mask, maxLength, pad, toIds, vocabulary } from "@saccade/examples/bert-grammar";
import { Bert, GPT } from "@saccade/models";
import { Module } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";

const sizes = { vocabSize: vocabulary.length, maxLen: maxLength, dModel: 32, numLayers: 1, numHeads: 4 };

/** Two models of one layer: an encoder that was trained on masked words, and one that reads from the left. */
export class Readers extends Module {
  bert: Bert;
  gpt: GPT;

  constructor() {
    super();
    this.bert = new Bert({ ...sizes, pooler: false, maskedHead: true });
    this.gpt = new GPT(sizes);
  }

  /**
   * @param ids (1, n), for the causal model @param masked (1, n), the same with [MASK] at places, for the encoder
   * @returns scores of every word, (1, n, words), and the encoder's weights, (1, heads, n, n)
   */
  override forward(ids: Tensor, masked: Tensor) {
    const found = this.bert.forward(masked, { keyMask: ids.ne(pad), needWeights: true });
    return {
      both: this.bert.logits(found.lastHiddenState),
      left: this.gpt.forward(ids),
      weights: found.weights[0]!,
    };
  }
}

/** A word, and the probability that a model gives it. */
export interface Guess {
  readonly word: string;
  readonly share: number;
}

/** The predictions of both models at one place. */
export interface Looked {
  /** The encoder's guesses, which reads all words but the masked ones; the likeliest first. */
  readonly both: readonly Guess[];
  /** The causal model's, which reads all words before the place. */
  readonly left: readonly Guess[];
  /** The encoder's attention from the place, the mean of its heads: [CLS], the words, [SEP]. */
  readonly weights: readonly number[];
}

/** Asks both models for the word at a place; the first word is 0. */
export function look(
  readers: Readers,
  words: readonly string[],
  masked: ReadonlySet<number>,
  place: number,
): Looked {
  return noGrad(() => {
    const row = toIds(words);
    const ids = tensor([row], { dtype: "int32" });
    const hidden = tensor([row.map((id, i) => (masked.has(i - 1) ? mask : id))], { dtype: "int32" });
    const { both, left, weights } = readers.forward(ids, hidden);
    const from = weights
      .mean(1)
      .select(0, 0)
      .select(0, place + 1);
    return {
      both: guessesOf(both, place + 1),
      left: guessesOf(left, place), // the position before predicts it
      weights: (from.toArray() as number[]).slice(0, words.length + 2),
    };
  });
}

function guessesOf(logits: Tensor, position: number): Guess[] {
  const shares = logits.select(0, 0).select(0, position).softmax(-1).toArray() as number[];
  return shares.map((share, id) => ({ word: vocabulary[id]!, share })).sort((a, b) => b.share - a.share);
}
