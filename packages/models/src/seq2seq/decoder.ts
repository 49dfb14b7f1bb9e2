// Decoders with additive attention: d2l's, and that of Bahdanau, Cho & Bengio (2015).

import { AdditiveAttention } from "@saccade/attention";
import { maskFillRules, noteParts } from "@saccade/attention/model";
import { Embedding, GRU, Linear, nameSites } from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";
import type { OptionsOf } from "@saccade/tensor/contract";
import { forbid } from "../contract/checks.ts";
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
> extends recurrent.AttendingDecoder<A> {
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
    super(calls);
    this.attention = attention;
    this.embedding = new Embedding(vocabSize, embedSize);
    // Custom scores have their own dropout.
    const layers = scoring ? { numLayers, dropout } : recurrent.layersWith(dropout, numLayers);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, layers);
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
    nameSites(this, recurrent.crossSites);
  }

  protected override first(state: Tensor): Tensor {
    return state;
  }

  protected override read(word: Tensor, context: Tensor): Tensor {
    return cat([context, word], -1); // (b, h + embed)
  }

  protected override write(next: Tensor): Tensor {
    return next;
  }

  protected override score(states: Tensor): Tensor {
    return this.dense.forward(states);
  }
}

const bahdanau = "BahdanauDecoder";
const bothRules = /* @__PURE__ */ Object.assign({}, recurrent.seq2seqRules, recurrent.scoringRules);
const constructBahdanau = /* @__PURE__ */ recurrent.networkCall(bahdanau, bothRules, {
  numHiddens: recurrent.evenSize,
});
const bahdanauCalls = /* @__PURE__ */ recurrent.decoderCalls(bahdanau);

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
export class BahdanauDecoder<
  A extends recurrent.DecoderAttention = AdditiveAttention,
> extends recurrent.AttendingDecoder<A> {
  embedding: Embedding;
  W_s: Linear;
  attention: A;
  rnn: GRU;
  maxout: Linear;
  dense: Linear;

  /** @param numHiddens width of the states and of the encoder's output: even */
  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: recurrent.Seq2SeqOptions & recurrent.ScoringOption<A> = {},
  ) {
    const { dropout, scoring } = constructBahdanau([vocabSize, embedSize, numHiddens, numLayers, given]);
    super(bahdanauCalls);
    this.embedding = new Embedding(vocabSize, embedSize);
    this.W_s = new Linear(numHiddens / 2, numHiddens, { bias: false });
    const additive = () => new AdditiveAttention(numHiddens, numHiddens, numHiddens, dropout);
    this.attention = recurrent.attentionOf<A>(bahdanau, { scoring, additive }, numHiddens);
    // Custom scores have their own dropout.
    const layers = scoring ? { numLayers, dropout } : recurrent.layersWith(dropout, numLayers);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, layers);
    // U_o, V_o and C_o of the paper, side by side.
    this.maxout = new Linear(numHiddens + embedSize + numHiddens, 2 * numHiddens, { bias: false });
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
    nameSites(this, recurrent.crossSites);
  }

  protected override first(state: Tensor): Tensor {
    const h = this.rnn.hiddenSize;
    return this.W_s.forward(state.narrow(-1, h / 2, h / 2)).tanh(); // of the backward half
  }

  protected override read(word: Tensor, context: Tensor): Tensor {
    return cat([word, context], -1); // (b, embed + h)
  }

  protected override write(_next: Tensor, before: Tensor, input: Tensor): Tensor {
    return cat([before, input], -1); // (b, h + embed + h)
  }

  protected override score(outputs: Tensor): Tensor {
    const [a, b] = this.maxout.forward(outputs).chunk(2, -1); // (b, steps, h) each
    return this.dense.forward(a!.maximum(b!));
  }
}
