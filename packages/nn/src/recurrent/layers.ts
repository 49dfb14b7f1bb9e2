// Recurrent layers over sequences.
import { ArgumentError, ShapeError, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { declare, once } from "../declare.ts";
import { gruCell, lstmCell, projectedLstmCell, rnnCells } from "./cells.ts";
import {
  activationRule,
  type RecurrentForwardOptions,
  RecurrentModule,
  recurrentKind,
  recurrentRules,
  recurrentSizes,
} from "./recurrent.ts";

const gruKind = /* @__PURE__ */ recurrentKind("GRU", gruCell, ["h0"]);
const gruCall = /* @__PURE__ */ declare("new GRU(4, 5, { numLayers: 2 })", () => ({
  positional: recurrentSizes(),
  options: recurrentRules(),
  renamed: { projSize: "only LSTM has projections; put a Linear after the layer" },
}));
const stepCall = /* @__PURE__ */ once(() => {
  const list = c.listOf(c.tensorRule("float"));
  const states = c.required({ ...list, ...c.rule("a list of tensors, one for each layer", list.holds) });
  return c.signature("GRU.step", { x: c.required(c.tensorRule("float")), states }, "gru.step(x, states)");
});
const stepInputs = /* @__PURE__ */ c.tensors("GRU.step", "x (batch, inputSize)  state (batch, hiddenSize)");

/** Options of GRU, and of LSTM and RNN, which have more. */
export interface RecurrentOptions extends c.Given<ReturnType<typeof recurrentRules>> {}

/** The result of {@link GRU}, also `const [output, hn] = …`. B is the batch size, T the number of steps, H the hidden size. */
export interface GRUResult extends Iterable<Tensor> {
  /** The top layer's states at all steps: (T, B, D · H), D directions. */
  readonly output: Tensor;
  /** The last state of each layer and direction: (layers · D, B, H). */
  readonly hn: Tensor;
}

/** The result of {@link GRU.step}. */
export interface GRUStep {
  /** The top layer's state: (B, H). */
  readonly output: Tensor;
  /** The next state of each layer: (B, H). */
  readonly states: readonly Tensor[];
}

/**
 * Gated recurrent units over sequences (Cho et al. 2014): x (T, B, inputSize), or (B, T, inputSize) with
 * `batchFirst`, or one sequence (T, inputSize). Each step is `gruStep` of `@saccade/nn/definitions`. Parameters, as in
 * PyTorch: `weight_ih_l0` (3H, inputSize), `weight_hh_l0` (3H, H), `bias_ih_l0` and `bias_hh_l0` (3H), `…_l1` and so on,
 * `…_reverse`; gates r, z, n.
 *
 * @example
 * const { output, hn } = new GRU(4, 5, { numLayers: 2 }).forward(randn([7, 3, 4]));
 * [output.shape, hn.shape] // [[7, 3, 5], [2, 3, 5]]
 */
export class GRU extends RecurrentModule {
  /** Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default. */
  constructor(inputSize: number, hiddenSize: number, options?: RecurrentOptions) {
    super(gruKind, gruCall([inputSize, hiddenSize, options]));
  }

  /**
   * Runs over all steps.
   *
   * @param h0 the initial state, (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, h0?: Tensor | null, options: RecurrentForwardOptions = {}): GRUResult {
    const { output, finals } = this.run(x, [h0], options);
    return iterable({ output, hn: finals[0]! });
  }

  /**
   * Runs one step of all layers, for networks that compute the next input from the states: x (B, inputSize) and the
   * state (B, H) of each layer.
   *
   * @throws ShapeError for a wrong size or number of states, or for a bidirectional network.
   * @example
   * const gru = new GRU(4, 5);
   * gru.step(randn([2, 4]), [zeros([2, 5])]).output.shape // [2, 5]
   */
  step(x: Tensor, states: readonly Tensor[]): GRUStep {
    stepCall()([x, states]);
    const { inputSize, hiddenSize, numLayers } = this;
    for (const state of states) stepInputs.check([x, state], { inputSize, hiddenSize });
    if (states.length !== numLayers || this.bidirectional)
      throw new ShapeError(
        `GRU.step: ${states.length} states for ${numLayers} layers${this.bidirectional ? " in two directions" : ""}; ` +
          "expected one for each layer, in one direction.",
      );
    const parts = states.map((h) => [h]);
    const { output, finals } = this.runStep(x, parts);
    return iterable({ output, states: finals.map(([h]) => h!) });
  }
}

const rnnKinds = /* @__PURE__ */ once(() => ({
  tanh: recurrentKind("RNN", rnnCells.tanh, ["h0"]),
  relu: recurrentKind("RNN", rnnCells.relu, ["h0"]),
}));
const rnnCall = /* @__PURE__ */ declare('new RNN(4, 5, { nonlinearity: "relu" })', () => ({
  positional: recurrentSizes(),
  options: { ...recurrentRules(), ...activationRule() },
}));

/** Options of {@link RNN}. */
export interface RNNOptions extends RecurrentOptions, c.Given<ReturnType<typeof activationRule>> {}

/** The result of {@link RNN}, also `const [output, hn] = …`. */
export interface RNNResult extends GRUResult {}

export interface RNN extends c.Settings<ReturnType<typeof activationRule>> {}
/**
 * A plain recurrent network over sequences (Elman 1990): x (T, B, inputSize), or (B, T, inputSize) with `batchFirst`, or
 * one sequence (T, inputSize). Each step is `rnnStep` of `@saccade/nn/definitions`. Parameters have the same names as in
 * {@link GRU}, with H rows.
 *
 * @example
 * const { output, hn } = new RNN(4, 5).forward(randn([7, 3, 4]));
 * [output.shape, hn.shape] // [[7, 3, 5], [1, 3, 5]]
 */
export class RNN extends RecurrentModule {
  /** Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default. */
  constructor(inputSize: number, hiddenSize: number, options?: RNNOptions) {
    const given = rnnCall([inputSize, hiddenSize, options]);
    super(rnnKinds()[given.nonlinearity], given);
  }

  /**
   * Runs over all steps.
   *
   * @param h0 the initial state, (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, h0?: Tensor | null, options: RecurrentForwardOptions = {}): RNNResult {
    const { output, finals } = this.run(x, [h0], options);
    return iterable({ output, hn: finals[0]! });
  }

  protected override describeOptions(): string {
    const all = super.describeOptions();
    return this.nonlinearity === "tanh" ? all : `${all}, nonlinearity=${this.nonlinearity}`;
  }
}

const lstmKind = /* @__PURE__ */ recurrentKind("LSTM", lstmCell, ["h0", "c0"]);
const projectedKind = /* @__PURE__ */ recurrentKind("LSTM", projectedLstmCell, ["h0", "c0"], "projSize");
const projectionRule = () => ({
  /** Features of the hidden state, which is projected by `weight_hr_l0` and so on; below hiddenSize. Default 0: none. */
  projSize: c.whole(0, { min: 0 }),
});
const lstmCall = /* @__PURE__ */ declare("new LSTM(4, 5, { numLayers: 2 })", () => ({
  positional: recurrentSizes(),
  options: { ...recurrentRules(), ...projectionRule() },
}));
const stateCall = /* @__PURE__ */ c.options(
  "LSTM state",
  { h0: /* @__PURE__ */ c.tensorRule("float"), c0: /* @__PURE__ */ c.tensorRule("float") },
  { example: "lstm.forward(x, { h0, c0 })" },
);

/** Options of {@link LSTM}. */
export interface LSTMOptions extends RecurrentOptions, c.Given<ReturnType<typeof projectionRule>> {}

/** The initial state, each part (layers · D, B, H). */
export interface LSTMState {
  /** The hidden state. */
  readonly h0: Tensor;
  /** The cell state. */
  readonly c0: Tensor;
}

/** The result of {@link LSTM}, also `const [output, [hn, cn]] = …`. B is the batch size, T the number of steps, H the hidden size. */
export interface LSTMResult extends Iterable<Tensor | readonly [hn: Tensor, cn: Tensor]> {
  /** The top layer's hidden states at all steps: (T, B, D · H), D directions. */
  readonly output: Tensor;
  /** The last hidden state of each layer and direction: (layers · D, B, H). */
  readonly hn: Tensor;
  /** The last cell state of each layer and direction: (layers · D, B, H). */
  readonly cn: Tensor;
}

// PyTorch's tuple, in which the two states are one item.
const tuple = {
  value(this: LSTMResult) {
    return [this.output, [this.hn, this.cn]].values();
  },
};

export interface LSTM extends c.Settings<ReturnType<typeof projectionRule>> {}
/**
 * Long short-term memory over sequences (Hochreiter & Schmidhuber 1997): x (T, B, inputSize), or
 * (B, T, inputSize) with `batchFirst`, or one sequence (T, inputSize). Each step is `lstmStep` of
 * `@saccade/nn/definitions`. Parameters have the same names as in GRU, with 4H rows; gates i, f, g, o. With `projSize`, the
 * hidden state is W (o tanh(c)) with W = `weight_hr_l0` (projSize, H) and so on (Sak, Senior & Beaufays 2014).
 *
 * @example
 * const { output, hn, cn } = new LSTM(4, 5).forward(randn([7, 3, 4]));
 * [output.shape, hn.shape, cn.shape] // [[7, 3, 5], [1, 3, 5], [1, 3, 5]]
 */
export class LSTM extends RecurrentModule {
  /**
   * Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default.
   *
   * @throws ArgumentError unless projSize is below hiddenSize.
   */
  constructor(inputSize: number, hiddenSize: number, options?: LSTMOptions) {
    const given = lstmCall([inputSize, hiddenSize, options]);
    const { projSize } = given;
    if (projSize >= hiddenSize)
      throw new ArgumentError(
        `LSTM: projSize must be below hiddenSize, ${hiddenSize}, got ${projSize}; leave it out for no projection.`,
      );
    super(projSize > 0 ? projectedKind : lstmKind, given);
  }

  /**
   * Runs over all steps.
   *
   * @param state the initial state, `{ h0, c0 }`, each (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, state?: LSTMState | null, options: RecurrentForwardOptions = {}): LSTMResult {
    const { h0, c0 } = stateCall(state ?? undefined);
    const { output, finals } = this.run(x, [h0, c0], options);
    const result = { output, hn: finals[0]!, cn: finals[1]! };
    return Object.defineProperty(result, Symbol.iterator, tuple) as LSTMResult;
  }
  protected override describeOptions(): string {
    const all = super.describeOptions();
    return this.projSize === 0 ? all : `${all}, projSize=${this.projSize}`;
  }
}
