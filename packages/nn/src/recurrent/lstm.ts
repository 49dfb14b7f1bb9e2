import { Tensor } from "@saccade/tensor";
import { badArgument, checkOptions, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { runLstm } from "./cells.ts";
import {
  forwardOptions,
  type RecurrentForwardOptions,
  RecurrentModule,
  type RecurrentOptions,
  recurrentOptions,
} from "./recurrent.ts";

const lstmOptions = recurrentOptions("LSTM");
const lstmForwardOptions = forwardOptions("LSTM", "{ h0, c0 }");
const stateNames = optionNames<LSTMState>("LSTM", { h0: true, c0: true }, "lstm.forward(x, { h0, c0 })");

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
 * (B, T, inputSize) with `batchFirst`, or one sequence (T, inputSize). Parameters have the same names as in GRU, with
 * 4H rows; gates i, f, g, o.
 *
 * @example
 * const { output, hn, cn } = new LSTM(4, 5).forward(randn([7, 3, 4]));
 * [output.shape, hn.shape, cn.shape] // [[7, 3, 5], [1, 3, 5], [1, 3, 5]]
 */
export class LSTM extends RecurrentModule {
  /**
   * Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default.
   *
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, a dropout outside 0 to 1, or an unknown option.
   */
  constructor(inputSize: number, hiddenSize: number, options: RecurrentOptions = {}) {
    refuseExtra("LSTM", arguments, 3);
    checkOptions(lstmOptions, options);
    super("LSTM", 4, inputSize, hiddenSize, options);
  }

  /**
   * Runs over all steps.
   *
   * @param state the initial state, `{ h0, c0 }`, each (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, state?: LSTMState | null, options: RecurrentForwardOptions = {}): LSTMResult {
    refuseExtra("LSTM.forward", arguments, 3);
    checkOptions(lstmForwardOptions, options);
    if (state instanceof Tensor || Array.isArray(state))
      throw badArgument("LSTM", "state", "an object", state, "write lstm.forward(x, { h0, c0 })");
    checkOptions(stateNames, state ?? undefined);
    const { output, finals } = this.run(runLstm, x, { h0: state?.h0, c0: state?.c0 }, options);
    const result = { output, hn: finals[0]!, cn: finals[1]! };
    return Object.defineProperty(result, Symbol.iterator, tuple) as LSTMResult;
  }
}
