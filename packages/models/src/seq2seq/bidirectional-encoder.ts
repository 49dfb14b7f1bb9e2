import { checkParts, dropoutRule, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, GRU } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { badArgument, iterable, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { checkNetwork, checkTokens } from "../tokens/check-tokens.ts";
import { checkSourceLens } from "./check-state.ts";
import { type Encoded, Encoder } from "./interfaces.ts";

const name = "BidirectionalEncoder";
const networkOptions = options(
  name,
  {
    /** Dropout on the embedded words and between GRU layers. Default 0. */
    dropout: dropoutRule(0),
  },
  { example: `new ${name}(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })` },
);

/** Options of {@link BidirectionalEncoder}. */
export interface BidirectionalEncoderOptions extends OptionsOf<typeof networkOptions> {}

/**
 * Embedding and a GRU that reads each sentence in both directions, so that a word's state knows the words before and
 * after it (Bahdanau, Cho & Bengio 2015, section 3.2). The backward direction starts at each sentence's last word:
 * padding changes no result.
 *
 * @example new BidirectionalEncoder(100, 8, 16, 1).forward(ones([2, 7], { dtype: "int32" }), tensor([7, 3], { dtype: "int32" })).output.shape // [7, 2, 16]
 */
export class BidirectionalEncoder extends Encoder {
  embedding: Embedding;
  drop: Dropout;
  rnn: GRU;

  /**
   * @param numHiddens width of the states, both directions together: even
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, an odd `numHiddens`, or an unknown option.
   */
  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: BidirectionalEncoderOptions = {},
  ) {
    refuseExtra("BidirectionalEncoder", arguments, 5);
    super();
    checkNetwork(name, { vocabSize, embedSize, numHiddens, numLayers });
    if (numHiddens % 2 !== 0) {
      throw badArgument(name, "numHiddens", "an even number, half of it for each direction", numHiddens);
    }
    const { dropout } = networkOptions(given);
    this.embedding = new Embedding(vocabSize, embedSize);
    this.drop = new Dropout(dropout);
    this.rnn = new GRU(embedSize, numHiddens / 2, { numLayers, dropout, bidirectional: true });
    noteParts(this);
  }

  /**
   * @param validLens the number of words of each sentence, (b) int32; without it, every step counts
   * @returns output (steps, b, numHiddens), the forward half first, zeros after a sentence's end; state (layers, b,
   * numHiddens), the forward state at each sentence's end and the backward state at its beginning
   * @throws ShapeError unless x is (b, steps), DTypeError unless it is int32, and for lengths as GRU does.
   */
  override forward(x: Tensor, validLens?: Tensor): Encoded {
    refuseExtra("BidirectionalEncoder.forward", arguments, 2);
    checkParts(this);
    checkTokens(name, x);
    if (validLens !== undefined) checkSourceLens(name, "validLens", validLens, x, 1);
    const embedded = this.drop.forward(this.embedding.forward(x)).transpose(0, 1); // (steps, b, embed)
    const lengths = validLens === undefined ? {} : { lengths: validLens };
    const { output, hn } = this.rnn.forward(embedded, null, lengths);
    const { numLayers, hiddenSize } = this.rnn;
    const directions = hn.reshape([numLayers, 2, x.size(0), hiddenSize]);
    return iterable({ output, state: directions.transpose(1, 2).flatten(2) });
  }
}
