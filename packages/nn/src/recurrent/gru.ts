import type { Tensor } from "@saccade/tensor";
import { gruStep } from "./cells.ts";
import { type RecurrentForwardOptions, RecurrentModule, type RecurrentOptions } from "./recurrent.ts";

export interface GRUResult {
  /** The top layer's states at all steps: (T, B, D · H), D directions. */
  readonly output: Tensor;
  /** The last state of each layer and direction: (layers · D, B, H). */
  readonly hn: Tensor;
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
    const { output, finals } = this.run(gruStep, x, { h0: h0 ?? undefined }, options);
    return { output, hn: finals[0]! };
  }
}
