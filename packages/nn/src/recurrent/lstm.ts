import { ArgumentError, type Tensor } from "@saccade/tensor";
import { type OptionsOf, options, required, size, tensorRule, whole } from "@saccade/tensor/contract";
import { layerCall } from "../rules.ts";
import { lstmCell } from "./cells.ts";
import { projectedLstmCell } from "./composed.ts";
import {
  forwardOptions,
  type RecurrentForwardOptions,
  RecurrentModule,
  recurrentKind,
  recurrentRules,
} from "./recurrent.ts";

const plain = recurrentKind("LSTM", lstmCell, ["h0", "c0"]);
const projected = recurrentKind("LSTM", projectedLstmCell, ["h0", "c0"], "projSize");
const construct = layerCall(
  "LSTM",
  { inputSize: required(size()), hiddenSize: required(size()) },
  {
    ...recurrentRules,
    /** Features of the hidden state, which is projected by `weight_hr_l0` and so on; below hiddenSize. Default 0: none. */
    projSize: whole(0, { min: 0 }),
  },
  { example: "new LSTM(4, 5, { numLayers: 2 })" },
);
const forwardCall = forwardOptions("LSTM", "{ h0, c0 }");
const stateCall = options(
  "LSTM state",
  { h0: tensorRule("float"), c0: tensorRule("float") },
  { example: "lstm.forward(x, { h0, c0 })" },
);

/** Options of {@link LSTM}. */
export interface LSTMOptions extends OptionsOf<typeof construct, typeof recurrentRules> {}

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
  /** Features of the projected hidden state; 0 for no projection. */
  readonly projSize: number;

  /**
   * Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default.
   *
   * @throws ArgumentError unless projSize is below hiddenSize.
   */
  constructor(inputSize: number, hiddenSize: number, options?: LSTMOptions) {
    const given = construct([inputSize, hiddenSize, options]);
    const { projSize } = given;
    if (projSize >= hiddenSize)
      throw new ArgumentError(
        `LSTM: projSize must be below hiddenSize, ${hiddenSize}, got ${projSize}; leave it out for no projection.`,
      );
    super(projSize > 0 ? projected : plain, given);
    this.projSize = projSize;
  }

  /**
   * Runs over all steps.
   *
   * @param state the initial state, `{ h0, c0 }`, each (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, state?: LSTMState | null, options: RecurrentForwardOptions = {}): LSTMResult {
    const { lengths } = forwardCall(options);
    const { h0, c0 } = stateCall(state ?? undefined);
    const { output, finals } = this.run(x, [h0, c0], lengths);
    const result = { output, hn: finals[0]!, cn: finals[1]! };
    return Object.defineProperty(result, Symbol.iterator, tuple) as LSTMResult;
  }
  protected override describeOptions(): string {
    const all = super.describeOptions();
    return this.projSize === 0 ? all : `${all}, projSize=${this.projSize}`;
  }
}
