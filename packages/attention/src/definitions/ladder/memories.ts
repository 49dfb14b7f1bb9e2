// Attention with a memory of fixed size: a matrix S (dk, dv) that each token lets decay, corrects, and reads. Ten papers, one
// equation, in the three forms in which it is computed: token by token, all tokens at once, and in chunks.

import { arange, cat, onesLike, type Tensor, where, zeros } from "@saccade/tensor";
import { solveTriangular } from "@saccade/tensor/linalg";
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

/**
 * All tokens at once, as in training. What token j wrote is read by token i with the weight q_i · (decays from j to i) k_j. The
 * written rows u of a delta rule depend on those before them, a triangular system (Yang et al. 2024, arXiv:2406.06484, section
 * 3.2). The same sums as {@link recurrentMemory}, in time and memory quadratic in t.
 *
 * @example parallelMemory(ones([2, 1]), ones([2, 1]), tensor([[3], [4]])).output // tensor([[3], [7]])
 */
export function parallelMemory(q: Tensor, k: Tensor, v: Tensor, terms: MemoryTerms = {}): Recalled {
  const { g, beta, state, scale = defaultScale(q) } = terms;
  const decay = g && eachFeature(g, q).cumsum(-2); // logarithms, from the beginning
  const fromStart = (x: Tensor): Tensor => (decay ? x.mul(decay.exp()) : x);
  let u = v;
  if (beta) {
    const step = beta.unsqueeze(-1);
    const unknown = state ? v.sub(fromStart(k).matmul(state)) : v;
    const system = decayedProducts(k, k, decay).mul(step); // only what is below the diagonal is read
    u = solveTriangular(system, unknown.mul(step), { upper: false, unitriangular: true });
  }
  const own = decayedProducts(q, k, decay).tril().matmul(u);
  const output = state ? own.add(fromStart(q).matmul(state)) : own;
  const end = decay?.narrow(-2, decay.size(-2) - 1, 1); // (…, 1, dk | 1)
  const left = decay && end ? k.mul(end.sub(decay).exp()) : k;
  const written = left.transpose(-2, -1).matmul(u);
  const kept = state && end ? state.mul(end.exp().transpose(-2, -1)) : state;
  return { output: output.mul(scale), state: kept ? written.add(kept) : written };
}

/**
 * {@link parallelMemory} of `size` tokens at a time, each with the memory after those before it: time and memory linear in t,
 * and products that are large enough to be fast.
 *
 * @example chunkedMemory(2)(ones([3, 1]), ones([3, 1]), tensor([[1], [2], [4]])).output // tensor([[1], [3], [7]])
 */
export function chunkedMemory(size: number): Memory {
  return (q, k, v, terms = {}) => {
    const outputs: Tensor[] = [];
    let state = terms.state;
    for (let start = 0; start < q.size(-2); start += size) {
      const length = Math.min(size, q.size(-2) - start);
      const part = (x: Tensor): Tensor => x.narrow(-2, start, length);
      const gates = {
        g: terms.g && part(eachFeature(terms.g, q)),
        beta: terms.beta && part(terms.beta.unsqueeze(-1)).squeeze(-1),
      };
      const done = parallelMemory(part(q), part(k), part(v), { ...terms, ...gates, state });
      outputs.push(done.output);
      state = done.state;
    }
    return { output: cat(outputs, -2), state: state! };
  };
}

/** Row t of the steps, which stays a dim of size 1. */
const row = (x: Tensor, t: number): Tensor => x.narrow(-2, t, 1);

/** (…, t) → (…, t, 1): one number for all features of the keys. */
const eachFeature = (g: Tensor, q: Tensor): Tensor => (g.ndim < q.ndim ? g.unsqueeze(-1) : g);

/**
 * Σ_d a_id b_jd exp(G_id − G_jd) for j ≤ i, G being the cumulated logarithms of the decays: the differences are not positive,
 * so that no exponential overflows, as exp(−G_jd) alone would.
 *
 * @example decayedProducts(ones([2, 1]), ones([2, 1]), tensor([[-1], [-3]])).tril() // tensor([[1.0000, 0.0000], [0.1353, 1.0000]])
 */
export function decayedProducts(a: Tensor, b: Tensor, G: Tensor | undefined): Tensor {
  if (!G) return a.matmul(b.transpose(-2, -1));
  const past = causalMask(a.size(-2), a.size(-2), 0, a.backend);
  if (G.size(-1) === 1) {
    const decays = where(past, G.sub(G.transpose(-2, -1)), 0).exp(); // (…, t, t)
    return a.matmul(b.transpose(-2, -1)).mul(decays);
  }
  const decays = where(past.unsqueeze(-1), G.unsqueeze(-2).sub(G.unsqueeze(-3)), 0).exp(); // (…, t, t, dk)
  return a.unsqueeze(-2).mul(b.unsqueeze(-3)).mul(decays).sum(-1);
}

/**
 * Linear attention with its sum of weights (Katharopoulos et al. 2020, equations 10 to 12): φ = elu + 1, out = φ(q) S / (φ(q) ·
 * z + eps). The normaliser z is one more column of the memory, whose values are ones; `state` has it too: (…, dk, dv + 1).
 *
 * @example linearMemory(zeros([2, 1]), zeros([2, 1]), tensor([[2], [4]])).output // tensor([[2], [3]])
 */
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

/**
 * Several delta steps a token (DeltaProduct; Siems et al. 2025, equation 4): q (…, t, dk), k (…, t n, dk), v (…, t n, dv), beta
 * (…, t n), g (…, t). Step j of token t is row t n + j; a token decays before its first step and is read after its last.
 *
 * @example deltaProduct(ones([1, 1]), ones([2, 1]), tensor([[3], [4]]), 2, { beta: ones([2]) }).output // tensor([[4]])
 */
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
