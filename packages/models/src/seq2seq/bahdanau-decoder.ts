import { AdditiveAttention, lengthsMask } from "@saccade/attention";
import { attendProjected, checkParts, noteParts } from "@saccade/attention/model";
import { Embedding, GRU, Linear } from "@saccade/nn";
import { cat, stack, type Tensor } from "@saccade/tensor";
import { badArgument, iterable, refuseExtra } from "@saccade/tensor/backend";
import { options } from "@saccade/tensor/contract";
import { checkNetwork } from "../tokens/check-tokens.ts";
import { checkDecoding, checkEncoded } from "./check-state.ts";
import { type Seq2SeqOptions, seq2seqRules } from "./encoder.ts";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";

const name = "BahdanauDecoder";
const networkOptions = options(name, seq2seqRules, {
  example: `new ${name}(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })`,
});

/**
 * The decoder of Bahdanau, Cho & Bengio (2015, appendix A.2.2), for a {@link BidirectionalEncoder} of the same sizes.
 * It starts from tanh(W_s ←h₁), ←h₁ the backward state at the first word. The query is the top layer's state before the
 * step, sᵢ₋₁, which has not read the previous word yᵢ₋₁. The GRU reads yᵢ₋₁ and the context cᵢ; the output comes from
 * sᵢ₋₁, yᵢ₋₁ and cᵢ through a maxout layer. The GRU is PyTorch's, which applies the reset gate after its product.
 *
 * @example
 * const net = new EncoderDecoder(new BidirectionalEncoder(100, 8, 16, 1), new BahdanauDecoder(90, 8, 16, 1));
 * net.forward(ones([2, 7], { dtype: "int32" }), ones([2, 5], { dtype: "int32" }), tensor([7, 3], { dtype: "int32" })).output.shape // [2, 5, 90]
 */
export class BahdanauDecoder extends AttentionDecoder {
  embedding: Embedding;
  W_s: Linear;
  attention: AdditiveAttention;
  rnn: GRU;
  maxout: Linear;
  dense: Linear;

  /**
   * @param numHiddens width of the states and of the encoder's output: even
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, an odd `numHiddens`, or an unknown option.
   */
  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: Seq2SeqOptions = {},
  ) {
    refuseExtra("BahdanauDecoder", arguments, 5);
    super();
    checkNetwork(name, { vocabSize, embedSize, numHiddens, numLayers });
    if (numHiddens % 2 !== 0) {
      throw badArgument(name, "numHiddens", "an even number, as the encoder has two directions", numHiddens);
    }
    const { dropout } = networkOptions(given);
    this.embedding = new Embedding(vocabSize, embedSize);
    this.W_s = new Linear(numHiddens / 2, numHiddens, { bias: false });
    this.attention = new AdditiveAttention(numHiddens, numHiddens, numHiddens, dropout);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, { numLayers, dropout });
    // U_o, V_o and C_o of the paper, side by side.
    this.maxout = new Linear(numHiddens + embedSize + numHiddens, 2 * numHiddens, { bias: false });
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): DecoderState {
    refuseExtra("BahdanauDecoder.initState", arguments, 2);
    checkParts(this);
    const { numLayers, hiddenSize } = this.rnn;
    const { output, state } = checkEncoded(name, encoded, encValidLens, numLayers, hiddenSize);
    const encOutputs = output.transpose(0, 1); // (b, steps, h)
    const projectedKeys = this.attention.projectKeys(encOutputs, encValidLens);
    const backward = state.narrow(-1, hiddenSize / 2, hiddenSize / 2); // (layers, b, h / 2)
    return { encOutputs, projectedKeys, hidden: this.W_s.forward(backward).tanh(), encValidLens };
  }

  override forward(x: Tensor, state: DecoderState): Decoded {
    refuseExtra("BahdanauDecoder.forward", arguments, 2);
    checkParts(this);
    checkDecoding(name, x, state);
    const { encOutputs, projectedKeys, encValidLens } = state;
    const mask = encValidLens && lengthsMask(encValidLens, projectedKeys.size(1));
    const seen: Tensor[] = [];
    const weights: Tensor[] = [];
    let hidden: readonly Tensor[] = state.hidden.unbind(0);
    for (const word of this.embedding.forward(x).unbind(1)) {
      const before = hidden.at(-1)!; // sᵢ₋₁, (b, h)
      const query = before.unsqueeze(1);
      const attended = attendProjected(this.attention, query, projectedKeys, encOutputs, { mask });
      const input = cat([word, attended.output.squeeze(1)], -1); // (b, embed + h)
      hidden = this.rnn.step(input, hidden).states;
      seen.push(cat([before, input], -1));
      weights.push(attended.weights);
    }
    const [a, b] = this.maxout.forward(stack(seen, 1)).chunk(2, -1); // (b, steps, h) each
    const output = this.dense.forward(a!.maximum(b!)); // (b, steps, vocabulary)
    return iterable({ output, state: { ...state, hidden: stack(hidden) }, weights: stack(weights) });
  }
}
