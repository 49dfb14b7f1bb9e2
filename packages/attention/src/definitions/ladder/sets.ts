// Attention between sets: latents that read data, inducing points, slots that compete, and networks that recall patterns.

import { stack, type Tensor } from "@saccade/tensor";
import { type Attended, attend } from "../attention.ts";
import { maskedSoftmax, products } from "../masks.ts";
import { normalizedRows } from "./softmax.ts";

/** A linear map: weight (out, in), bias (out). */
export interface Affine {
  readonly weight: Tensor;
  readonly bias?: Tensor | undefined;
}

const mapped = (x: Tensor, { weight, bias }: Affine): Tensor => {
  const y = x.matmul(weight.transpose(0, 1));
  return bias ? y.add(bias) : y;
};

const normed = (x: Tensor, { weight, bias }: Affine, eps: number = 1e-5): Tensor => {
  const y = normalizedRows(x, "layerNorm", weight, eps);
  return bias ? y.add(bias) : y;
};

/** (b, n, h d) → (b, h, n, d), and back. */
const split = (x: Tensor, heads: number): Tensor =>
  x.reshape([x.size(0), x.size(1), heads, -1]).transpose(1, 2);
const joined = (x: Tensor): Tensor => x.transpose(1, 2).flatten(2);

/** The weights of {@link perceiverBlock}. */
export interface PerceiverWeights {
  readonly normLatents: Affine;
  readonly normData: Affine;
  readonly toQ: Affine;
  readonly toK: Affine;
  readonly toV: Affine;
  readonly toOut: Affine;
  readonly normFeedForward: Affine;
  /** (2 f, e): the second half of its output gates the first. */
  readonly feedForward1: Affine;
  readonly feedForward2: Affine;
}

/**
 * A block of a Perceiver (Jaegle et al. 2021, section 3.1): a few latents x (b, n, e) read as much data (b, m, c) as there is, in
 * time and memory linear in m. `mask` (b, m) is true where there are data. The feed-forward part is a gated GELU.
 */
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
  const q = split(mapped(normed(x, normLatents), toQ), heads);
  const [k, v] = [split(mapped(read, toK), heads), split(mapped(read, toV), heads)];
  const allowed = mask
    ?.unsqueeze(1)
    .unsqueeze(1)
    .expand([-1, heads, q.size(-2), -1]);
  const { output, weights: shares } = attend(products(q.div(Math.sqrt(q.size(-1))), k), v, allowed);
  const y = x.add(mapped(joined(output), toOut)); // (b, n, e)
  const [value, gate] = mapped(normed(y, normFeedForward), feedForward1).chunk(2, -1) as [Tensor, Tensor];
  return { output: y.add(mapped(value.mul(gate.gelu()), feedForward2)), weights: shares };
}

/** The weights of {@link setBlock}. */
export interface SetWeights {
  readonly q: Affine;
  readonly k: Affine;
  readonly v: Affine;
  readonly o: Affine;
  /** The two LayerNorms. Default: none. */
  readonly norms?: readonly [Affine, Affine] | undefined;
}

/**
 * A multi-head attention block of the Set Transformer (Lee et al. 2019, equations 6 and 7, "MAB"): each element of x (b, n, e)
 * reads the set y (b, m, e'), in any order. The scores are divided by the root of the whole width, as in the authors' code.
 *
 * {@link setBlock}(x, x) is their SAB, and (seeds, x) their pooling, PMA.
 */
export function setBlock(x: Tensor, y: Tensor, { q, k, v, o, norms }: SetWeights, heads: number): Tensor {
  const queries = mapped(x, q); // (b, n, d)
  const scores = products(split(queries.div(Math.sqrt(queries.size(-1))), heads), split(mapped(y, k), heads));
  const read = joined(attend(scores, split(mapped(y, v), heads)).output);
  const h = norms ? normed(queries.add(read), norms[0]) : queries.add(read);
  const out = h.add(mapped(h, o).relu());
  return norms ? normed(out, norms[1]) : out;
}

/**
 * The same through a few learned points (1, m, e): they read the set, and the set reads them, in time linear in n instead of
 * quadratic (Lee et al. 2019, equation 9, "ISAB").
 */
export function inducedSetBlock(
  x: Tensor,
  points: Tensor,
  [first, second]: readonly [SetWeights, SetWeights],
  heads: number,
): Tensor {
  const each = points.expand([x.size(0), -1, -1]);
  return setBlock(x, setBlock(each, x, first, heads), second, heads);
}

/** The weights of {@link slotAttention}; `gru` as PyTorch's GRUCell has them, gates in the order r, z, n. */
export interface SlotWeights {
  readonly normInput: Affine;
  readonly normSlots: Affine;
  readonly normMlp: Affine;
  readonly q: Affine;
  readonly k: Affine;
  readonly v: Affine;
  readonly mlp: readonly [Affine, Affine];
  readonly gru: { readonly input: Affine; readonly state: Affine };
}

/**
 * Slot attention (Locatello et al. 2020, algorithm 1): slots (b, s, d) compete for the inputs x (b, n, d), since the softmax is over
 * the slots, and each becomes what it won. `weights` (b, s, n) are those of the last round; they sum to 1 over the slots.
 */
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

/** One step of a gated recurrent unit (Cho et al. 2014), as PyTorch computes it. */
function gruStep(x: Tensor, h: Tensor, { input, state }: SlotWeights["gru"]): Tensor {
  const [xr, xz, xn] = mapped(x, input).chunk(3, -1) as [Tensor, Tensor, Tensor];
  const [hr, hz, hn] = mapped(h, state).chunk(3, -1) as [Tensor, Tensor, Tensor];
  const update = xz.add(hz).sigmoid();
  const fresh = xn.add(xr.add(hr).sigmoid().mul(hn)).tanh();
  return fresh.add(update.mul(h.sub(fresh)));
}

/**
 * Recall in a modern Hopfield network (Ramsauer et al. 2020, equation 3): ξ ← softmax(β ξ Xᵀ) X, which is attention of the states x
 * (b, s, d) to the patterns (b, n, d), which are keys and values.
 *
 * @example hopfield(tensor([[[1, 0.5]]]), tensor([[[1, 1], [-1, -1]]]), 4).output.flatten() // tensor([1, 1])
 */
export function hopfield(x: Tensor, patterns: Tensor, beta: number, steps: number = 1): Attended {
  let [state, weights] = [x, x];
  for (let step = 0; step < steps; step++) {
    weights = maskedSoftmax(products(state.mul(beta), patterns));
    state = weights.matmul(patterns);
  }
  return { output: state, weights };
}

/**
 * The energy that recall never raises (Ramsauer et al. 2020, equation 2): −lse(β, X ξ) + ½ ξ·ξ + ln N / β + ½ M², M being the length of
 * the longest pattern: states (b, s, d) → (b, s).
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

/** The energies of a recall, before the first step to after the last: (b, s, steps + 1). */
export function hopfieldEnergies(x: Tensor, patterns: Tensor, beta: number, steps: number): Tensor {
  const states = Array.from({ length: steps + 1 }, (_, step) => hopfield(x, patterns, beta, step).output);
  return stack(
    states.map((state) => hopfieldEnergy(state, patterns, beta)),
    -1,
  );
}

/**
 * The state at which recall stands still. Its gradient is that of the last steps alone: the start no longer matters there.
 */
export function hopfieldFixedPoint(x: Tensor, patterns: Tensor, beta: number): Tensor {
  const found = hopfield(x.detach(), patterns.detach(), beta, 300).output;
  return hopfield(found, patterns, beta, 60).output;
}
