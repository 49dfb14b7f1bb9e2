import { AdditiveAttention, lengthsMask } from "@saccade/attention";
import { maskFillRules, noteParts } from "@saccade/attention/model";
import { Embedding, GRU, Linear, nameSites, site } from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import type { OptionsOf } from "@saccade/tensor/contract";
import { forbid } from "../contract/forbid.ts";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";
import * as recurrent from "./recurrent.ts";

const name = "Seq2SeqAttentionDecoder";
const construct = recurrent.networkCall(name, {
  ...recurrent.seq2seqRules,
  ...maskFillRules,
  ...recurrent.scoringRules,
});
const calls = recurrent.decoderCalls(name);

/** `maskFill` is the score of source positions after the sentence's end. By default they are ignored. */
export interface Seq2SeqDecoderOptions
  extends Omit<
    OptionsOf<
      typeof construct,
      typeof recurrent.seq2seqRules & typeof maskFillRules & typeof recurrent.scoringRules
    >,
    "scoring"
  > {}

/**
 * A GRU decoder that attends to the encoder's states before every step (Bahdanau, Cho & Bengio 2015). The query is the
 * top layer's state before the step. The context is concatenated with the embedded word as the GRU's input.
 *
 * @example
 * const net = new EncoderDecoder(new Seq2SeqEncoder(100, 8, 16, 2), new Seq2SeqAttentionDecoder(90, 8, 16, 2));
 * net.forward(ones([2, 7], { dtype: "int32" }), ones([2, 5], { dtype: "int32" }), tensor([7, 3], { dtype: "int32" })).output.shape // [2, 5, 90]
 */
export class Seq2SeqAttentionDecoder<
  A extends recurrent.DecoderAttention = AdditiveAttention,
> extends AttentionDecoder {
  attention: A;
  embedding: Embedding;
  rnn: GRU;
  dense: Linear;

  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: Seq2SeqDecoderOptions & recurrent.ScoringOption<A> = {},
  ) {
    const { dropout, maskFill, scoring } = construct([vocabSize, embedSize, numHiddens, numLayers, given]);
    const additive = () => new AdditiveAttention(numHiddens, numHiddens, numHiddens, dropout, { maskFill });
    forbid(name, {
      "maskFill is for additive attention; leave it out with scoring":
        scoring !== undefined && maskFill !== null,
    });
    const attention = recurrent.attentionOf<A>(name, { scoring, additive }, numHiddens);
    super();
    this.attention = attention;
    this.embedding = new Embedding(vocabSize, embedSize);
    // Custom scores have their own dropout.
    const layers = scoring ? { numLayers, dropout } : recurrent.layersWith(dropout, numLayers);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, layers);
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
    nameSites(this, recurrent.crossSites);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): DecoderState {
    calls.initState(this, [encoded, encValidLens], encoded);
    const encOutputs = encoded.output.transpose(0, 1); // (b, steps, h)
    const projectedKeys = recurrent.keysOf(this.attention, encOutputs, encValidLens);
    return { encOutputs, projectedKeys, hidden: encoded.state, encValidLens };
  }

  override forward(x: Tensor, state: DecoderState): Decoded {
    calls.forward(this, [x, state]);
    const { projectedKeys, encValidLens } = state;
    // The mask is the same at every step.
    const mask = encValidLens && lengthsMask(encValidLens, projectedKeys.size(1));
    const words = site(this, "hook_embed", this.embedding.forward(x));
    const decoded = recurrent.decodeSteps(words, state, (word, hidden) => {
      const query = hidden.at(-1)!.unsqueeze(1); // (b, 1, h)
      const seen = recurrent.attendFrom(this.attention, query, state, mask);
      const context = site(this, "hook_context", seen.output).squeeze(1); // (b, h)
      const { output: next, states } = this.rnn.step(cat([context, word], -1), hidden);
      const output = recurrent.topSite(this, next);
      return { output, hidden: recurrent.withTop(states, output), weights: seen.weights };
    });
    return iterable({ ...decoded, output: this.dense.forward(decoded.output) }); // (b, steps, vocabulary)
  }
}
