import type { Tensor } from "@saccade/tensor";
import { causalMask } from "./masks.ts";
import { multiHeadAttention, type Projections } from "./multi-head.ts";
import { feedForward, residual } from "./sublayers.ts";
import type { LinearWeights, NormWeights } from "./weights.ts";

/** The weights of a block of GPT-2. */
export interface GPTBlockWeights {
  /** Of the attention. */
  readonly attention: Projections;
  /** d → d_ff. */
  readonly up: LinearWeights;
  /** d_ff → d. */
  readonly down: LinearWeights;
  /** Before the attention. */
  readonly norm1: NormWeights;
  /** Before the feed-forward network. */
  readonly norm2: NormWeights;
}

/**
 * A block of GPT-2 (Radford et al. 2019, section 2.3): causal self-attention, then a feed-forward network with GELU's
 * approximation by tanh, each on its normalized input within a residual. x (b, n, d) → (b, n, d).
 *
 * @example
 * const [w, norm] = [{ weight: ones([4, 4]) }, { weight: ones([4]) }];
 * const block = { attention: { q: w, k: w, v: w, out: w }, up: w, down: w, norm1: norm, norm2: norm };
 * gptBlock(ones([1, 3, 4]), block, 2).shape // [1, 3, 4]
 */
export function gptBlock(
  x: Tensor,
  { attention, up, down, norm1, norm2 }: GPTBlockWeights,
  heads: number,
): Tensor {
  const mask = causalMask(x.size(1));
  const own = (y: Tensor): Tensor => multiHeadAttention([y, y, y], heads, attention, { mask }).output;
  const gelu = (hidden: Tensor): Tensor => hidden.gelu({ approximate: "tanh" });
  const attended = residual(own, x, norm1, true);
  return residual((y) => feedForward(y, up, down, gelu), attended, norm2, true);
}
