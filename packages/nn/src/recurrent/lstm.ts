import type { Tensor } from "@saccade/tensor";
import { runLstm } from "./cells.ts";
import { type RecurrentForwardOptions, RecurrentModule, type RecurrentOptions } from "./recurrent.ts";

/** The state to start from, each part (layers · D, B, H). */
export interface LSTMState {
  readonly h0: Tensor;
  readonly c0: Tensor;
}

export interface LSTMResult {
  /** The top layer's hidden states at all steps: (T, B, D · H), D directions. */
  readonly output: Tensor;
  /** The last hidden state of each layer and direction: (layers · D, B, H). */
  readonly hn: Tensor;
  /** The last cell state of each layer and direction: (layers · D, B, H). */
  readonly cn: Tensor;
}

/**
 * Long short-term memory over sequences (Hochreiter & Schmidhuber 1997): x (T, B, inputSize), or
 * (B, T, inputSize) with `batchFirst`, or one sequence (T, inputSize). Parameters are named as the GRU's,
 * with 4H rows; gates i, f, g, o.
 */
export class LSTM extends RecurrentModule {
  constructor(inputSize: number, hiddenSize: number, options: RecurrentOptions = {}) {
    super("LSTM", 4, inputSize, hiddenSize, options);
  }

  /** Starts from `state`, zeros unless given. */
  override forward(x: Tensor, state?: LSTMState | null, options: RecurrentForwardOptions = {}): LSTMResult {
    const { output, finals } = this.run(runLstm, x, { h0: state?.h0, c0: state?.c0 }, options);
    return { output, hn: finals[0]!, cn: finals[1]! };
  }
}
