import { checkParts, dropoutRule, noteParts } from "@saccade/attention/model";
import { Embedding, GRU } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { checkNetwork, checkTokens } from "../tokens/check-tokens.ts";
import { checkSourceLens } from "./check-state.ts";
import { type Encoded, Encoder } from "./interfaces.ts";

/** Rules of the options of the encoder and the decoders. */
export const seq2seqRules = {
  /** Dropout between GRU layers, and in the decoder on the attention weights. Default 0. */
  dropout: dropoutRule(0),
};

const encoderOptions = options("Seq2SeqEncoder", seq2seqRules, {
  example: "new Seq2SeqEncoder(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })",
});

/** Options of the encoder and the decoder. */
export interface Seq2SeqOptions extends OptionsOf<typeof encoderOptions> {}

/**
 * Embedding and GRU over a source sentence (Cho et al. 2014). Padding steps are run too, as in the seeds: the decoder
 * starts from the state after them.
 *
 * @example new Seq2SeqEncoder(100, 8, 16, 2).forward(ones([2, 7], { dtype: "int32" })).output.shape // [7, 2, 16]
 */
export class Seq2SeqEncoder extends Encoder {
  embedding: Embedding;
  rnn: GRU;

  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: Seq2SeqOptions = {},
  ) {
    refuseExtra(encoderOptions, arguments, 5);
    super();
    checkNetwork("Seq2SeqEncoder", { vocabSize, embedSize, numHiddens, numLayers });
    const { dropout } = encoderOptions(given);
    this.embedding = new Embedding(vocabSize, embedSize);
    this.rnn = new GRU(embedSize, numHiddens, { numLayers, dropout });
    noteParts(this);
  }

  /**
   * @param validLens checked, and not used: padding steps are run too
   * @throws ShapeError unless x is (b, steps) and validLens (b), DTypeError unless they are int32.
   */
  override forward(x: Tensor, validLens?: Tensor): Encoded {
    checkParts(this);
    checkTokens("Seq2SeqEncoder", x);
    if (validLens !== undefined) checkSourceLens("Seq2SeqEncoder", "validLens", validLens, x, 1);
    const embedded = this.embedding.forward(x).transpose(0, 1); // (steps, b, embed)
    const { output, hn } = this.rnn.forward(embedded);
    return iterable({ output, state: hn });
  }
}
