import { ScaledDotScoring, Scoring } from "@saccade/attention";
import { Linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** (W_q q)·(W_k k) / √width: what self-attention computes, with about as many parameters as the additive score. */
export class ProjectedDot extends Scoring {
  W_q: Linear;
  W_k: Linear;
  dot: ScaledDotScoring;

  constructor(width: number) {
    super("ProjectedDot", width, width);
    this.W_q = new Linear(width, width, { bias: false });
    this.W_k = new Linear(width, width, { bias: false });
    this.dot = new ScaledDotScoring(width);
  }

  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    return this.dot.scores(this.W_q.forward(queries), this.W_k.forward(keys));
  }
}
