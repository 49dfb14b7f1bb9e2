import { AdditiveAttention, lengthsMask } from "@saccade/attention";
import { attendProjected, checkParts, maskFillRules, noteParts } from "@saccade/attention/model";
import { Embedding, GRU, Linear } from "@saccade/nn";
import { cat, stack, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { checkNetwork } from "../tokens/check-tokens.ts";
import { checkDecoding, checkEncoded } from "./check-state.ts";
import { seq2seqRules } from "./encoder.ts";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";

const name = "Seq2SeqAttentionDecoder";
const decoderOptions = options(
  name,
  { ...seq2seqRules, ...maskFillRules },
  { example: `new ${name}(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })` },
);

/** `maskFill` is the score of source positions after the sentence's end. By default they are ignored. */
export interface Seq2SeqDecoderOptions extends OptionsOf<typeof decoderOptions> {}

/**
 * A GRU decoder that attends to the encoder's states before every step (Bahdanau, Cho & Bengio 2015). The query is the
 * top layer's state before the step. The context is concatenated with the embedded word as the GRU's input.
 *
 * @example
 * const net = new EncoderDecoder(new Seq2SeqEncoder(100, 8, 16, 2), new Seq2SeqAttentionDecoder(90, 8, 16, 2));
 * net.forward(ones([2, 7], { dtype: "int32" }), ones([2, 5], { dtype: "int32" }), tensor([7, 3], { dtype: "int32" })).output.shape // [2, 5, 90]
 */
export class Seq2SeqAttentionDecoder extends AttentionDecoder {
  attention: AdditiveAttention;
  embedding: Embedding;
  rnn: GRU;
  dense: Linear;

  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: Seq2SeqDecoderOptions = {},
  ) {
    refuseExtra("Seq2SeqAttentionDecoder", arguments, 5);
    super();
    checkNetwork(name, { vocabSize, embedSize, numHiddens, numLayers });
    const { dropout, maskFill } = decoderOptions(given);
    this.attention = new AdditiveAttention(numHiddens, numHiddens, numHiddens, dropout, { maskFill });
    this.embedding = new Embedding(vocabSize, embedSize);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, { numLayers, dropout });
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): DecoderState {
    refuseExtra("Seq2SeqAttentionDecoder.initState", arguments, 2);
    checkParts(this);
    const { numLayers, hiddenSize } = this.rnn;
    const { output, state } = checkEncoded(name, encoded, encValidLens, numLayers, hiddenSize);
    const encOutputs = output.transpose(0, 1); // (b, steps, h)
    const projectedKeys = this.attention.projectKeys(encOutputs, encValidLens);
    return { encOutputs, projectedKeys, hidden: state, encValidLens };
  }

  override forward(x: Tensor, state: DecoderState): Decoded {
    refuseExtra("Seq2SeqAttentionDecoder.forward", arguments, 2);
    checkParts(this);
    checkDecoding(name, x, state);
    const { encOutputs, projectedKeys, encValidLens } = state;
    const outputs: Tensor[] = [];
    const weights: Tensor[] = [];
    // The mask is the same at every step.
    const mask = encValidLens && lengthsMask(encValidLens, projectedKeys.size(1));
    let hidden: readonly Tensor[] = state.hidden.unbind(0);
    for (const word of this.embedding.forward(x).unbind(1)) {
      const query = hidden.at(-1)!.unsqueeze(1); // (b, 1, h)
      const seen = attendProjected(this.attention, query, projectedKeys, encOutputs, { mask });
      const input = cat([seen.output.squeeze(1), word], -1); // (b, h + embed)
      const step = this.rnn.step(input, hidden);
      hidden = step.states;
      outputs.push(step.output);
      weights.push(seen.weights);
    }
    const output = this.dense.forward(stack(outputs, 1)); // (b, steps, vocabulary)
    return iterable({ output, state: { ...state, hidden: stack(hidden) }, weights: stack(weights) });
  }
}
