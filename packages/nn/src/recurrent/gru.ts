import { ShapeError, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { listOf, required, rule, signature, tensorRule, tensors } from "@saccade/tensor/contract";
import { gruCell } from "./cells.ts";
import {
  forwardOptions,
  type RecurrentForwardOptions,
  RecurrentModule,
  type RecurrentOptions,
  recurrentCall,
  recurrentKind,
} from "./recurrent.ts";

const kind = recurrentKind("GRU", gruCell, ["h0"]);
const construct = recurrentCall("GRU");
const forwardCall = forwardOptions("GRU", "h0");
const list = listOf(tensorRule("float"));
const states = required({ ...list, ...rule("a list of tensors, one for each layer", list.holds) });
const stepCall = signature("GRU.step", { x: required(tensorRule("float")), states }, "gru.step(x, states)");
const stepInputs = tensors("GRU.step", "x (batch, inputSize)  state (batch, hiddenSize)");

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
    super(kind, construct([inputSize, hiddenSize, options]));
  }

  /**
   * Runs over all steps.
   *
   * @param h0 the initial state, (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, h0?: Tensor | null, options: RecurrentForwardOptions = {}): GRUResult {
    const { lengths } = forwardCall(options);
    const { output, finals } = this.run(x, [h0], lengths);
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
    stepCall([x, states]);
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
