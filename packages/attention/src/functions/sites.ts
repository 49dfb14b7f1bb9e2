// The sites of attention, in TransformerLens's names and forms: queries, keys, values and what heads read have the form
// (b, length, heads, d), scores and patterns (b, heads, lq, lk), and results (b, lq, heads, dModel).

import { isTapped, Linear, type LinearMap, tap } from "@saccade/nn";
import { cat, type Tensor, zeros } from "@saccade/tensor";
import { mergeHeads } from "../definitions/multi-head.ts";
import type { AttentionPositions } from "../positions/attention-positions.ts";
import { patternSites } from "./checked.ts";

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
 * A tap of heads: x (b, heads, length, d), which listeners see as (b, length, heads, d).
 *
 * @example tapHeads("hook_z", ones([1, 2, 3, 2])).shape // [1, 2, 3, 2]
 */
export function tapHeads(name: string, x: Tensor): Tensor {
  return isTapped(name) ? tap(name, x.transpose(1, 2)).transpose(1, 2) : x;
}

/** A map of the heads' outputs, side by side: of a module, a whole `LinearMap`. */
export type HeadsMap = Pick<LinearMap, "forward">;

/**
 * The output projection of the heads' outputs, z (b, heads, length, d) → (b, length, dModel), with the sites hook_z and
 * hook_result: z through each head's rows of the projection, without its bias.
 *
 * @example
 * const attention = new MultiheadAttention(4, 2);
 * projectOut(attention.out_proj, ones([1, 2, 3, 2])).shape // [1, 3, 4]
 */
export function projectOut(out: HeadsMap, heads: Tensor): Tensor {
  const z = tapHeads("hook_z", heads);
  if (!isTapped("hook_result")) return out.forward(mergeHeads(z));
  const { result, bias } = out instanceof Linear ? byHead(z, out) : byHeadOf(z, out);
  const sum = tap("hook_result", result).sum(2); // (b, length, dModel)
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
