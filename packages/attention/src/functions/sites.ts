// The sites of attention, in TransformerLens's names and forms: queries, keys, values and what heads read have the form
// (b, length, heads, d), scores and patterns (b, heads, lq, lk), and results (b, lq, heads, dModel). The owner of sites is a
// module; listeners do not know any other object.

import { Linear, type LinearMap } from "@saccade/nn";
import { cat, type Tensor, zeros } from "@saccade/tensor";
import { isHeard, visitSite } from "@saccade/tensor/backend";
import { mergeHeads } from "../definitions/multi-head.ts";
import type { AttentionPositions } from "../positions/attention-positions.ts";
import type { AttentionSites } from "./checked.ts";

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
  return positions === null || positions.onlyAdds ? headSites : [...headSites, ...turnedSites];
}

/**
 * A site of heads: x (b, heads, length, d), which listeners see as (b, length, heads, d).
 *
 * @example siteOfHeads(new MultiheadAttention(4, 2), "hook_z", ones([1, 2, 3, 2])).shape // [1, 2, 3, 2]
 */
export function siteOfHeads(owner: object, name: string, x: Tensor): Tensor {
  if (!isHeard(owner, name)) return x;
  return visitSite(owner, name, x.transpose(1, 2)).transpose(1, 2);
}

/**
 * The sites hook_attn_scores and hook_pattern for `dotProductAttention`; undefined while nothing listens, so that the fused
 * kernel runs. `inForm` are the scores in the form that listeners see, where the attention has another, as with grouped heads.
 *
 * @example scoreSites(new MultiheadAttention(4, 2)) // undefined
 */
export function scoreSites(
  owner: object,
  inForm?: (x: Tensor) => Tensor,
  prefix: string = "",
): AttentionSites | undefined {
  const [scores, weights] = [`${prefix}hook_attn_scores`, `${prefix}hook_pattern`];
  if (!isHeard(owner, scores, weights)) return undefined;
  const visit =
    (name: string) =>
    (x: Tensor): Tensor => {
      if (!isHeard(owner, name)) return x;
      if (inForm === undefined) return visitSite(owner, name, x);
      const seen = visitSite(owner, name, inForm(x));
      // A listener may make the batch larger.
      return seen.reshape(seen.numel === x.numel ? x.shape : [seen.size(0), ...x.shape.slice(1)]);
    };
  return { scores: visit(scores), weights: visit(weights) };
}

/** A map of the heads' outputs, side by side: of a module, a whole `LinearMap`. */
export type HeadsMap = Pick<LinearMap, "forward">;

/**
 * The output projection of the heads' outputs, z (b, heads, length, d) → (b, length, dModel), with the sites hook_z and
 * hook_result: z through each head's rows of the projection, without its bias.
 *
 * @example
 * const attention = new MultiheadAttention(4, 2);
 * projectOut(attention, attention.out_proj, ones([1, 2, 3, 2])).shape // [1, 3, 4]
 */
export function projectOut(owner: object, out: HeadsMap, heads: Tensor): Tensor {
  const z = siteOfHeads(owner, "hook_z", heads);
  if (!isHeard(owner, "hook_result")) return out.forward(mergeHeads(z));
  const { result, bias } = out instanceof Linear ? byHead(z, out) : byHeadOf(z, out);
  const sum = visitSite(owner, "hook_result", result).sum(2); // (b, length, dModel)
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
function byHeadOf(z: Tensor, out: HeadsMap): Results {
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
