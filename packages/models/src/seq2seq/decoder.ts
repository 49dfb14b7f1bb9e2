import { AdditiveAttention, lengthsMask } from "@saccade/attention";
import { attendProjected, maskFillRules, noteParts } from "@saccade/attention/model";
import { Embedding, GRU, Linear } from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import type { OptionsOf } from "@saccade/tensor/contract";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";
import { decoderCalls, decodeSteps, networkCall, seq2seqRules } from "./recurrent.ts";

const name = "Seq2SeqAttentionDecoder";
const construct = networkCall(name, { ...seq2seqRules, ...maskFillRules });
const calls = decoderCalls(name);

/** `maskFill` is the score of source positions after the sentence's end. By default they are ignored. */
export interface Seq2SeqDecoderOptions extends OptionsOf<typeof construct> {}

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
    const { dropout, maskFill } = construct(arguments, given);
    super();
    this.attention = new AdditiveAttention(numHiddens, numHiddens, numHiddens, dropout, { maskFill });
    this.embedding = new Embedding(vocabSize, embedSize);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, { numLayers, dropout });
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): DecoderState {
    calls.initState(this, arguments, encoded);
    const encOutputs = encoded.output.transpose(0, 1); // (b, steps, h)
    const projectedKeys = this.attention.projectKeys(encOutputs, encValidLens);
    return { encOutputs, projectedKeys, hidden: encoded.state, encValidLens };
  }

  override forward(x: Tensor, state: DecoderState): Decoded {
    calls.forward(this, arguments);
    const { encOutputs, projectedKeys, encValidLens } = state;
    // The mask is the same at every step.
    const mask = encValidLens && lengthsMask(encValidLens, projectedKeys.size(1));
    const decoded = decodeSteps(this.embedding.forward(x), state, (word, hidden) => {
      const query = hidden.at(-1)!.unsqueeze(1); // (b, 1, h)
      const seen = attendProjected(this.attention, query, projectedKeys, encOutputs, { mask });
      const input = cat([seen.output.squeeze(1), word], -1); // (b, h + embed)
      const { output, states } = this.rnn.step(input, hidden);
      return { output, hidden: states, weights: seen.weights };
    });
    return iterable({ ...decoded, output: this.dense.forward(decoded.output) }); // (b, steps, vocabulary)
  }
}
