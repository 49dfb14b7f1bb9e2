// Memories with more structure than one matrix: a hierarchy of them, and a model that learns while it reads.

import { cat, fromData, type Tensor, where } from "@saccade/tensor";
import { decayedProducts, type Recalled } from "./memories.ts";

/**
 * The level of each earlier token as log-linear attention sees it from token t (Guo et al. 2025, section 3): 0 for itself, then
 * segments that double in size with their distance, aligned as in a Fenwick tree. A list for each t, one number for each s ≤ t.
 *
 * @example fenwickLevels(4) // [[0], [1, 0], [2, 2, 0], [2, 2, 1, 0]]
 */
// #region levels
export function fenwickLevels(n: number): number[][] {
  return Array.from({ length: n }, (_, t) => {
    const levels = [...Array.from({ length: t }, () => 0), 0];
    for (let end = t; end > 0; ) {
      const size = end & -end; // its lowest bit
      levels.fill(Math.log2(size) + 1, end - size, end);
      end -= size;
    }
    return levels;
  });
}
// #endregion levels

/**
 * Log-linear attention (Guo et al. 2025, equation 4, in its Mamba-2 form): a memory for each of log t segments, read with the
 * weight that the query gives to its level. q, k (…, t, dk), v (…, t, dv), g (…, t), levels (…, t, L) → (…, t, dv).
 *
 * @example logLinearAttention(ones([2, 1]), ones([2, 1]), tensor([[3], [4]]), zeros([2]), tensor([[1, 1], [1, 0.5]])) // tensor([[3.0000], [5.5000]])
 */
// #region log-linear
export function logLinearAttention(q: Tensor, k: Tensor, v: Tensor, g: Tensor, levels: Tensor): Tensor {
  const t = q.size(-2);
  const table = fenwickLevels(t).flatMap((row) => [...row, ...new Array<number>(t - row.length).fill(-1)]);
  const level = fromData(Int32Array.from(table), [t, t], { backend: q.backend }); // −1 for what comes later
  let weights = where(level.ge(0), 0, 0);
  for (let l = 0; l < levels.size(-1); l++)
    weights = weights.add(where(level.eq(l), levels.narrow(-1, l, 1), 0)); // (…, t, t)
  return decayedProducts(q, k, g.cumsum(-1).unsqueeze(-1)).mul(weights).matmul(v);
}
// #endregion log-linear

/** The inner model of {@link testTimeTraining}: LN(x W + b), and how fast it learns. */
export interface InnerModel {
  /** (h, d, d) or (b, h, d, d). */
  readonly W: Tensor;
  /** (h, 1, d) or (b, h, 1, d). */
  readonly b: Tensor;
  /** (h, d): the weights of its LayerNorm. */
  readonly normWeight: Tensor;
  /** (h, d): its bias. */
  readonly normBias: Tensor;
  /** (b, h, t): the learning rate of each token. */
  readonly rate: Tensor;
  /** (batch): a factor of the rates that restarts with every mini-batch; its length is the mini-batch. */
  readonly tokenRate: Tensor;
  /** Added to its variances. Default 1e-6. */
  readonly eps?: number;
}

/**
 * A layer whose memory is a linear model that learns at each token (TTT-Linear; Sun et al. 2024, equations 4 and 6): it is trained
 * to map k to v − k by gradient descent, all tokens of a mini-batch from the same weights, and read as q + LN(q W + b). q, k, v (b, h,
 * t, d); `state` is W after the last token, and `bias` b.
 *
 * @example
 * const [x, zero] = [ones([1, 1, 2, 2]), zeros([1, 2])];
 * const model = { W: zeros([1, 2, 2]), b: zeros([1, 1, 2]), normWeight: ones([1, 2]), normBias: zero, rate: ones([1, 1, 2]), tokenRate: ones([2]) };
 * testTimeTraining(x, x, x, model).output.shape // [1, 1, 2, 2]
 */
// #region test-time-training
export function testTimeTraining(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { W: W0, b: b0, normWeight, normBias, rate, tokenRate, eps = 1e-6 }: InnerModel,
): Recalled & { readonly bias: Tensor } {
  const [gain, shift] = [normWeight.unsqueeze(-2), normBias.unsqueeze(-2)]; // (h, 1, d)
  const [size, t] = [tokenRate.size(0), q.size(-2)];
  let [W, b] = [W0, b0];
  const outputs: Tensor[] = [];
  for (let start = 0; start < t; start += size) {
    const length = Math.min(size, t - start);
    const [queries, keys, values] = [q, k, v].map((x) => x.narrow(-2, start, length)) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    const { normal, spread } = standardized(keys.matmul(W).add(b), eps);
    const error = normal.mul(gain).add(shift).sub(values.sub(keys)).mul(gain);
    // The gradient of ½ error² through the LayerNorm.
    const along = normal.mul(error.mul(normal).mean(-1, { keepdim: true }));
    const gradient = error
      .sub(error.mean(-1, { keepdim: true }))
      .sub(along)
      .div(spread); // (b, h, m, d)
    const learned = gradient.mul(rate.narrow(-1, start, length).unsqueeze(-1));
    const speed = tokenRate.narrow(0, 0, length).unsqueeze(-1); // (m, 1)
    // Token i has learned from the tokens up to i: q (W − Σ kᵀ gradient) is q W − (q kᵀ) gradient.
    const shown = queries.matmul(keys.transpose(-2, -1)).tril().matmul(learned).add(learned.cumsum(-2));
    const read = queries.matmul(W).add(b).sub(shown.mul(speed));
    outputs.push(queries.add(standardized(read, eps).normal.mul(gain).add(shift)));
    const last = tokenRate.narrow(0, length - 1, 1);
    W = W.sub(keys.transpose(-2, -1).matmul(learned).mul(last));
    b = b.sub(learned.sum(-2, { keepdim: true }).mul(last));
  }
  return { output: cat(outputs, -2), state: W, bias: b };
}
// #endregion test-time-training

/** Rows with mean 0 and variance 1, and what they were divided by. */
function standardized(x: Tensor, eps: number): { readonly normal: Tensor; readonly spread: Tensor } {
  const centred = x.sub(x.mean(-1, { keepdim: true }));
  const spread = centred.square().mean(-1, { keepdim: true }).add(eps).sqrt();
  return { normal: centred.div(spread), spread };
}
