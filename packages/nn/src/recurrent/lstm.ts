import type { Tensor } from "@saccade/tensor";
import { refuseExtra } from "@saccade/tensor/backend";
import { options, tensorRule } from "@saccade/tensor/contract";
import { lstmCell } from "./cells.ts";
import {
  forwardOptions,
  type RecurrentForwardOptions,
  RecurrentModule,
  type RecurrentOptions,
  recurrentCall,
  recurrentKind,
} from "./recurrent.ts";

const kind = recurrentKind("LSTM", lstmCell, ["h0", "c0"]);
const construct = recurrentCall("LSTM");
const forwardCall = forwardOptions("LSTM", "{ h0, c0 }");
const stateCall = options(
  "LSTM state",
  { h0: tensorRule("float"), c0: tensorRule("float") },
  { example: "lstm.forward(x, { h0, c0 })" },
);

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
 * `@saccade/nn/definitions`. Parameters have the same names as in GRU, with 4H rows; gates i, f, g, o.
 *
 * @example
 * const { output, hn, cn } = new LSTM(4, 5).forward(randn([7, 3, 4]));
 * [output.shape, hn.shape, cn.shape] // [[7, 3, 5], [1, 3, 5], [1, 3, 5]]
 */
export class LSTM extends RecurrentModule {
  /** Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default. */
  constructor(inputSize: number, hiddenSize: number, options?: RecurrentOptions);
  constructor() {
    super(kind, construct(arguments));
  }

  /**
   * Runs over all steps.
   *
   * @param state the initial state, `{ h0, c0 }`, each (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, state?: LSTMState | null, options: RecurrentForwardOptions = {}): LSTMResult {
    refuseExtra(forwardCall, arguments, 3);
    const { lengths } = forwardCall(options);
    const { h0, c0 } = stateCall(state ?? undefined);
    const { output, finals } = this.run(x, [h0, c0], lengths);
    const result = { output, hn: finals[0]!, cn: finals[1]! };
    return Object.defineProperty(result, Symbol.iterator, tuple) as LSTMResult;
  }
}
