import { LuongAttention, lengthsMask } from "@saccade/attention";
import { checkLuong, dropoutRule, luongRules, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, GRU, Linear, nameSites, running, tap } from "@saccade/nn";
import { cat, type Tensor, where, zeros } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { flag, type OptionsOf } from "@saccade/tensor/contract";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";
import * as recurrent from "./recurrent.ts";

const name = "LuongDecoder";
const construct = recurrent.networkCall(name, {
  ...recurrent.seq2seqRules,
  ...luongRules,
  /**
   * Whether the GRU also reads the attentional vector of the previous step. Default false: the GRU then runs over a whole
   * target sentence in one call, which is much faster in training.
   */
  inputFeeding: flag(false),
  /**
   * Dropout on the state in the attentional vector, but not on the context. A decoder that often loses its state cannot
   * translate from memory: the context must carry each word, and the weights point at it. Default 0.
   */
  stateDropout: dropoutRule(0),
});
const calls = recurrent.decoderCalls(name, "attentional float (b, h)");

/** Options of {@link LuongDecoder}, among them those of {@link LuongAttention}. */
export interface LuongDecoderOptions
  extends OptionsOf<typeof construct, typeof recurrent.seq2seqRules & typeof luongRules> {}

/** The state of a {@link LuongDecoder}. */
export interface LuongState extends DecoderState {
  /** The attentional vector of the last step, (b, h). */
  readonly attentional: Tensor;
  /** The number of steps done. */
  readonly position: number;
}

/**
 * The decoder of Luong, Pham & Manning (2015). The query is the GRU's state hₜ after the previous word was read; the
 * attentional vector tanh(W_c [cₜ; hₜ]) of context and state (equation 5) gives the output. The paper has LSTM layers.
 *
 * @example
 * const net = new EncoderDecoder(new BidirectionalEncoder(100, 8, 16, 1), new LuongDecoder(90, 8, 16, 1));
 * net.forward(ones([2, 7], { dtype: "int32" }), ones([2, 5], { dtype: "int32" })).output.shape // [2, 5, 90]
 */
export class LuongDecoder extends AttentionDecoder<LuongState> {
  readonly inputFeeding: boolean;
  embedding: Embedding;
  drop: Dropout;
  rnn: GRU;
  attention: LuongAttention;
  stateDrop: Dropout;
  W_c: Linear;
  dense: Linear;

  /** @param numHiddens width of the states and of the encoder's output */
  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: LuongDecoderOptions = {},
  ) {
    const { dropout, inputFeeding, stateDropout, score, local, halfWidth } = construct([
      vocabSize,
      embedSize,
      numHiddens,
      numLayers,
      given,
    ]);
    checkLuong(numHiddens, { score, local, halfWidth });
    super();
    this.inputFeeding = inputFeeding;
    this.embedding = new Embedding(vocabSize, embedSize);
    this.drop = new Dropout(dropout);
    const inputs = inputFeeding ? embedSize + numHiddens : embedSize;
    this.rnn = new GRU(inputs, numHiddens, recurrent.layersWith(dropout, numLayers));
    this.attention = new LuongAttention(numHiddens, { score, local, halfWidth });
    this.stateDrop = new Dropout(stateDropout);
    this.W_c = new Linear(2 * numHiddens, numHiddens, { bias: false });
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
    nameSites(this, recurrent.crossSites);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): LuongState {
    calls.initState(this, [encoded, encValidLens], encoded);
    const { output, state } = encoded;
    const { dtype, backend } = state;
    const outputs = output.transpose(0, 1); // (b, steps, h)
    const valid = encValidLens && lengthsMask(encValidLens, output.size(0)); // (b, 1, steps)
    // States after a sentence's end would reach the gradient of W_k.
    const encOutputs = valid ? where(valid.transpose(1, 2), outputs, 0) : outputs;
    return {
      encOutputs,
      projectedKeys: this.attention.projectKeys(encOutputs),
      hidden: state,
      encValidLens,
      attentional: zeros([output.size(1), this.rnn.hiddenSize], { dtype, backend }),
      position: 0,
    };
  }

  /**
   * Decodes `x` (b, steps) from `state`; the output is (b, steps, vocabSize).
   *
   * @throws ArgumentError for a state that another decoder made.
   */
  override forward(x: Tensor, state: LuongState): Decoded<LuongState> {
    calls.forward(this, [x, state]);
    return running(this, () => {
      const words = this.drop.forward(tap("hook_embed", this.embedding.forward(x))); // (b, steps, embed)
      const steps = words.size(1);
      const decoded = this.inputFeeding ? this.#stepByStep(words, state) : this.#allAtOnce(words, state);
      const attentional = decoded.output.select(1, steps - 1);
      return iterable({
        output: this.dense.forward(this.drop.forward(decoded.output)),
        state: { ...decoded.state, attentional, position: state.position + steps },
        weights: decoded.weights,
      });
    });
  }

  #allAtOnce(words: Tensor, state: LuongState): Decoded<LuongState> {
    const { output, hn } = this.rnn.forward(words.transpose(0, 1), state.hidden);
    const states = tap("hook_state", output.transpose(0, 1)); // (b, steps, h)
    const seen = this.#attend(states, state, state.position);
    const weights = seen.weights.transpose(0, 1).unsqueeze(2);
    return { output: seen.attentional, state: { ...state, hidden: hn }, weights };
  }

  #stepByStep(words: Tensor, state: LuongState): Decoded<LuongState> {
    let { attentional, position } = state;
    return recurrent.decodeSteps(words, state, (word, before) => {
      const hidden = recurrent.tapStates(this.rnn.step(cat([word, attentional], -1), before).states);
      const seen = this.#attend(hidden.at(-1)!.unsqueeze(1), state, position++);
      attentional = seen.attentional.squeeze(1);
      return { output: attentional, hidden, weights: seen.weights };
    });
  }

  /** queries (b, steps, h) → attentional vectors (b, steps, h) and weights (b, steps, source steps) */
  #attend(
    queries: Tensor,
    { encOutputs, projectedKeys, encValidLens: validLens }: LuongState,
    start: number,
  ) {
    const given = { validLens, start };
    const { output, weights } = this.attention.forward(queries, projectedKeys, encOutputs, given);
    const context = tap("hook_context", output);
    const seen = cat([context, this.stateDrop.forward(queries)], -1);
    return { attentional: this.W_c.forward(seen).tanh(), weights };
  }
}
