import { lengthsMask } from "@saccade/attention";
import { checkDivides, checkUsed, headsRule, layersRule, method, noteParts } from "@saccade/attention/model";
import { GRU, Linear, Module, nameSites, Parameter, running, tap } from "@saccade/nn";
import { arange, cat, ones, rand, ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import { badArgument, iterable } from "@saccade/tensor/backend";
import { flag, type OptionsOf, oneOf, required, signature, size } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { checkEach, checkSets, stateOf } from "../contract/checks.ts";
import { TransformerEncoder, TransformerEncoderLayer } from "../transformer/encoder.ts";

/**
 * Reads a set of elements: a state for each, (b, n, numHiddens), from all of them. Elements beyond `validLens` have no
 * effect on the others.
 */
abstract class ElementEncoder extends Module {
  abstract override forward(inputs: Tensor, validLens?: Tensor): Tensor;
}

const encoderForward = method(
  "ElementEncoder.forward",
  "inputs float (b, n, inputSize)  validLens? int32 (b)",
);

/** Self-attention without positions: permuted elements have permuted states. */
class SetEncoder extends ElementEncoder {
  embed: Linear;
  layers: TransformerEncoder;

  constructor(inputSize: number, numHiddens: number, numLayers: number, numHeads: number) {
    super();
    this.embed = new Linear(inputSize, numHiddens);
    const layer = { dimFeedforward: 2 * numHiddens, dropout: 0, batchFirst: true, normFirst: true } as const;
    const makeLayer = () => new TransformerEncoderLayer(numHiddens, numHeads, layer);
    this.layers = new TransformerEncoder(makeLayer, numLayers);
    noteParts(this);
  }

  override forward(inputs: Tensor, validLens?: Tensor): Tensor {
    encoderForward(this, [inputs, validLens]);
    return this.layers.forward(this.embed.forward(inputs), { validLens });
  }
}

/** A GRU that reads the elements in both directions. */
class SequenceEncoder extends ElementEncoder {
  rnn: GRU;

  constructor(inputSize: number, numHiddens: number, numLayers: number) {
    super();
    this.rnn = new GRU(inputSize, numHiddens / 2, { numLayers, bidirectional: true, batchFirst: true });
    noteParts(this);
  }

  override forward(inputs: Tensor, validLens?: Tensor): Tensor {
    encoderForward(this, [inputs, validLens]);
    return this.rnn.forward(inputs, null, validLens ? { lengths: validLens } : {}).output;
  }
}

const name = "PointerNetwork";
const sizes = { inputSize: required(size()), numHiddens: required(size()) };
const construct = signature(
  name,
  sizes,
  {
    /**
     * How the elements are encoded: "attention", self-attention without positions, for which their order is of no importance
     * (default), or "gru", a GRU in both directions.
     */
    encoder: oneOf(["attention", "gru"], "attention"),
    /** Layers of the encoder. Default 2. */
    numLayers: layersRule(2),
    /** Heads of the encoder's self-attention. Default 4. */
    numHeads: headsRule(),
    /** Whether an element can be pointed at only once. Default true. */
    once: flag(true),
    /** Whether there is one more position, after the elements, that ends an output of variable length. Default false. */
    end: flag(false),
  },
  { example: `new ${name}(2, 64, { numLayers: 3, end: true })` },
);

/** Options of {@link PointerNetwork}. */
export interface PointerNetworkOptions extends OptionsOf<typeof construct> {}

/** The state of a PointerNetwork between two steps. */
export interface PointerState {
  /** The encoder's states, that of the end last: (b, positions, h). */
  readonly keys: Tensor;
  /** The keys as the scores take them, (b, positions, h), computed once a sequence. */
  readonly projectedKeys: Tensor;
  /** bool (b, positions), true where one may still point. */
  readonly open: Tensor;
  /** The decoder's state, (b, h). */
  readonly hidden: Tensor;
}

/** The result of one step of a PointerNetwork. */
export interface PointerStep {
  /** Log-probabilities of the positions, (b, positions). */
  readonly logProbs: Tensor;
  /** The decoder's state after the step. */
  readonly state: PointerState;
}

const inputs = "inputs float (b, n, inputSize)";
const forward = method(`${name}.forward`, `${inputs}  targets int32 (b, steps)  validLens? int32 (b)`);
const start = method(`${name}.initState`, `${inputs}  validLens? int32 (b)`);
const ofInputs = stateOf(
  "keys float (b, m, h)  projectedKeys float (b, m, h)  open bool (b, m)  hidden float (b, h)",
  "net.initState(inputs)",
);
const step = method(`${name}.step`, "pointed? int32 (b)", ofInputs);

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
   * @throws ShapeError unless the heads divide the width.
   */
  constructor(inputSize: number, numHiddens: number, given: PointerNetworkOptions = {}) {
    const { encoder, numLayers, numHeads = 4, once, end } = construct([inputSize, numHiddens, given]);
    const attends = encoder === "attention";
    checkUsed(name, "numHeads", given.numHeads, attends, 'encoder: "attention"');
    if (attends) checkDivides(name, "numHiddens", numHiddens, numHeads);
    else if (numHiddens % 2 !== 0)
      throw badArgument(name, "numHiddens", "an even number, half of it for each direction", numHiddens);
    super();
    this.inputSize = inputSize;
    this.once = once;
    this.encoder = attends
      ? new SetEncoder(inputSize, numHiddens, numLayers, numHeads)
      : new SequenceEncoder(inputSize, numHiddens, numLayers);
    this.start = uniform(numHiddens);
    this.end = end ? uniform(numHiddens) : null;
    this.W_s = new Linear(numHiddens, numHiddens);
    this.rnn = new GRU(numHiddens, numHiddens);
    this.W_k = new Linear(numHiddens, numHiddens, { bias: false });
    this.W_q = new Linear(numHiddens, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
    noteParts(this);
    nameSites(this, { sites: ["hook_state", "hook_attn_scores"] });
  }

  /**
   * All steps in parallel, for training: each step's input is the previous target.
   *
   * @param inputs floats (b, n, inputSize)
   * @param targets positions, (b, steps) int32; −1 after an output's end. Give them to `nllLoss` with `ignoreIndex: -1`.
   * @param validLens the number of elements of each set, (b) int32, at least 1; all without it. Only `end` may be pointed at
   * beyond them: it stays at position n.
   * @returns log-probabilities of the positions, (b, steps, n), or (b, steps, n + 1) with `end`; −∞ where one may not point
   * @throws IndexError for a target that is not a position.
   */
  override forward(inputs: Tensor, targets: Tensor, validLens?: Tensor): Tensor {
    const { n, steps } = forward(this, [inputs, targets, validLens], { inputSize: this.inputSize });
    checkSets(`${name}.forward`, inputs, validLens);
    if (steps === 0) throw new ShapeError(`${name}.forward: targets ${targets.describe()} have no steps.`);
    checkPositions(`${name}.forward`, "targets", targets, this.end ? n : n - 1);
    return running(this, () => {
      const { keys, projectedKeys, open, hidden } = this.#start(inputs, validLens);
      const pointed = this.#mark(targets, keys); // (b, steps, positions)
      const before = pointed.narrow(1, 0, steps - 1).matmul(keys);
      const read = cat([this.#first(inputs), before], 1); // (b, steps, h)
      const { output } = this.rnn.forward(read.transpose(0, 1), hidden.unsqueeze(0));
      const used = pointed.cumsum(1).sub(pointed);
      const free = this.once ? open.unsqueeze(1).logicalAnd(used.eq(0)) : open.unsqueeze(1);
      return this.#point(tap("hook_state", output.transpose(0, 1)), projectedKeys, free);
    });
  }

  /**
   * The state before the first step.
   *
   * @param inputs floats (b, n, inputSize)
   * @param validLens the number of elements of each set, (b) int32
   */
  initState(inputs: Tensor, validLens?: Tensor): PointerState {
    start(this, [inputs, validLens], { inputSize: this.inputSize });
    checkSets(`${name}.initState`, inputs, validLens);
    return scope(() => this.#start(inputs, validLens));
  }

  /**
   * One step after `pointed`, the positions of the step before, (b) int32, or null at the first step. The state is not
   * modified. Where no position is left, all are allowed: a set without an end has had all its steps.
   */
  step(pointed: Tensor | null, state: PointerState): PointerStep {
    const { m } = step(this, [pointed, state]);
    if (pointed) checkPositions(`${name}.step`, "pointed", pointed, m - 1);
    return running(this, () => {
      const { keys, projectedKeys } = state;
      const marks = pointed ? this.#mark(pointed.unsqueeze(1), keys) : null; // (b, 1, positions)
      const read = marks ? marks.matmul(keys) : this.#first(keys); // (b, 1, h)
      const { output: next } = this.rnn.step(read.squeeze(1), [state.hidden]);
      const output = tap("hook_state", next.unsqueeze(1)); // (b, 1, h)
      const used = this.once ? marks?.squeeze(1).ne(0) : undefined;
      const open = used ? state.open.logicalAnd(used.logicalNot()) : state.open;
      const logProbs = this.#point(output, projectedKeys, open.unsqueeze(1)).squeeze(1);
      return iterable({ logProbs, state: { keys, projectedKeys, open, hidden: output.squeeze(1) } });
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
    const found = fused.additiveScores(this.W_q.forward(states), projectedKeys, this.w_v.weight.flatten());
    const scores = tap("hook_attn_scores", found);
    // A row with no free position is a step after the output's end; −∞ everywhere would make it NaN.
    const allowed = free.logicalOr(free.any(-1, { keepdim: true }).logicalNot());
    return where(allowed, scores, Number.NEGATIVE_INFINITY).logSoftmax(-1);
  }
}

/** U(−1/√size, 1/√size), as the GRU's weights start. */
function uniform(size: number): Parameter {
  return scope(() => new Parameter(rand([size]).mul(2).sub(1).div(Math.sqrt(size))));
}

function checkPositions(what: string, name: string, x: Tensor, most: number): void {
  const known = `it must be 0 to ${most}, or −1 after the end`;
  checkEach(what, x, [-1, most], (value) => `a position in ${name} is ${value}; ${known}`);
}
