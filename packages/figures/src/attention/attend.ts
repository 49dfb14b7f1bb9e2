import { AdditiveAttention, attend, causalMask } from "@saccade/attention";
import { arange, cat, manualSeed, scope, stack, type Tensor, tensor, zeros } from "@saccade/tensor";
import type { AttendAsk, Attended, Head, ScoreName } from "./attended.ts";

/** Everything between Q, K, V and the output, for one sequence. */
export function attendSmall(ask: AttendAsk): Attended {
  return scope(() => {
    const [q, k, v] = [tensor(ask.q), tensor(ask.k), tensor(ask.v)];
    const mask = allowedCells(ask, q.size(0), k.size(0));
    const { heads: count = 1, temperature = 1 } = ask;
    const heads = Array.from({ length: count }, (_, h): { head: Head; output: Tensor } => {
      const part = (t: Tensor): Tensor => t.narrow(1, (h * t.size(1)) / count, t.size(1) / count);
      const { scores: raw, pairs } = scored(ask, part(q), part(k));
      const scores = raw.div(temperature); // (lq, lk)
      const { output, weights } = attend(scores, part(v), { mask });
      const head = {
        ...{ scores: scores.toArray(2), weights: weights.toArray(2), output: output.toArray(2) },
        terms: pairs.toArray(4),
      };
      return { head, output };
    });
    return {
      ...{ q: q.toArray(2), k: k.toArray(2), v: v.toArray(2) },
      heads: heads.map(({ head }) => head),
      allowed: mask.toArray(2),
      output: cat(
        heads.map(({ output }) => output),
        1,
      ).toArray(2),
    };
  });
}

/** bool (lq, lk): all masks together. */
function allowedCells(ask: AttendAsk, lq: number, lk: number): Tensor {
  const { validLen = lk, causal = false, forbidden = [] } = ask;
  const closed = new Set(forbidden);
  const cells = Array.from({ length: lq }, (_, i) =>
    Array.from({ length: lk }, (_, j) => !closed.has(i * lk + j)),
  );
  const byLength = arange(0, lk, 1).lt(validLen); // (lk)
  const masks = tensor(cells, { dtype: "bool" }).logicalAnd(byLength);
  return causal ? masks.logicalAnd(causalMask(lq, lk)) : masks;
}

/** A score as one sees it: the number, and the pairs that it is a sum over. */
interface Scored {
  /** (lq, lk). */
  readonly scores: Tensor;
  /** (lq, lk, c, 2): (q, k) each component; for additive scores (w_v, the sum under tanh) each hidden unit. */
  readonly pairs: Tensor;
}

/** Queries (lq, d) scored against keys (lk, d). */
function scored({ score, seed = 0 }: AttendAsk, q: Tensor, k: Tensor): Scored {
  const [lq, lk, d] = [q.size(0), k.size(0), q.size(1)];
  if (score === "average") return { scores: zeros([lq, lk]), pairs: zeros([lq, lk, 0, 2]) };
  if (score === "additive") {
    const { W_q, W_k, w_v } = additiveLayer(d, seed);
    const sums = W_q.forward(q).unsqueeze(1).add(W_k.forward(k)); // (lq, lk, h)
    const scores = w_v.forward(sums.tanh()).squeeze(-1);
    return { scores, pairs: stack([w_v.weight.squeeze(0).expand(sums.shape), sums], -1) };
  }
  const pairs = stack([q.unsqueeze(1).expand([lq, lk, d]), k.unsqueeze(0).expand([lq, lk, d])], -1);
  return { scores: compared(score, q, k), pairs };
}

/** (lq, lk): the scores that have no parameters. */
function compared(score: Exclude<ScoreName, "average" | "additive">, q: Tensor, k: Tensor): Tensor {
  switch (score) {
    case "dot":
      return q.matmul(k.transpose(-2, -1));
    case "scaled":
      return q.matmul(k.transpose(-2, -1)).div(Math.sqrt(q.size(-1)));
    case "gaussian":
      return q.unsqueeze(1).sub(k).square().sum(-1).mul(-0.5);
    case "unprojected":
      return q.unsqueeze(1).add(k).tanh().sum(-1);
  }
}

/** The layer that additive scores come from, with as many hidden units as a query has components. */
function additiveLayer(d: number, seed: number): AdditiveAttention {
  manualSeed(seed);
  return new AdditiveAttention(d, d, d).eval();
}
