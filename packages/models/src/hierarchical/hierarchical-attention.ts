import { AttentionPooling } from "@saccade/attention";
import {
  checkBackends,
  checkFloats,
  checkLengths,
  checkParts,
  checkPlace,
  noteParts,
} from "@saccade/attention/model";
import { GRU, Module } from "@saccade/nn";
import { arange, ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import { checkInteger, formatShape, iterable, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options, size, unchecked } from "@saccade/tensor/contract";

const name = "HierarchicalAttention";
const attentionOptions = options(
  name,
  {
    /** The size of the vectors that are compared with the learned u. Default 2 · hiddenSize. */
    attentionSize: size(),
  },
  { example: `new ${name}(inputSize, hiddenSize, { attentionSize: 32 })` },
);

/** Options of {@link HierarchicalAttention}. */
export interface HierarchicalAttentionOptions extends OptionsOf<typeof attentionOptions> {}

const documentLengths = options(
  `${name}.forward`,
  {
    /** int32 (b, s): the words of each sentence. Default: all w. */
    wordLens: unchecked<Tensor>("a tensor"),
    /** int32 (b): the sentences of each document. Default: all s. */
    sentenceLens: unchecked<Tensor>("a tensor"),
  },
  {
    example: "net.forward(words, { wordLens, sentenceLens })",
    renamed: { validLens: "write wordLens and sentenceLens" },
  },
);

/** How long documents and their sentences are. */
export interface DocumentLengths extends OptionsOf<typeof documentLengths> {}

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

  /** @throws ArgumentError for sizes that are not whole numbers ≥ 1. */
  constructor(inputSize: number, hiddenSize: number, given: HierarchicalAttentionOptions = {}) {
    refuseExtra("HierarchicalAttention", arguments, 3);
    super();
    checkInteger(name, "inputSize", inputSize, 1);
    checkInteger(name, "hiddenSize", hiddenSize, 1);
    const { attentionSize = 2 * hiddenSize } = attentionOptions(given);
    const bothWays = { bidirectional: true, batchFirst: true };
    this.word_gru = new GRU(inputSize, hiddenSize, bothWays);
    this.word_attention = new AttentionPooling(2 * hiddenSize, attentionSize);
    this.sentence_gru = new GRU(2 * hiddenSize, hiddenSize, bothWays);
    this.sentence_attention = new AttentionPooling(2 * hiddenSize, attentionSize);
    noteParts(this);
  }

  /**
   * @param words floats (b, s, w, inputSize): the embedded words of s sentences
   * @param given `wordLens` int32 (b, s), `sentenceLens` int32 (b); what lies beyond them is ignored
   * @throws ShapeError when words or lengths do not fit; DTypeError, IndexError for lengths that are none.
   */
  override forward(words: Tensor, given: DocumentLengths = {}): DocumentAttended {
    refuseExtra("HierarchicalAttention.forward", arguments, 2);
    checkParts(this);
    const lens = documentLengths(given);
    this.#check(words, lens);
    const [b, s, w, width] = words.dims(4);
    return scope(() => {
      const { sentenceLens } = lens;
      const wordLens = this.#wordLens(words, lens)?.flatten(); // (b · s)
      const sentences = this.#existing(words.reshape([b * s, w, width]), wordLens);
      const { output: read } = this.word_gru.forward(sentences, null, lengths(wordLens));
      const word = this.word_attention.forward(read, { validLens: wordLens });
      const vectors = word.output.reshape([b, s, word.output.size(-1)]);
      const { output: context } = this.sentence_gru.forward(vectors, null, lengths(sentenceLens));
      const { output, weights } = this.sentence_attention.forward(context, { validLens: sentenceLens });
      return iterable({ output, wordWeights: word.weights.reshape([b, s, w]), sentenceWeights: weights });
    });
  }

  // Sentences beyond the document have no words.
  #wordLens(words: Tensor, { wordLens, sentenceLens }: DocumentLengths): Tensor | undefined {
    if (sentenceLens === undefined) return wordLens;
    const [b, s, w] = words.dims(4);
    const at = { dtype: "int32", backend: words.backend } as const;
    const exists = arange(0, s, 1, at).lt(sentenceLens.unsqueeze(1)); // (b, s)
    return where(exists, wordLens ?? w, 0)
      .to("int32")
      .expand([b, s]);
  }

  #existing(sentences: Tensor, wordLens: Tensor | undefined): Tensor {
    if (wordLens === undefined) return sentences;
    const positions = arange(0, sentences.size(1), 1, { dtype: "int32", backend: sentences.backend });
    return where(positions.lt(wordLens.unsqueeze(1)).unsqueeze(-1), sentences, 0);
  }

  #check(words: Tensor, given: DocumentLengths): void {
    checkFloats(name, "words", words);
    checkBackends(name, { "the module": this.word_attention.context, words });
    const { inputSize } = this.word_gru;
    if (words.ndim !== 4 || words.size(3) !== inputSize) {
      throw new ShapeError(
        `${name}: words ${formatShape(words.shape)} must be (b, s, w, ${inputSize}): documents of s sentences of w words of inputSize.`,
      );
    }
    const [b, s, w] = words.dims(4);
    this.#checkLens("wordLens", given.wordLens, words, [b, s], w);
    this.#checkLens("sentenceLens", given.sentenceLens, words, [b], s);
  }

  #checkLens(
    argument: keyof DocumentLengths,
    lens: Tensor | undefined,
    words: Tensor,
    shape: readonly number[],
    most: number,
  ): void {
    if (lens === undefined) return;
    checkLengths(name, argument, lens, most);
    checkPlace(name, argument, lens, words.backend);
    if (formatShape(lens.shape) === formatShape(shape)) return;
    const form = argument === "wordLens" ? "(b, s)" : "(b)";
    throw new ShapeError(
      `${name}: ${argument} ${formatShape(lens.shape)} must be ${form} = ${formatShape(shape)}.`,
    );
  }
}

function lengths(lens: Tensor | undefined): { lengths?: Tensor } {
  return lens === undefined ? {} : { lengths: lens };
}
