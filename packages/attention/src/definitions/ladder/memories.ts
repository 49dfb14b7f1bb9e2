// Attention with a memory of fixed size: a matrix S (dk, dv) that each token lets decay, corrects, and reads. Ten papers, one
// equation, in the three forms in which it is computed: token by token, all tokens at once, and in chunks.

import { arange, cat, onesLike, pad, stack, type Tensor, where, zeros } from "@saccade/tensor";
import { defaultScale, eluPlusOne } from "../attention.ts";
import { causalMask, positions } from "../masks.ts";

/** What the memories of the papers differ in. */
export interface MemoryTerms {
  /**
   * The logarithm of the decay before each write, not positive: (…, t), or (…, t, dk) with one for each feature of the keys.
   * Default: nothing decays.
   */
  readonly g?: Tensor | undefined;
  /** (…, t): how much of the difference between a value and what the memory holds at its key is written. Default: the value itself. */
  readonly beta?: Tensor | undefined;
  /** (…, dk, dv): the memory after an earlier sequence. Default: zeros. */
  readonly state?: Tensor | undefined;
  /** The factor of what is read. Default 1/√dk. */
  readonly scale?: number | undefined;
}

/** What a memory gave. */
export interface Recalled {
  /** (…, t, dv): row t was read after token t was written. */
  readonly output: Tensor;
  /** (…, dk, dv), after the last token. */
  readonly state: Tensor;
}

/** One of the three forms below. */
export type Memory = (q: Tensor, k: Tensor, v: Tensor, terms?: MemoryTerms) => Recalled;

/**
 * Token by token, as in decoding: S ← exp(g) S, S ← S + kᵀ β (v − k S), out = scale · q S (Yang, Kautz & Hatamizadeh 2024,
 * equation 10): q, k (…, t, dk), v (…, t, dv).
 *
 * @example
 * const [k, v] = [ones([2, 1]), tensor([[3], [4]])];
 * recurrentMemory(k, k, v, { beta: ones([2]) }).output // tensor([[3], [4]])
 */
// #region recurrent
export function recurrentMemory(q: Tensor, k: Tensor, v: Tensor, terms: MemoryTerms = {}): Recalled {
  const { g, beta, state, scale = defaultScale(q) } = terms;
  const decays = g && eachFeature(g, q).exp();
  let S = state ?? zeros([...q.shape.slice(0, -2), q.size(-1), v.size(-1)], { backend: q.backend });
  const read: Tensor[] = [];
  for (let t = 0; t < q.size(-2); t++) {
    if (decays) S = S.mul(row(decays, t).transpose(-2, -1)); // (…, dk | 1, 1)
    const key = row(k, t);
    const value = row(v, t);
    // The delta rule (Widrow & Hoff 1960): what is known already is not written again.
    const written = beta ? value.sub(key.matmul(S)).mul(row(beta.unsqueeze(-1), t)) : value;
    S = S.add(key.transpose(-2, -1).matmul(written));
    read.push(row(q, t).matmul(S));
  }
  return { output: cat(read, -2).mul(scale), state: S };
}
// #endregion recurrent

/**
 * In chunks of `size` tokens, as in training: within a chunk all at once, and the memory is passed from chunk to chunk. The same sums
 * as {@link recurrentMemory}, in time and memory linear in t, by products that are large enough to be fast. What token j wrote is read
 * by token i with the weight q_i · (decays from j to i) k_j. The rows u that a delta rule writes depend on those before them, a
 * triangular system (Yang et al. 2024, arXiv:2406.06484, section 3.2): u = U − W S for the memory S before the chunk.
 *
 * @example chunkedMemory(2)(ones([3, 1]), ones([3, 1]), tensor([[1], [2], [4]])).output // tensor([[1], [3], [7]])
 */
// #region chunked
export function chunkedMemory(size: number): Memory {
  return (q, k, v, { g, beta, state, scale = defaultScale(q) } = {}) => {
    const t = q.size(-2);
    const count = Math.ceil(t / size);
    const length = Math.ceil(t / count);
    // (…, t, d) → (…, chunks, length, d), with zeros at the end: they write nothing, and nothing decays.
    const chunks = (x: Tensor): Tensor =>
      pad(x, [0, 0, 0, count * length - t]).reshape([...x.shape.slice(0, -2), count, length, x.size(-1)]);
    const [Q, K, V] = [chunks(q), chunks(k), chunks(v)];
    const decay = g && chunks(eachFeature(g, q)).cumsum(-2); // logarithms, from the beginning of the chunk
    const fromStart = (x: Tensor): Tensor => (decay ? x.mul(decay.exp()) : x);
    const end = decay?.narrow(-2, length - 1, 1); // (…, chunks, 1, dk | 1)
    const toEnd = (decay && end ? K.mul(end.sub(decay).exp()) : K).transpose(-2, -1); // (…, chunks, dk, length)
    let [U, W, taken]: [Tensor, Tensor?, Tensor?] = [V];
    if (beta) {
      const step = chunks(beta.unsqueeze(-1));
      const inverse = unitInverse(decayedProducts(K, K, decay).mul(step));
      U = inverse.matmul(V.mul(step));
      W = inverse.matmul(fromStart(K).mul(step)); // (…, chunks, length, dk)
      taken = toEnd.matmul(W);
    }
    const added = toEnd.matmul(U); // (…, chunks, dk, dv)
    const kept = end?.exp().transpose(-2, -1);
    const nth = (x: Tensor, i: number): Tensor => x.select(-3, i);
    let S =
      state ??
      zeros([...q.shape.slice(0, -2), ...added.shape.slice(-2)], { backend: q.backend, dtype: v.dtype });
    const before: Tensor[] = [];
    for (let i = 0; i < count; i++) {
      before.push(S);
      const decayed = (kept ? S.mul(nth(kept, i)) : S).add(nth(added, i));
      S = taken ? decayed.sub(nth(taken, i).matmul(S)) : decayed;
    }
    const starts = stack(before, -3); // (…, chunks, dk, dv)
    const own = decayedProducts(Q, K, decay)
      .tril()
      .matmul(W ? U.sub(W.matmul(starts)) : U);
    const output = own.add(fromStart(Q).matmul(starts)).mul(scale);
    return { output: output.flatten(-3, -2).narrow(-2, 0, t), state: S };
  };
}
// #endregion chunked

/**
 * {@link chunkedMemory} of one chunk: all tokens at once, in time and memory quadratic in t.
 *
 * @example parallelMemory(ones([2, 1]), ones([2, 1]), tensor([[3], [4]])).output // tensor([[3], [7]])
 */
// #region parallel
export function parallelMemory(q: Tensor, k: Tensor, v: Tensor, terms: MemoryTerms = {}): Recalled {
  return chunkedMemory(q.size(-2))(q, k, v, terms);
}
// #endregion parallel

/**
 * (I + L)⁻¹, where L (…, n, n) is what x has below its diagonal: the inverse of diagonal blocks of 1, 2, 4, … rows, each from
 * that of its two halves. Unlike sums of powers of L, nothing grows that then cancels.
 *
 * @example unitInverse(tensor([[9, 9], [2, 9]])) // tensor([[1, 0], [-2, 1]])
 */
export function unitInverse(x: Tensor): Tensor {
  const n = x.size(-1);
  const rows = positions(n, x.backend);
  let inverse = rows.unsqueeze(1).eq(rows).to(x.dtype).expand(x.shape);
  for (let half = 1; half < n; half *= 2) {
    const block = rows.floorDivide(half);
    const below = block.unsqueeze(1).sub(1).eq(block).logicalAnd(block.remainder(2).unsqueeze(1).eq(1)); // second half · first half
    const between = where(below, x, 0);
    inverse = inverse.sub(half === 1 ? between : inverse.matmul(between).matmul(inverse));
  }
  return inverse;
}

/** Row t of the steps, which stays a dim of size 1. */
const row = (x: Tensor, t: number): Tensor => x.narrow(-2, t, 1);

/** (…, t) → (…, t, 1): one number for all features of the keys. */
const eachFeature = (g: Tensor, q: Tensor): Tensor => (g.ndim < q.ndim ? g.unsqueeze(-1) : g);

/**
 * Σ_d a_id b_jd exp(G_id − G_jd) for j ≤ i, G being the cumulated logarithms of the decays: the differences are not positive,
 * so that no exponential overflows, as exp(−G_jd) alone would. With a decay for each feature, rows are taken in blocks: a block and the
 * rows before it are one product, since exp(G_i − r) exp(r − G_j) does not overflow for the r at which the block begins.
 *
 * @example decayedProducts(ones([2, 1]), ones([2, 1]), tensor([[-1], [-3]])).tril() // tensor([[1.0000, 0.0000], [0.1353, 1.0000]])
 */
export function decayedProducts(a: Tensor, b: Tensor, G: Tensor | undefined, block: number = 8): Tensor {
  if (!G) return a.matmul(b.transpose(-2, -1));
  const t = a.size(-2);
  if (G.size(-1) === 1) {
    const decays = where(causalMask(t, t, 0, a.backend), G.sub(G.transpose(-2, -1)), 0).exp(); // (…, t, t)
    return a.matmul(b.transpose(-2, -1)).mul(decays);
  }
  const count = Math.ceil(t / block);
  const blocks = (x: Tensor): Tensor =>
    pad(x, [0, 0, 0, count * block - t]).reshape([...x.shape.slice(0, -2), count, block, x.size(-1)]);
  const [A, B, D] = [blocks(a), blocks(b), blocks(G)]; // (…, count, block, dk)
  const past = causalMask(block, block, 0, a.backend).unsqueeze(-1);
  const decays = where(past, D.unsqueeze(-2).sub(D.unsqueeze(-3)), 0).exp(); // (…, count, block, block, dk)
  const near = A.unsqueeze(-2).mul(B.unsqueeze(-3)).mul(decays).sum(-1); // (…, count, block, block)
  if (count === 1) return near.squeeze(-3).narrow(-2, 0, t).narrow(-1, 0, t);
  const first = D.narrow(-2, 0, 1); // (…, count, 1, dk): r
  const before = first.sub(G.unsqueeze(-3)).clamp({ max: 0 }).exp(); // (…, count, t, dk)
  const far = A.mul(D.sub(first).exp()).matmul(b.unsqueeze(-3).mul(before).transpose(-2, -1)); // (…, count, block, t)
  const place = positions(count * block, a.backend).floorDivide(block);
  const together = place.unsqueeze(1).eq(place).narrow(-1, 0, t); // (count · block, t)
  const own = cat(new Array<Tensor>(count).fill(near), -1).narrow(-1, 0, t).flatten(-3, -2); // each block's columns
  return where(together, own, far.flatten(-3, -2)).narrow(-2, 0, t);
}

/**
 * Linear attention with its sum of weights (Katharopoulos et al. 2020, equations 10 to 12): φ = elu + 1, out = φ(q) S / (φ(q) ·
 * z + eps). The normaliser z is one more column of the memory, whose values are ones; `state` has it too: (…, dk, dv + 1).
 *
 * @example linearMemory(zeros([2, 1]), zeros([2, 1]), tensor([[2], [4]])).output // tensor([[2], [3]])
 */
// #region linear
export function linearMemory(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  state?: Tensor,
  memory: Memory = recurrentMemory,
  eps: number = 0,
): Recalled {
  const values = cat([v, onesLike(v.narrow(-1, 0, 1))], -1);
  const { output, state: after } = memory(eluPlusOne(q), eluPlusOne(k), values, { state, scale: 1 });
  const [sums, total] = [output.narrow(-1, 0, v.size(-1)), output.narrow(-1, v.size(-1), 1)];
  return { output: sums.div(total.add(eps)), state: after };
}
// #endregion linear

/**
 * The decay of each head of a retention, γ = 1 − 2^(−5 − head) (Sun et al. 2023, equation 8), as a logarithm.
 *
 * @example retentionDecays(2) // [-0.0317, -0.0157]
 */
export function retentionDecays(heads: number): number[] {
  return Array.from({ length: heads }, (_, head) => Math.log1p(-(2 ** (-5 - head))));
}

/**
 * Retention (RetNet; Sun et al. 2023, equations 6 and 7), without the rotation of q and k and the norm of the output: one decay
 * a head, logGamma (h), for q, k (b, h, t, dk) and v (b, h, t, dv). The terms are those of {@link recurrentMemory}.
 *
 * @example retention(ones([1, 1, 2, 1]), ones([1, 1, 2, 1]), ones([1, 1, 2, 1]), tensor([Math.log(0.5)])).output.flatten() // tensor([1.0000, 1.5000])
 */
// #region retention
export function retention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  logGamma: Tensor,
  terms: Pick<MemoryTerms, "state" | "scale"> = {},
  memory: Memory = recurrentMemory,
): Recalled {
  return memory(q, k, v, { ...terms, g: logGamma.unsqueeze(-1).expand(q.shape.slice(0, -1)) });
}
// #endregion retention

/** The weights and inputs of Mamba-2's layer. */
export interface StateSpace {
  /** (b, t, h, p): the inputs of each head. */
  readonly x: Tensor;
  /** (b, t, h): the step, after its softplus. */
  readonly dt: Tensor;
  /** (h): the rate of decay, negative. */
  readonly a: Tensor;
  /** (b, t, groups, n): head i reads group i // (h / groups). */
  readonly b: Tensor;
  /** (b, t, groups, n). */
  readonly c: Tensor;
  /** (h): how much of the input goes straight to the output. */
  readonly d: Tensor;
}

/**
 * Mamba-2 (Dao & Gu 2024, section 6): h_t = exp(dt A) h_{t−1} + dt x Bᵀ, y = h C + D x. It is a memory with the queries C, the
 * keys B, the values dt x and the decays dt A. Output (b, t, h, p), state (b, h, p, n), both as the paper has them.
 *
 * @example
 * const one = ones([1, 1, 1, 1]);
 * stateSpace({ x: one, dt: ones([1, 1, 1]), a: zeros([1]), b: one, c: one, d: ones([1]) }).output.item() // 2
 */
// #region state-space
export function stateSpace(
  { x, dt, a, b, c, d }: StateSpace,
  state?: Tensor,
  memory: Memory = recurrentMemory,
): Recalled {
  const heads = x.size(2);
  const perHead = (y: Tensor): Tensor => y.repeatInterleave(heads / y.size(2), 2).transpose(1, 2); // (b, h, t, n)
  const g = dt.mul(a).transpose(1, 2); // (b, h, t)
  const values = x.mul(dt.unsqueeze(-1)).transpose(1, 2);
  const read = memory(perHead(c), perHead(b), values, { g, scale: 1, state: state?.transpose(-2, -1) });
  const output = read.output.transpose(1, 2).add(x.mul(d.unsqueeze(-1)));
  return { output, state: read.state.transpose(-2, -1) };
}
// #endregion state-space

/**
 * Several delta steps a token (DeltaProduct; Siems et al. 2025, equation 4): q (…, t, dk), k (…, t n, dk), v (…, t n, dv), beta
 * (…, t n), g (…, t). Step j of token t is row t n + j; a token decays before its first step and is read after its last.
 *
 * @example deltaProduct(ones([1, 1]), ones([2, 1]), tensor([[3], [4]]), 2, { beta: ones([2]) }).output // tensor([[4]])
 */
// #region delta-product
export function deltaProduct(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  steps: number,
  { g, ...terms }: MemoryTerms,
  memory: Memory = recurrentMemory,
): Recalled {
  const first = positions(k.size(-2), q.backend).remainder(steps).eq(0);
  const decays = g && where(first, g.repeatInterleave(steps, -1), 0);
  const { output, state } = memory(q.repeatInterleave(steps, -2), k, v, { ...terms, g: decays });
  const last = arange(steps - 1, k.size(-2), steps, { dtype: "int32", backend: q.backend });
  return { output: output.indexSelect(-2, last), state };
}
// #endregion delta-product

/**
 * Rows of unit length, x / √(Σ x² + eps), as layers of the delta rule give queries and keys (Yang et al. 2024, section 4.1): (…, d).
 *
 * @example unitRows(tensor([[3, 4]])) // tensor([[0.6000, 0.8000]])
 */
export const unitRows = (x: Tensor, eps: number = 1e-6): Tensor =>
  x.mul(x.square().sum(-1, { keepdim: true }).add(eps).rsqrt());

/**
 * A causal convolution of each feature by itself, out_i = Σ_j weight_j x_{i − w + 1 + j}, as layers with such a memory give their
 * queries, keys and values the tokens just before: x (b, t, c), weight (c, 1, w), as in a `Conv1d` with c groups. `before` (b, w − 1, c)
 * are the inputs of the tokens before, zeros at the start.
 *
 * @example causalConvolution(tensor([[[1], [2], [3]]]), ones([1, 1, 2])).output.flatten() // tensor([1, 3, 5])
 */
export function causalConvolution(
  x: Tensor,
  weight: Tensor,
  before: Tensor = zeros([x.size(0), weight.size(-1) - 1, x.size(2)], { backend: x.backend, dtype: x.dtype }),
): { readonly output: Tensor; readonly before: Tensor } {
  const all = cat([before, x], 1); // (b, w − 1 + t, c)
  const [t, width] = [x.size(1), weight.size(-1)];
  const taps = weight.squeeze(1).unbind(-1); // w of (c)
  const output = taps.map((tap, j) => all.narrow(1, j, t).mul(tap)).reduce((sum, y) => sum.add(y));
  return { output, before: all.narrow(1, t, width - 1) };
}
