// What multi-head attention does around its scores: projections in and out, extra keys, and the sites of its heads.

import { init, isWatched, Linear, type LinearMap, linear, type Module, Parameter, site } from "@saccade/nn";
import { cat, ones, scope, type Tensor, where, zeros } from "@saccade/tensor";
import type { MaskOptions } from "../contract/rules.ts";
import { mergeHeads, splitHeads } from "../definitions/multi-head.ts";
import type { AttentionSites } from "../functions/attend.ts";
import { combineMasks, type Scores } from "../masks/align.ts";
import type { AttentionPositions } from "../positions/attention-positions.ts";
import { AlibiPositions, RelativePositions } from "../positions/biases.ts";

/** The input projections of `nn.MultiheadAttention`, under PyTorch's names: one matrix, or three. */
export interface InProjection<W extends Tensor = Parameter> {
  /** (3 E, E): the weights of q, k and v stacked; null if kdim or vdim is not E, or in_proj holds them. */
  readonly in_proj_weight: W | null;
  /** (E, E). */
  readonly q_proj_weight: W | null;
  /** (E, kdim). */
  readonly k_proj_weight: W | null;
  /** (E, vdim). */
  readonly v_proj_weight: W | null;
  /** (3 E). */
  readonly in_proj_bias: W | null;
  /** E → 3 E, in place of in_proj_weight and in_proj_bias, such as an adapter around them; null without one. */
  readonly in_proj: LinearMap | null;
}

/** A projection weight (out, in), Xavier-uniform (Glorot & Bengio 2010) as in PyTorch. */
export function projectionWeight(out: number, into: number): Parameter {
  return init.xavierUniform(zeroParameter([out, into]));
}

export function zeroParameter(shape: readonly number[]): Parameter {
  return scope(() => new Parameter(zeros(shape)));
}

/**
 * Projects q, k and v (b, length, size) to (b, heads, length, E / heads), in one product if they are the same tensor.
 * The result is split once, so its gradient is concatenated once.
 */
export function projectIn(
  p: InProjection<Tensor>,
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  heads: number,
): Tensor[] {
  const { in_proj, in_proj_weight, in_proj_bias } = p;
  if (q !== k || k !== v || !(in_proj ?? in_proj_weight)) return projectEach(p, [q, k, v], heads);
  const all = in_proj ? in_proj.forward(q) : linear(q, in_proj_weight!, in_proj_bias); // (b, l, 3 E)
  const [b, l, width] = all.shape as readonly [number, number, number];
  const each = all.reshape([b, l, 3, heads, width / (3 * heads)]).unbind(2); // (b, l, h, d)
  return each.map((x) => x.transpose(1, 2));
}

/** {@link projectIn}, a product each. null, where a projection is not needed, gives null. */
export function projectEach<T extends Tensor | null>(
  p: InProjection<Tensor>,
  inputs: readonly T[],
  heads: number,
): T[] {
  const { in_proj } = p;
  if (in_proj)
    return inputs.map((x, i) => x && splitHeads(in_proj.forward(x).chunk(3, -1)[i]!, heads)) as T[];
  const weights = p.in_proj_weight?.chunk(3) ?? [p.q_proj_weight!, p.k_proj_weight!, p.v_proj_weight!];
  const biases = p.in_proj_bias?.chunk(3);
  return inputs.map((x, i) => x && splitHeads(linear(x, weights[i]!, biases?.[i]), heads)) as T[];
}

// Keys and values appended to those of the input, which every query may attend to: learned ones, and zeros.

/** Which keys and values are added. */
interface ExtraKeys {
  /** A key (1, 1, E), or null. */
  readonly bias_k: Tensor | Parameter | null;
  /** Its value (1, 1, E), or null. */
  readonly bias_v: Tensor | Parameter | null;
  /** Whether a key and a value of zeros are added. */
  readonly addZeroAttn: boolean;
}

/** How many there are. */
export function extraCount({ bias_k, addZeroAttn }: ExtraKeys): number {
  return (bias_k ? 1 : 0) + (addZeroAttn ? 1 : 0);
}

/** Appends the extra keys to k (b, h, lk, d); the same for values, with their `bias`. */
export function withExtra(k: Tensor, bias: Tensor | null, { addZeroAttn }: ExtraKeys): Tensor {
  const [b, h, , d] = k.dims(4);
  const { dtype, backend } = k;
  const parts = [k];
  if (bias) parts.push(bias.reshape([1, h, 1, d]).expand([b, h, 1, d]));
  if (addZeroAttn) parts.push(zeros([b, h, 1, d], { dtype, backend }));
  return parts.length > 1 ? cat(parts, 2) : k;
}

/**
 * Inputs and masks for attention with extra keys: all masks as one, which lets every query attend to the extra keys, and
 * keys and values that no query may attend to as zeros. The inputs are (b, length, size).
 */
export function besideExtra(
  scores: Scores,
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  allowed: MaskOptions,
  extra: number,
): { inputs: readonly [Tensor, Tensor, Tensor]; mask: Tensor | undefined } {
  const mask = combineMasks(scores, allowed, q.backend); // (…, lq, lk)
  if (mask === undefined) return { inputs: [q, k, v], mask };
  const lk = k.size(1);
  const all = mask.size(-1) === lk ? mask : mask.expand([...mask.shape.slice(0, -1), lk]);
  const open = ones([...mask.shape.slice(0, -1), extra], { dtype: "bool", backend: q.backend });
  const some = mask.any(-2); // (…, lk)
  const keys = (some.ndim > 2 ? some.any(1) : some).unsqueeze(-1); // (b or 1, lk, 1)
  const kept = where(keys, k, 0);
  return { inputs: [q, kept, k === v ? kept : where(keys, v, 0)], mask: cat([all, open], -1) };
}

/** A bias of the scores (…, lq, lk) with zeros for the extra keys. */
export function biasBesideExtra(bias: Tensor | undefined, lk: number, extra: number): Tensor | undefined {
  return bias?.expand([...bias.shape.slice(0, -1), lk]).pad([0, extra]);
}

// The sites of multi-head attention, in TransformerLens's names and forms: queries, keys, values and what heads read have the
// form (b, length, heads, d), scores and patterns (b, heads, lq, lk), and results (b, lq, heads, dModel).

/** The sites of every attention that computes scores. */
export const patternSites: readonly string[] = ["hook_attn_scores", "hook_pattern"];

/** The sites of a module with multi-head attention. */
const headSites: readonly string[] = ["hook_q", "hook_k", "hook_v", ...patternSites, "hook_z", "hook_result"];

// Queries and keys after rotary positions turned them.
const turnedSites = ["hook_rot_q", "hook_rot_k"];

/**
 * The sites of a module with multi-head attention and these positions.
 *
 * @example sitesWith(null).length // 7
 */
export function sitesWith(positions: AttentionPositions | null): readonly string[] {
  const turns =
    positions !== null && !(positions instanceof RelativePositions) && !(positions instanceof AlibiPositions);
  return turns ? [...headSites, ...turnedSites] : headSites;
}

/**
 * A site of heads: x (b, heads, length, d), which listeners see as (b, length, heads, d).
 *
 * @example siteOfHeads(new MultiheadAttention(4, 2), "hook_z", ones([1, 2, 3, 2])).shape // [1, 2, 3, 2]
 */
export function siteOfHeads(module: Module, name: string, x: Tensor): Tensor {
  if (!isWatched(module, name)) return x;
  return site(module, name, x.transpose(1, 2)).transpose(1, 2);
}

/**
 * The sites hook_attn_scores and hook_pattern for `dotProductAttention`; undefined while nothing listens, so that the fused
 * kernel runs. `inForm` are the scores in the form that listeners see, where the attention has another, as with grouped heads.
 *
 * @example scoreSites(new MultiheadAttention(4, 2)) // undefined
 */
export function scoreSites(
  module: Module,
  inForm?: (x: Tensor) => Tensor,
  prefix: string = "",
): AttentionSites | undefined {
  const [scores, weights] = [`${prefix}hook_attn_scores`, `${prefix}hook_pattern`];
  if (!isWatched(module, scores, weights)) return undefined;
  const visit =
    (name: string) =>
    (x: Tensor): Tensor => {
      if (!isWatched(module, name)) return x;
      if (inForm === undefined) return site(module, name, x);
      const seen = site(module, name, inForm(x));
      // A listener may make the batch larger.
      return seen.reshape(seen.numel === x.numel ? x.shape : [seen.size(0), ...x.shape.slice(1)]);
    };
  return { scores: visit(scores), weights: visit(weights) };
}

/**
 * The output projection of the heads' outputs, z (b, heads, length, d) → (b, length, dModel), with the sites hook_z and
 * hook_result: z through each head's rows of the projection, without its bias.
 *
 * @example
 * const attention = new MultiheadAttention(4, 2);
 * projectOut(attention, attention.out_proj, ones([1, 2, 3, 2])).shape // [1, 3, 4]
 */
export function projectOut(module: Module, out: LinearMap, heads: Tensor): Tensor {
  const z = siteOfHeads(module, "hook_z", heads);
  if (!isWatched(module, "hook_result")) return out.forward(mergeHeads(z));
  const { result, bias } = out instanceof Linear ? byHead(z, out) : byHeadOf(z, out);
  const sum = site(module, "hook_result", result).sum(2); // (b, length, dModel)
  return bias ? sum.add(bias) : sum;
}

/** The results of the heads, (b, length, heads, dModel), and the bias that belongs to none of them. */
interface Results {
  readonly result: Tensor;
  readonly bias: Tensor | null;
}

function byHead(z: Tensor, { weight, bias }: Linear): Results {
  const [, heads, , d] = z.shape as readonly [number, number, number, number];
  const byHead = weight.reshape([weight.size(0), heads, d]).permute([1, 2, 0]); // (heads, d, dModel)
  return { result: z.matmul(byHead).transpose(1, 2), bias };
}

// A map whose weight cannot be read, such as one with an adapter, gets one head at a time, with zeros for the others.
function byHeadOf(z: Tensor, out: LinearMap): Results {
  const [b, heads, length, d] = z.shape as readonly [number, number, number, number];
  const { backend, dtype } = z;
  const bias = out.forward(zeros([1, 1, 1, heads * d], { backend, dtype })); // (1, 1, 1, dModel)
  const alone = Array.from({ length: heads }, (_, head) => {
    const before = zeros([b, length, head * d], { backend, dtype });
    const after = zeros([b, length, (heads - head - 1) * d], { backend, dtype });
    return out.forward(cat([before, z.select(1, head), after], -1)).unsqueeze(2);
  });
  return { result: cat(alone, 2).sub(bias), bias: bias.reshape([bias.numel]) };
}
