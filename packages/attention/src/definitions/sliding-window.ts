import type { Tensor } from "@saccade/tensor";
import type { Attended } from "./attend.ts";
import { causalMask, windowMask } from "./masks.ts";
import { scaledDotProductAttention } from "./scaled-dot-product.ts";

/** The keys of each query's window. */
export interface Window {
  /** Keys within this distance, exclusive, in steps. */
  readonly window: number;
  /** The number of positions per step. Default 1. */
  readonly dilation?: number | undefined;
  /** Excludes the keys after the query. Default false. */
  readonly causal?: boolean | undefined;
}

/**
 * Scaled dot-product attention to the keys near each query (Longformer; Beltagy, Peters & Cohan 2020, section 3.1): q, k
 * (…, n, d), v (…, n, dv); `mask` excludes further keys.
 *
 * @example slidingWindowAttention(zeros([3, 1]), zeros([3, 1]), tensor([[1], [2], [4]]), { window: 2 }).output // tensor([[1.5000], [2.3333], [3.0000]])
 */
export function slidingWindowAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { window, dilation = 1, causal = false }: Window,
  mask?: Tensor,
): Attended {
  const n = q.size(-2);
  const near = windowMask(n, window, dilation);
  const past = causal ? near.logicalAnd(causalMask(n)) : near;
  return scaledDotProductAttention(q, k, v, { mask: mask ? past.logicalAnd(mask) : past });
}
