import { lengthsMask } from "@saccade/attention";
import { checkParts, noteParts } from "@saccade/attention/model";
import { GRU, Linear, Module, Parameter } from "@saccade/nn";
import { arange, cat, ones, rand, scope, type Tensor, where } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { checkElementInputs, checkPointed, checkPointerState, checkTargets } from "./check-pointer.ts";
import { type ElementEncoder, SequenceEncoder, SetEncoder } from "./encoders.ts";
import { type PointerNetworkOptions, pointerSettings } from "./pointer-options.ts";
import type { PointerState, PointerStep } from "./pointer-state.ts";

const name = "PointerNetwork";

/**
 * A recurrent decoder whose additive attention over the encoder's states is the output itself: the distribution of the
 * element to point at is softmax(vᵀ tanh(W_k eⱼ + W_q dᵢ)) over j (Vinyals, Fortunato & Jaitly 2015, equation 3). The
 * decoder starts from the mean of the elements' states and reads that of the element it pointed at last. Positions
 * number the elements from 0; with `end`, the position after the last one ends the output.
 *
 * @example new PointerNetwork(2, 16, { end: true }).forward(randn([1, 5, 2]), zeros([1, 3], { dtype: "int32" })).shape // [1, 3, 6]
 */
export class PointerNetwork extends Module {
  readonly inputSize: number;
  /** Whether an element can be pointed at only once. */
  readonly once: boolean;
  encoder: ElementEncoder;
  /** The decoder's first input. */
  start: Parameter;
  /** The state of the position that ends the output; null without one. */
  end: Parameter | null;
  W_s: Linear;
  rnn: GRU;
  W_k: Linear;
  W_q: Linear;
  w_v: Linear;

  /**
   * @param inputSize features of an element
   * @param numHiddens width of all states
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1 or an unknown option; ShapeError unless the heads
   * divide the width.
   */
  constructor(inputSize: number, numHiddens: number, options: PointerNetworkOptions = {}) {
    refuseExtra("PointerNetwork", arguments, 3);
    super();
    const { encoder, numLayers, numHeads, once, end } = pointerSettings(inputSize, numHiddens, options);
    this.inputSize = inputSize;
    this.once = once;
    this.encoder =
      encoder === "gru"
        ? new SequenceEncoder(inputSize, numHiddens, numLayers)
        : new SetEncoder(inputSize, numHiddens, numLayers, numHeads);
    this.start = uniform(numHiddens);
    this.end = end ? uniform(numHiddens) : null;
    this.W_s = new Linear(numHiddens, numHiddens);
    this.rnn = new GRU(numHiddens, numHiddens);
    this.W_k = new Linear(numHiddens, numHiddens, { bias: false });
    this.W_q = new Linear(numHiddens, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
    noteParts(this);
  }

  /**
   * All steps at once, for training: at each step the decoder has read the targets before it.
   *
   * @param inputs floats (b, n, inputSize)
   * @param targets positions, (b, steps) int32; −1 after an output's end. Give them to `nllLoss` with `ignoreIndex: -1`.
   * @param validLens the number of elements of each set, (b) int32, at least 1; all without it. Only `end` may be pointed at
   * beyond them: it stays at position n.
   * @returns log-probabilities of the positions, (b, steps, n), or (b, steps, n + 1) with `end`; −∞ where one may not point
   * @throws ShapeError, DTypeError if the tensors do not fit; IndexError for a target that is no position.
   */
  override forward(inputs: Tensor, targets: Tensor, validLens?: Tensor): Tensor {
    refuseExtra("PointerNetwork.forward", arguments, 3);
    checkParts(this);
    checkElementInputs(name, inputs, this.inputSize, validLens);
    checkTargets(name, inputs, targets, this.end !== null);
    return scope(() => {
      const { keys, projectedKeys, open, hidden } = this.#start(inputs, validLens);
      const pointed = this.#mark(targets, keys); // (b, steps, positions)
      const before = pointed.narrow(1, 0, targets.size(1) - 1).matmul(keys);
      const read = cat([this.#first(inputs), before], 1); // (b, steps, h)
      const { output } = this.rnn.forward(read.transpose(0, 1), hidden.unsqueeze(0));
      const used = pointed.cumsum(1).sub(pointed);
      const free = this.once ? open.unsqueeze(1).logicalAnd(used.eq(0)) : open.unsqueeze(1);
      return this.#point(output.transpose(0, 1), projectedKeys, free);
    });
  }

  /**
   * The state before the first step.
   *
   * @param inputs floats (b, n, inputSize)
   * @param validLens the number of elements of each set, (b) int32
   */
  initState(inputs: Tensor, validLens?: Tensor): PointerState {
    refuseExtra("PointerNetwork.initState", arguments, 2);
    checkParts(this);
    checkElementInputs(`${name}.initState`, inputs, this.inputSize, validLens);
    return scope(() => this.#start(inputs, validLens));
  }

  /**
   * One step after `pointed`, the positions of the step before, (b) int32, or null at the first step. The state is not
   * modified. Where no position is left, all are allowed: a set without an end has had all its steps.
   *
   * @throws ShapeError, DTypeError if the tensors do not fit.
   */
  step(pointed: Tensor | null, state: PointerState): PointerStep {
    refuseExtra("PointerNetwork.step", arguments, 2);
    checkParts(this);
    checkPointerState(`${name}.step`, state);
    checkPointed(`${name}.step`, pointed, state);
    return scope(() => {
      const { keys, projectedKeys } = state;
      const marks = pointed && this.#mark(pointed.unsqueeze(1), keys); // (b, 1, positions)
      const read = marks === null ? this.#first(keys) : marks.matmul(keys); // (b, 1, h)
      const { output } = this.rnn.step(read.squeeze(1), [state.hidden]);
      const used = this.once ? (marks?.squeeze(1).ne(0) ?? null) : null;
      const open = used === null ? state.open : state.open.logicalAnd(used.logicalNot());
      const logProbs = this.#point(output.unsqueeze(1), projectedKeys, open.unsqueeze(1)).squeeze(1);
      return iterable({ logProbs, state: { keys, projectedKeys, open, hidden: output } });
    });
  }

  #start(inputs: Tensor, validLens?: Tensor): PointerState {
    const [b, n] = inputs.dims(3);
    const { backend } = inputs;
    const valid =
      validLens === undefined
        ? ones([b, n], { dtype: "bool", backend })
        : lengthsMask(validLens, n).squeeze(1); // (b, n)
    // Elements beyond a set's end, even NaN, change nothing.
    const given = validLens === undefined ? inputs : where(valid.unsqueeze(-1), inputs, 0);
    const states = this.encoder.forward(given, validLens);
    const share = valid.to(states.dtype).div(valid.sum(1, { keepdim: true }).to(states.dtype)); // (b, n)
    const mean = share.unsqueeze(1).matmul(states).squeeze(1);
    const keys = this.end === null ? states : cat([states, this.end.expand([b, 1, -1])], 1);
    const open = this.end === null ? valid : cat([valid, ones([b, 1], { dtype: "bool", backend })], 1);
    return {
      keys,
      projectedKeys: this.W_k.forward(keys),
      open,
      hidden: this.W_s.forward(mean).tanh(),
    };
  }

  /** The first step's input, (b, 1, h). */
  #first({ shape: [b] }: Tensor): Tensor {
    return this.start.expand([b!, 1, -1]);
  }

  /** 1 at each target and 0 elsewhere: (b, steps) → (b, steps, positions). Zeros where the target is −1. */
  #mark(targets: Tensor, keys: Tensor): Tensor {
    const positions = arange(0, keys.size(1), 1, { dtype: "int32", backend: keys.backend });
    return targets.unsqueeze(-1).eq(positions).to(keys.dtype);
  }

  /** Equation 3, restricted to the positions that are free: states (b, steps, h) → (b, steps, positions). */
  #point(states: Tensor, projectedKeys: Tensor, free: Tensor): Tensor {
    const scores = fused.additiveScores(this.W_q.forward(states), projectedKeys, this.w_v.weight.flatten());
    // A row with nothing free stands for a step after the output's end; −∞ everywhere would make it NaN.
    const allowed = free.logicalOr(free.any(-1, { keepdim: true }).logicalNot());
    return where(allowed, scores, Number.NEGATIVE_INFINITY).logSoftmax(-1);
  }
}

/** U(−1/√size, 1/√size), as the GRU's weights start. */
function uniform(size: number): Parameter {
  return scope(() => new Parameter(rand([size]).mul(2).sub(1).div(Math.sqrt(size))));
}
