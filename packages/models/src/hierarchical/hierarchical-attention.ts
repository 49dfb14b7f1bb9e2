import { AttentionPooling } from "@saccade/attention";
import { method, noteParts } from "@saccade/attention/model";
import { GRU, Module } from "@saccade/nn";
import { arange, scope, type Tensor, where } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { type OptionsOf, options, required, signature, size, tensorRule } from "@saccade/tensor/contract";
import { checkLens } from "../contract/checks.ts";

const name = "HierarchicalAttention";
const sizes = { inputSize: required(size()), hiddenSize: required(size()) };
const construct = signature(
  name,
  sizes,
  {
    /** The size of the vectors that are compared with the learned u. Default 2 · hiddenSize. */
    attentionSize: size(),
  },
  { example: `new ${name}(inputSize, hiddenSize, { attentionSize: 32 })` },
);

/** Options of {@link HierarchicalAttention}. */
export interface HierarchicalAttentionOptions extends OptionsOf<typeof construct> {}

const forward = method(
  options(
    `${name}.forward`,
    {
      /** int32 (b, s): the words of each sentence. Default: all w. */
      wordLens: tensorRule("int32", "(b, s)"),
      /** int32 (b): the sentences of each document. Default: all s. */
      sentenceLens: tensorRule("int32", "(b)"),
    },
    {
      example: "net.forward(words, { wordLens, sentenceLens })",
      renamed: { validLens: "write wordLens and sentenceLens" },
    },
  ),
  "words float (b, s, w, inputSize)",
);

/** How long documents and their sentences are. */
export interface DocumentLengths extends OptionsOf<typeof forward> {}

/** The result of {@link HierarchicalAttention}. */
export interface DocumentAttended {
  /** The document's vector, (b, 2 · hiddenSize). */
  readonly output: Tensor;
  /** The weights of the words within their sentence, (b, s, w). */
  readonly wordWeights: Tensor;
  /** The weights of the sentences within their document, (b, s). */
  readonly sentenceWeights: Tensor;
}

/**
 * A document's vector from words to sentences to the document (Yang et al. 2016, section 2): a GRU that reads both ways
 * and {@link AttentionPooling} make a vector of each sentence, and the same of the sentences. Attention is over w words
 * and s sentences at a time, never over all w · s words.
 *
 * @example new HierarchicalAttention(8, 16).forward(randn([2, 3, 5, 8])).output.shape // [2, 32]
 */
export class HierarchicalAttention extends Module {
  word_gru: GRU;
  word_attention: AttentionPooling;
  sentence_gru: GRU;
  sentence_attention: AttentionPooling;

  constructor(inputSize: number, hiddenSize: number, given: HierarchicalAttentionOptions = {}) {
    const { attentionSize = 2 * hiddenSize } = construct([inputSize, hiddenSize, given]);
    super();
    const bothWays = { bidirectional: true, batchFirst: true };
    this.word_gru = new GRU(inputSize, hiddenSize, bothWays);
    this.word_attention = new AttentionPooling(2 * hiddenSize, attentionSize);
    this.sentence_gru = new GRU(2 * hiddenSize, hiddenSize, bothWays);
    this.sentence_attention = new AttentionPooling(2 * hiddenSize, attentionSize);
    noteParts(this);
  }

  /**
   * @param words floats (b, s, w, inputSize): the embedded words of s sentences
   * @param given the lengths; words and sentences beyond them are ignored
   * @throws IndexError for invalid lengths.
   */
  override forward(words: Tensor, given: DocumentLengths = {}): DocumentAttended {
    const known = () => ({ inputSize: this.word_gru.inputSize });
    const { b, s, w, wordLens, sentenceLens } = forward(this, [words, given], known);
    checkLens(`${name}.forward`, "wordLens", wordLens, w);
    checkLens(`${name}.forward`, "sentenceLens", sentenceLens, s);
    return scope(() => {
      // Sentences beyond the document have no words.
      const inside = sentenceLens && where(below(s, sentenceLens), wordLens ?? w, 0).to("int32");
      const lens = (inside?.expand([b, s]) ?? wordLens)?.flatten(); // (b · s)
      const flat = words.flatten(0, 1); // (b · s, w, inputSize)
      const sentences = lens ? where(below(w, lens).unsqueeze(-1), flat, 0) : flat;
      const { output: read } = this.word_gru.forward(sentences, null, lens && { lengths: lens });
      const word = this.word_attention.forward(read, { validLens: lens });
      const vectors = word.output.reshape([b, s, word.output.size(-1)]);
      const more = sentenceLens && { lengths: sentenceLens };
      const { output: context } = this.sentence_gru.forward(vectors, null, more);
      const { output, weights } = this.sentence_attention.forward(context, { validLens: sentenceLens });
      return iterable({ output, wordWeights: word.weights.reshape([b, s, w]), sentenceWeights: weights });
    });
  }
}

/** Which of `count` positions are below lengths (n): bool (n, count). */
function below(count: number, lens: Tensor): Tensor {
  return arange(0, count, 1, { dtype: "int32", backend: lens.backend }).lt(lens.unsqueeze(1));
}
