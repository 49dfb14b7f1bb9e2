import type { Tensor } from "@saccade/tensor";
import { multiHeadAttention, type Projections } from "./multi-head.ts";
import { feedForward, residual } from "./sublayers.ts";
import type { LinearWeights, NormWeights } from "./weights.ts";

/** The weights of a layer of the encoder. */
export interface EncoderLayerWeights {
  /** Of the self-attention. */
  readonly self: Projections;
  /** Of the feed-forward network. */
  readonly linear1: LinearWeights;
  /** Of the feed-forward network. */
  readonly linear2: LinearWeights;
  /** Of the self-attention's residual. */
  readonly norm1: NormWeights;
  /** Of the feed-forward network's residual. */
  readonly norm2: NormWeights;
}

/**
 * A layer of the Transformer's encoder (Vaswani et al. 2017, section 3.1): self-attention, then a feed-forward network, each
 * within a residual. x (b, n, d) → (b, n, d).
 *
 * @example
 * const [w, norm] = [{ weight: ones([4, 4]) }, { weight: ones([4]) }];
 * const layer = { self: { q: w, k: w, v: w, out: w }, linear1: w, linear2: w, norm1: norm, norm2: norm };
 * encoderLayer(ones([1, 3, 4]), layer, 2).shape // [1, 3, 4]
 */
export function encoderLayer(
  x: Tensor,
  { self, linear1, linear2, norm1, norm2 }: EncoderLayerWeights,
  heads: number,
  mask?: Tensor,
  normFirst: boolean = false,
): Tensor {
  const attention = (y: Tensor): Tensor => multiHeadAttention([y, y, y], heads, self, { mask }).output;
  const attended = residual(attention, x, norm1, normFirst);
  return residual((y) => feedForward(y, linear1, linear2), attended, norm2, normFirst);
}
