import { AdditiveAttention } from "@saccade/attention";
import { manualSeed, stack, type Tensor, zeros } from "@saccade/tensor";
import type { ScoreName } from "./calls.ts";

/** A score as one sees it: the number, and the pairs that it is a sum over. */
export interface Scored {
  /** (lq, lk). */
  readonly scores: Tensor;
  /** (lq, lk, c, 2). */
  readonly pairs: Tensor;
}

/** A way to score queries (lq, d) against keys (lk, d). */
export type Score = (q: Tensor, k: Tensor) => Scored;

/** The ways to score. Pairs: (q, k) each component; for additive scores (w_v, the sum under tanh) each hidden unit. */
export function scoring(name: ScoreName, seed: number): Score {
  switch (name) {
    case "dot":
      return (q, k) => ({ scores: q.matmul(k.transpose(-2, -1)), pairs: pairsOf(q, k) });
    case "scaled":
      return (q, k) => ({
        scores: q.matmul(k.transpose(-2, -1)).div(Math.sqrt(q.size(-1))),
        pairs: pairsOf(q, k),
      });
    case "gaussian":
      return (q, k) => ({
        scores: q.unsqueeze(1).sub(k).square().sum(-1).mul(-0.5),
        pairs: pairsOf(q, k),
      });
    case "additive":
      return (q, k) => {
        const d = q.size(-1);
        const { W_q, W_k, w_v } = additiveLayer(d, seed);
        const sums = W_q.forward(q).unsqueeze(1).add(W_k.forward(k)); // (lq, lk, h)
        const scores = w_v.forward(sums.tanh()).squeeze(-1);
        return { scores, pairs: stack([w_v.weight.squeeze(0).expand(sums.shape), sums], -1) };
      };
    case "average":
      return (q, k) => ({
        scores: zeros([q.size(0), k.size(0)]),
        pairs: zeros([q.size(0), k.size(0), 0, 2]),
      });
  }
}

/** The layer that additive scores come from, with as many hidden units as a query has components. */
export function additiveLayer(d: number, seed: number): AdditiveAttention {
  manualSeed(seed);
  return new AdditiveAttention(d, d, d).eval();
}

function pairsOf(q: Tensor, k: Tensor): Tensor {
  const shape = [q.size(0), k.size(0), q.size(1)];
  return stack([q.unsqueeze(1).expand(shape), k.unsqueeze(0).expand(shape)], -1);
}
