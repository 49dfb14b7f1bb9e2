// Layers of transformers: a residual around each sublayer.

import { layerNorm, linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { causalMask } from "./masks.ts";
import { type LinearWeights, multiHeadAttention, type NormWeights, type Projections } from "./multi-head.ts";

/**
 * LayerNorm(x + sublayer(x)) (Vaswani et al. 2017, section 3.1), or with `normFirst` x + sublayer(LayerNorm(x)) (Xiong et al.
 * 2020, figure 1): x (…, d).
 *
 * @example residual((x) => x, tensor([[1, 3]]), { weight: null }) // tensor([[-1.0000, 1.0000]])
 */
export function residual(
  sublayer: (x: Tensor) => Tensor,
  x: Tensor,
  { weight, bias }: NormWeights,
  normFirst: boolean = false,
): Tensor {
  const norm = (y: Tensor): Tensor => layerNorm(y, [y.size(-1)], weight, bias);
  return normFirst ? x.add(sublayer(norm(x))) : norm(x.add(sublayer(x)));
}

/**
 * W₂ activation(W₁ x + b₁) + b₂ (Vaswani et al. 2017, equation 2): (…, d) → (…, d).
 *
 * @example feedForward(tensor([[2]]), { weight: tensor([[1], [-1]]) }, { weight: tensor([[3, 4]]) }) // tensor([[6]])
 */
export function feedForward(
  x: Tensor,
  first: LinearWeights,
  second: LinearWeights,
  activation: (hidden: Tensor) => Tensor = (hidden) => hidden.relu(),
): Tensor {
  return linear(activation(linear(x, first.weight, first.bias)), second.weight, second.bias);
}

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
