import { type Attended, LuongAttention, type LuongAttentionOptions, lengthsMask } from "@saccade/attention";
import { checkDropout, checkLuong, checkParts, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, GRU, Linear } from "@saccade/nn";
import { cat, stack, Tensor, where, zeros } from "@saccade/tensor";
import {
  checkBoolean,
  checkOptions,
  checkRange,
  iterable,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { checkNetwork } from "../tokens/check-tokens.ts";
import { checkDecoding, checkEncoded, otherState } from "./check-state.ts";
import type { Seq2SeqOptions } from "./encoder.ts";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";

/** Options of {@link LuongDecoder}. */
export interface LuongDecoderOptions extends Seq2SeqOptions, LuongAttentionOptions {
  /**
   * Whether the GRU reads the attentional vector of the step before, beside the previous word. Default false: the GRU
   * then runs over a whole target sentence at once, which is much faster in training.
   */
  readonly inputFeeding?: boolean | undefined;
  /**
   * Dropout on the state beside the context in the attentional vector. A decoder that often misses its own state cannot
   * translate from memory: the context must carry each word, and the weights point at it. Default 0.
   */
  readonly stateDropout?: number | undefined;
}

/** The state of a {@link LuongDecoder}. */
export interface LuongState extends DecoderState {
  /** The attentional vector of the last step, (b, h). */
  readonly attentional: Tensor;
  /** The number of steps done. */
  readonly position: number;
}

const name = "LuongDecoder";
const options = optionNames<LuongDecoderOptions>(
  name,
  { dropout: true, score: true, local: true, halfWidth: true, inputFeeding: true, stateDropout: true },
  `new ${name}(vocabSize, embedSize, numHiddens, numLayers, { score: "general" })`,
);

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

  /**
   * @param numHiddens width of the states and of the encoder's output
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, or an unknown option.
   */
  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: LuongDecoderOptions = {},
  ) {
    refuseExtra("LuongDecoder", arguments, 5);
    super();
    checkNetwork(name, { vocabSize, embedSize, numHiddens, numLayers });
    checkOptions(options, given);
    const { dropout = 0, inputFeeding = false, stateDropout = 0, ...attention } = given;
    checkDropout(name, dropout);
    checkRange(name, "stateDropout", stateDropout, 0, 1);
    checkBoolean(name, "inputFeeding", inputFeeding);
    checkLuong([numHiddens, attention]);
    this.inputFeeding = inputFeeding;
    this.embedding = new Embedding(vocabSize, embedSize);
    this.drop = new Dropout(dropout);
    const inputs = inputFeeding ? embedSize + numHiddens : embedSize;
    this.rnn = new GRU(inputs, numHiddens, { numLayers, dropout });
    this.attention = new LuongAttention(numHiddens, attention);
    this.stateDrop = new Dropout(stateDropout);
    this.W_c = new Linear(2 * numHiddens, numHiddens, { bias: false });
    this.dense = new Linear(numHiddens, vocabSize);
    noteParts(this);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): LuongState {
    refuseExtra("LuongDecoder.initState", arguments, 2);
    checkParts(this);
    const { numLayers, hiddenSize } = this.rnn;
    const { output, state } = checkEncoded(name, encoded, encValidLens, numLayers, hiddenSize);
    const [steps, b] = output.dims(3);
    const outputs = output.transpose(0, 1); // (b, steps, h)
    // Whatever stands after a sentence's end would reach the gradient of W_k.
    const encOutputs =
      encValidLens === undefined
        ? outputs
        : where(lengthsMask(encValidLens, steps).transpose(1, 2), outputs, 0);
    return {
      encOutputs,
      projectedKeys: this.attention.projectKeys(encOutputs),
      hidden: state,
      encValidLens,
      attentional: zeros([b, hiddenSize], { dtype: state.dtype, backend: state.backend }),
      position: 0,
    };
  }

  /**
   * Decodes `x` (b, steps) from `state`; the output is (b, steps, vocabSize).
   *
   * @throws ArgumentError for a state that another decoder made.
   */
  override forward(x: Tensor, state: LuongState): Decoded<LuongState> {
    refuseExtra("LuongDecoder.forward", arguments, 2);
    checkParts(this);
    checkDecoding(name, x, state);
    if (!(state.attentional instanceof Tensor)) throw otherState(name, state);
    const words = this.drop.forward(this.embedding.forward(x)); // (b, steps, embed)
    return iterable(this.inputFeeding ? this.#stepByStep(words, state) : this.#allAtOnce(words, state));
  }

  #allAtOnce(words: Tensor, state: LuongState): Decoded<LuongState> {
    const { output, hn } = this.rnn.forward(words.transpose(0, 1), state.hidden);
    const queries = output.transpose(0, 1); // (b, steps, h)
    const { attentional, weights } = this.#attend(queries, state, state.position);
    const steps = words.size(1);
    return {
      output: this.dense.forward(this.drop.forward(attentional)),
      state: {
        ...state,
        hidden: hn,
        attentional: attentional.select(1, steps - 1),
        position: state.position + steps,
      },
      weights: weights.transpose(0, 1).unsqueeze(2),
    };
  }

  #stepByStep(words: Tensor, state: LuongState): Decoded<LuongState> {
    let { attentional, position } = state;
    let hidden: readonly Tensor[] = state.hidden.unbind(0);
    const [outputs, weights]: [Tensor[], Tensor[]] = [[], []];
    for (const word of words.unbind(1)) {
      const step = this.rnn.step(cat([word, attentional], -1), hidden);
      hidden = step.states;
      const seen = this.#attend(step.output.unsqueeze(1), state, position++);
      attentional = seen.attentional.squeeze(1);
      outputs.push(attentional);
      weights.push(seen.weights);
    }
    return {
      output: this.dense.forward(this.drop.forward(stack(outputs, 1))),
      state: { ...state, hidden: stack(hidden), attentional, position },
      weights: stack(weights),
    };
  }

  /** queries (b, steps, h) → attentional vectors (b, steps, h) and weights (b, steps, source steps) */
  #attend(queries: Tensor, { encOutputs, projectedKeys, encValidLens }: LuongState, start: number) {
    const attended: Attended = this.attention.forward(queries, projectedKeys, encOutputs, {
      validLens: encValidLens,
      start,
    });
    const attentional = this.W_c.forward(cat([attended.output, this.stateDrop.forward(queries)], -1)).tanh();
    return { attentional, weights: attended.weights };
  }
}
