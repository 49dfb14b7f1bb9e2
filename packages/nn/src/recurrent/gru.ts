import type { Tensor } from "@saccade/tensor";
import { badArgument, checkOptions, iterable, refuseExtra } from "@saccade/tensor/backend";
import { runGru } from "./cells.ts";
import {
  forwardOptions,
  type RecurrentForwardOptions,
  RecurrentModule,
  type RecurrentOptions,
  recurrentOptions,
} from "./recurrent.ts";

const gruOptions = recurrentOptions("GRU");
const gruForwardOptions = forwardOptions("GRU", "h0");

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
 * `batchFirst`, or one sequence (T, inputSize). Parameters, as in PyTorch: `weight_ih_l0` (3H, inputSize),
 * `weight_hh_l0` (3H, H), `bias_ih_l0` and `bias_hh_l0` (3H), `…_l1` and so on, `…_reverse`; gates r, z, n.
 *
 * @example
 * const { output, hn } = new GRU(4, 5, { numLayers: 2 }).forward(randn([7, 3, 4]));
 * [output.shape, hn.shape] // [[7, 3, 5], [2, 3, 5]]
 */
export class GRU extends RecurrentModule {
  /**
   * Weights and biases start as U(−1/√hiddenSize, 1/√hiddenSize), PyTorch's default.
   *
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, a dropout outside 0 to 1, or an unknown option.
   */
  constructor(inputSize: number, hiddenSize: number, options: RecurrentOptions = {}) {
    refuseExtra("GRU", arguments, 3);
    checkOptions(gruOptions, options);
    super("GRU", 3, inputSize, hiddenSize, options);
  }

  /**
   * Runs over all steps.
   *
   * @param h0 the initial state, (layers · D, B, H). Default: zeros.
   * @throws ShapeError for an input, state or lengths of the wrong size; DTypeError for lengths that are not int32;
   * IndexError for a length outside 0 to T.
   */
  override forward(x: Tensor, h0?: Tensor | null, options: RecurrentForwardOptions = {}): GRUResult {
    refuseExtra("GRU.forward", arguments, 3);
    checkOptions(gruForwardOptions, options);
    const { output, finals } = this.run(runGru, x, { h0: h0 ?? undefined }, options);
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
    refuseExtra("GRU.step", arguments, 2);
    if (!Array.isArray(states))
      throw badArgument("GRU.step", "states", "a list of tensors, one for each layer", states);
    const { output, finals } = this.runStep(
      runGru,
      x,
      states.map((h) => [h]),
    );
    return iterable({ output, states: finals.map(([h]) => h!) });
  }
}
