// Attention between sets: latents that read data, inducing points, slots that compete, and networks that recall patterns.

import { layerNorm } from "@saccade/nn";
import { stack, type Tensor } from "@saccade/tensor";
import { type GateWeights, gruStep } from "@saccade/tensor/definitions";
import { type Attended, attend } from "../attention.ts";
import { maskedSoftmax, products } from "../masks.ts";
import { type LinearWeights, mapped, mergeHeads, type NormWeights, splitHeads } from "../multi-head.ts";

const normed = (x: Tensor, { weight, bias }: NormWeights): Tensor => layerNorm(x, [x.size(-1)], weight, bias);

/** The weights of {@link perceiverBlock}. */
export interface PerceiverWeights {
  /** (e): the norm of the latents before they ask. */
  readonly normLatents: NormWeights;
  /** (c). */
  readonly normData: NormWeights;
  /** (h d, e). */
  readonly toQ: LinearWeights;
  /** (h d, c). */
  readonly toK: LinearWeights;
  /** (h d, c). */
  readonly toV: LinearWeights;
  /** (e, h d). */
  readonly toOut: LinearWeights;
  /** (e). */
  readonly normFeedForward: NormWeights;
  /** (2 f, e): the second half of its output gates the first. */
  readonly feedForward1: LinearWeights;
  /** (e, f). */
  readonly feedForward2: LinearWeights;
}

/**
 * A block of a Perceiver (Jaegle et al. 2021, section 3.1): a few latents x (b, n, e) read as much data (b, m, c) as there is, in
 * time and memory linear in m. `mask` (b, m) is true where there are data. The feed-forward part is a gated GELU. Output (b, n, e),
 * weights (b, h, n, m).
 *
 * @example
 * const [norm, one] = [{ weight: ones([1]) }, { weight: ones([1, 1]) }];
 * const rest = { toQ: one, toK: one, toV: one, toOut: one, feedForward1: { weight: zeros([2, 1]) }, feedForward2: one };
 * const weights = { normLatents: norm, normData: norm, normFeedForward: norm, ...rest };
 * perceiverBlock(ones([1, 1, 1]), ones([1, 4, 1]), weights, 1).weights.flatten() // tensor([0.2500, 0.2500, 0.2500, 0.2500])
 */
// #region perceiver
export function perceiverBlock(
  x: Tensor,
  data: Tensor,
  weights: PerceiverWeights,
  heads: number,
  mask?: Tensor,
): Attended {
  const { normLatents, normData, toQ, toK, toV, toOut, normFeedForward, feedForward1, feedForward2 } =
    weights;
  const read = normed(data, normData);
  const q = splitHeads(mapped(normed(x, normLatents), toQ), heads);
  const [k, v] = [splitHeads(mapped(read, toK), heads), splitHeads(mapped(read, toV), heads)];
  const allowed = mask
    ?.unsqueeze(1)
    .unsqueeze(1)
    .expand([-1, heads, q.size(-2), -1]);
  const { output, weights: shares } = attend(products(q.div(Math.sqrt(q.size(-1))), k), v, allowed);
  const y = x.add(mapped(mergeHeads(output), toOut)); // (b, n, e)
  const [value, gate] = mapped(normed(y, normFeedForward), feedForward1).chunk(2, -1) as [Tensor, Tensor];
  return { output: y.add(mapped(value.mul(gate.gelu()), feedForward2)), weights: shares };
}
// #endregion perceiver

/** The weights of {@link setBlock}. */
export interface SetWeights {
  /** (d, e). */
  readonly q: LinearWeights;
  /** (d, e'). */
  readonly k: LinearWeights;
  /** (d, e'). */
  readonly v: LinearWeights;
  /** (d, d): the map of the feed-forward part. */
  readonly o: LinearWeights;
  /** (d): the two LayerNorms. Default: none. */
  readonly norms?: readonly [NormWeights, NormWeights] | undefined;
}

/**
 * A multi-head attention block of the Set Transformer (Lee et al. 2019, equations 6 and 7, "MAB"): each element of x (b, n, e)
 * reads the set y (b, m, e'), in any order. The scores are divided by the root of the whole width d, as in the authors' code.
 * Output (b, n, d). `setBlock(x, x)` is their SAB, `setBlock(seeds, x)` their pooling, PMA.
 *
 * @example
 * const one = { weight: ones([1, 1]) };
 * setBlock(zeros([1, 1, 1]), tensor([[[2], [4]]]), { q: one, k: one, v: one, o: one }, 1).item() // 6
 */
// #region set
export function setBlock(x: Tensor, y: Tensor, { q, k, v, o, norms }: SetWeights, heads: number): Tensor {
  const queries = mapped(x, q); // (b, n, d)
  const scores = products(
    splitHeads(queries.div(Math.sqrt(queries.size(-1))), heads),
    splitHeads(mapped(y, k), heads),
  );
  const read = mergeHeads(attend(scores, splitHeads(mapped(y, v), heads)).output);
  const h = norms ? normed(queries.add(read), norms[0]) : queries.add(read);
  const out = h.add(mapped(h, o).relu());
  return norms ? normed(out, norms[1]) : out;
}
// #endregion set

/**
 * The same through a few learned points (1, m, e): they read the set, and the set reads them, in time linear in n instead of
 * quadratic (Lee et al. 2019, equation 9, "ISAB"): x (b, n, e) → (b, n, d).
 *
 * @example
 * const one = { weight: ones([1, 1]) };
 * const weights = { q: one, k: one, v: one, o: one };
 * inducedSetBlock(zeros([1, 3, 1]), zeros([1, 2, 1]), [weights, weights], 1).shape // [1, 3, 1]
 */
// #region induced
export function inducedSetBlock(
  x: Tensor,
  points: Tensor,
  [first, second]: readonly [SetWeights, SetWeights],
  heads: number,
): Tensor {
  const each = points.expand([x.size(0), -1, -1]);
  return setBlock(x, setBlock(each, x, first, heads), second, heads);
}
// #endregion induced

/** The weights of {@link slotAttention}. */
export interface SlotWeights {
  /** (d). */
  readonly normInput: NormWeights;
  /** (d): the norm of the slots before they ask. */
  readonly normSlots: NormWeights;
  /** (d). */
  readonly normMlp: NormWeights;
  /** (d, d). */
  readonly q: LinearWeights;
  /** (d, d). */
  readonly k: LinearWeights;
  /** (d, d). */
  readonly v: LinearWeights;
  /** (f, d) and (d, f). */
  readonly mlp: readonly [LinearWeights, LinearWeights];
  /** (3 d, d) each, gates in the order r, z, n. */
  readonly gru: GateWeights;
}

/**
 * Slot attention (Locatello et al. 2020, algorithm 1): slots (b, s, d) compete for the inputs x (b, n, d), since the softmax is over
 * the slots, and each becomes what it won. `weights` (b, s, n) are those of the last round; they sum to 1 over the slots.
 *
 * @example
 * const [norm, one] = [{ weight: ones([1]) }, { weight: ones([1, 1]) }];
 * const gru = { ih: ones([3, 1]), hh: ones([3, 1]) };
 * const rest = { q: one, k: one, v: one, mlp: [one, one] as const, gru };
 * const weights = { normInput: norm, normSlots: norm, normMlp: norm, ...rest };
 * slotAttention(ones([1, 3, 1]), zeros([1, 2, 1]), weights, 1).weights.sum(1) // tensor([[1, 1, 1]])
 */
// #region slots
export function slotAttention(
  x: Tensor,
  start: Tensor,
  weights: SlotWeights,
  rounds: number,
  eps: number = 1e-8,
): Attended {
  const { normInput, normSlots, normMlp, q, k, v, mlp, gru } = weights;
  const inputs = normed(x, normInput);
  const [keys, values] = [mapped(inputs, k), mapped(inputs, v)];
  let slots = start;
  let shares = start;
  for (let round = 0; round < rounds; round++) {
    const queries = mapped(normed(slots, normSlots), q);
    shares = products(queries.div(Math.sqrt(queries.size(-1))), keys).softmax(-2); // (b, s, n)
    const positive = shares.add(eps);
    const won = positive.div(positive.sum(-1, { keepdim: true })).matmul(values);
    slots = gruStep(won, slots, gru);
    slots = slots.add(mapped(mapped(normed(slots, normMlp), mlp[0]).relu(), mlp[1]));
  }
  return { output: slots, weights: shares };
}
// #endregion slots

/**
 * Recall in a modern Hopfield network (Ramsauer et al. 2020, equation 3): ξ ← softmax(β ξ Xᵀ) X, which is attention of the states x
 * (b, s, d) to the patterns (b, n, d), which are keys and values.
 *
 * @example hopfield(tensor([[[1, 0.5]]]), tensor([[[1, 1], [-1, -1]]]), 4).output.flatten() // tensor([1, 1])
 */
// #region hopfield
export function hopfield(x: Tensor, patterns: Tensor, beta: number, steps: number = 1): Attended {
  let [state, weights] = [x, x];
  for (let step = 0; step < steps; step++) {
    weights = maskedSoftmax(products(state.mul(beta), patterns));
    state = weights.matmul(patterns);
  }
  return { output: state, weights };
}
// #endregion hopfield

/**
 * The energy that recall never raises (Ramsauer et al. 2020, equation 2): −lse(β, X ξ) + ½ ξ·ξ + ln N / β + ½ M², M being the length of
 * the longest pattern: states x (b, s, d), patterns (b, N, d) → (b, s).
 *
 * @example hopfieldEnergy(tensor([[[1]]]), tensor([[[1]]]), 4).item() // 0
 */
export function hopfieldEnergy(x: Tensor, patterns: Tensor, beta: number): Tensor {
  const squares = (y: Tensor): Tensor => y.square().sum(-1);
  const match = products(x.mul(beta), patterns).logsumexp(-1).div(beta);
  const longest = squares(patterns).amax(-1, { keepdim: true }); // (b, 1)
  return squares(x)
    .add(longest)
    .div(2)
    .sub(match)
    .add(Math.log(patterns.size(-2)) / beta);
}

/**
 * The energies of a recall, from before the first step to after the last: (b, s, steps + 1).
 *
 * @example hopfieldEnergies(tensor([[[0.5]]]), tensor([[[1]]]), 4, 1).flatten() // tensor([0.1250, 0.0000])
 */
export function hopfieldEnergies(x: Tensor, patterns: Tensor, beta: number, steps: number): Tensor {
  const states = Array.from({ length: steps + 1 }, (_, step) => hopfield(x, patterns, beta, step).output);
  return stack(
    states.map((state) => hopfieldEnergy(state, patterns, beta)),
    -1,
  );
}

/**
 * The state (b, s, d) at which recall stands still (Ramsauer et al. 2020, theorem 2). The start no longer matters there, and has no
 * gradient.
 *
 * @example hopfieldFixedPoint(tensor([[[1, 0.5]]]), tensor([[[1, 1], [-1, -1]]]), 4).flatten() // tensor([1.0000, 1.0000])
 */
export function hopfieldFixedPoint(x: Tensor, patterns: Tensor, beta: number): Tensor {
  return hopfield(x.detach(), patterns, beta, 600).output;
}
