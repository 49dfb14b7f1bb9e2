import type { Tensor } from "@saccade/tensor";
import { runGru } from "./cells.ts";
import { type RecurrentForwardOptions, RecurrentModule, type RecurrentOptions } from "./recurrent.ts";

export interface GRUResult {
  /** The top layer's states at all steps: (T, B, D · H), D directions. */
  readonly output: Tensor;
  /** The last state of each layer and direction: (layers · D, B, H). */
  readonly hn: Tensor;
}

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
 */
export class GRU extends RecurrentModule {
  constructor(inputSize: number, hiddenSize: number, options: RecurrentOptions = {}) {
    super("GRU", 3, inputSize, hiddenSize, options);
  }

  /** Starts from `h0` (layers · D, B, H), zeros unless given. */
  override forward(x: Tensor, h0?: Tensor | null, options: RecurrentForwardOptions = {}): GRUResult {
    const { output, finals } = this.run(runGru, x, { h0: h0 ?? undefined }, options);
    return { output, hn: finals[0]! };
  }

  /**
   * One step of all layers, for networks that make the next input from the states: x (B, inputSize) and the state
   * (B, H) of each layer.
   *
   * @throws ShapeError for another size, another number of states, or a bidirectional network.
   */
  step(x: Tensor, states: readonly Tensor[]): GRUStep {
    const { output, finals } = this.runStep(
      runGru,
      x,
      states.map((h) => [h]),
    );
    return { output, states: finals.map(([h]) => h!) };
  }
}
