import { scaledDotProductAttention } from "@saccade/attention";
import { TransformerEncoderLayer } from "@saccade/models";
import { Embedding, Linear, Module, Parameter } from "@saccade/nn";
import { oneHot, randn, type Tensor } from "@saccade/tensor";
import { alphabetSize, wordLength } from "./words.ts";

const width = 32;

/** The model's result for a batch of words. */
export interface Sorted {
  /** The attention weights (b, place, letter of the word). */
  readonly weights: Tensor;
  /** The probability of each letter of the alphabet at each place (b, place, letter of the alphabet). */
  readonly probabilities: Tensor;
}

/**
 * Sorts the letters of a word by pointing at them (Vinyals et al. 2015). Each place of the result has a learned query, which
 * attends to the letters of the word. A letter is as probable as all the attention that goes to it.
 */
export class Sorter extends Module {
  embedding = new Embedding(alphabetSize, width);
  // Lets each letter see the others. No positions are added: the order of the letters does not matter for sorting.
  encoder = new TransformerEncoderLayer(width, 2, { dimFeedforward: 64, dropout: 0, batchFirst: true });
  key = new Linear(width, width);
  queries = new Parameter(randn([wordLength, width]));

  /** @param words letters from 0 to 25, int32 (b, wordLength) */
  override forward(words: Tensor): Sorted {
    const [batch] = words.dims(2);
    const keys = this.key.forward(this.encoder.forward(this.embedding.forward(words))); // (b, n, width)
    const queries = this.queries.expand([batch, wordLength, width]);
    const letters = oneHot(words, alphabetSize).to("float32"); // (b, n, 26), so that the output adds up the weights by letter
    const { output, weights } = scaledDotProductAttention(queries, keys, letters);
    return { weights, probabilities: output };
  }
}
