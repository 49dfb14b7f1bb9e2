import type { Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { type OptionsOf, oneOf, required, size } from "@saccade/tensor/contract";
import { layerCall } from "../rules.ts";
import { rnnCells } from "./composed.ts";
import type { GRUResult } from "./gru.ts";
import {
  forwardOptions,
  type RecurrentForwardOptions,
  RecurrentModule,
  recurrentKind,
  recurrentRules,
} from "./recurrent.ts";

const kinds = {
  tanh: recurrentKind("RNN", rnnCells.tanh, ["h0"]),
  relu: recurrentKind("RNN", rnnCells.relu, ["h0"]),
};
const construct = layerCall(
  "RNN",
  { inputSize: required(size()), hiddenSize: required(size()) },
  {
    ...recurrentRules,
    /** The activation after the sum: "tanh" (the default) or "relu". */
    nonlinearity: oneOf(["tanh", "relu"], "tanh"),
  },
  { example: 'new RNN(4, 5, { nonlinearity: "relu" })' },
);
const forwardCall = forwardOptions("RNN", "h0");

/** Options of {@link RNN}. */
export interface RNNOptions extends OptionsOf<typeof construct, typeof recurrentRules> {}

/** The result of {@link RNN}, also `const [output, hn] = …`. */
export interface RNNResult extends GRUResult {}

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
  /** The activation after the sum. */
  readonly nonlinearity: "tanh" | "relu";

  /** Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default. */
  constructor(inputSize: number, hiddenSize: number, options?: RNNOptions) {
    const given = construct([inputSize, hiddenSize, options]);
    super(kinds[given.nonlinearity], given);
    this.nonlinearity = given.nonlinearity;
  }

  /**
   * Runs over all steps.
   *
   * @param h0 the initial state, (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, h0?: Tensor | null, options: RecurrentForwardOptions = {}): RNNResult {
    const { lengths } = forwardCall(options);
    const { output, finals } = this.run(x, [h0], lengths);
    return iterable({ output, hn: finals[0]! });
  }

  protected override describeOptions(): string {
    const all = super.describeOptions();
    return this.nonlinearity === "tanh" ? all : `${all}, nonlinearity=${this.nonlinearity}`;
  }
}
