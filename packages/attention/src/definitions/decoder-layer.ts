import type { Tensor } from "@saccade/tensor";
import type { EncoderLayerWeights } from "./encoder-layer.ts";
import { multiHeadAttention, type Projections } from "./multi-head.ts";
import { feedForward, residual } from "./sublayers.ts";
import type { NormWeights } from "./weights.ts";

/** The weights of a layer of the decoder: the encoder's, with norm2 for the cross-attention, and norm3. */
export interface DecoderLayerWeights extends EncoderLayerWeights {
  /** Of the attention to the memory. */
  readonly cross: Projections;
  /** Of the feed-forward network's residual. */
  readonly norm3: NormWeights;
}

/**
 * A layer of the Transformer's decoder (Vaswani et al. 2017, section 3.1): self-attention, attention to the encoder's memory,
 * then a feed-forward network, each within a residual. x (b, lt, d), memory (b, lm, d) → (b, lt, d).
 *
 * @example
 * const [w, norm] = [{ weight: ones([4, 4]) }, { weight: ones([4]) }];
 * const attention = { q: w, k: w, v: w, out: w };
 * const layer = { self: attention, cross: attention, linear1: w, linear2: w, norm1: norm, norm2: norm, norm3: norm };
 * decoderLayer(ones([1, 2, 4]), ones([1, 3, 4]), layer, 2).shape // [1, 2, 4]
 */
export function decoderLayer(
  x: Tensor,
  memory: Tensor,
  { self, cross, linear1, linear2, norm1, norm2, norm3 }: DecoderLayerWeights,
  heads: number,
  [mask, crossMask]: readonly (Tensor | undefined)[] = [],
  normFirst: boolean = false,
): Tensor {
  const attend = (q: Tensor, k: Tensor, maps: Projections, allowed?: Tensor): Tensor =>
    multiHeadAttention([q, k, k], heads, maps, { mask: allowed }).output;
  const seen = residual((y) => attend(y, y, self, mask), x, norm1, normFirst);
  const informed = residual((y) => attend(y, memory, cross, crossMask), seen, norm2, normFirst);
  return residual((y) => feedForward(y, linear1, linear2), informed, norm3, normFirst);
}
