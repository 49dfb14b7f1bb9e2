// Layers of transformers: a residual around each sublayer. Their parts are handed in: modules, or objects with a `forward`.

import { tap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** A part of a layer, such as a norm: (…, d) → (…, d). A module is one. */
export interface Part {
  /** (…, d) → (…, d). */
  forward(x: Tensor): Tensor;
}

/** What a residual is around: attention, or a feed-forward network. (b, n, d) → (b, n, d). */
export type Sublayer = (x: Tensor) => Tensor;

const same: Part = { forward: (x) => x };

/**
 * norm(x + dropout(sublayer(x))) (Vaswani et al. 2017, section 3.1 and 5.4), or with `normFirst`
 * x + dropout(sublayer(norm(x))) (Xiong et al. 2020, figure 1): x (…, d).
 *
 * @param taps what listeners hear of: the sublayer's output, and the sum
 * @example residual((x) => x, tensor([[1, 3]]), [new LayerNorm(2)]) // tensor([[-1.0000, 1.0000]])
 */
export function residual(
  sublayer: Sublayer,
  x: Tensor,
  [norm, dropout = same]: readonly [norm: Part, dropout?: Part],
  normFirst: boolean = false,
  [out, sum]: readonly [out: string, sum: string] = ["hook_attn_out", "hook_resid_mid"],
): Tensor {
  const added = tap(out, dropout.forward(sublayer(normFirst ? norm.forward(x) : x)));
  const total = tap(sum, x.add(added));
  return normFirst ? total : norm.forward(total);
}

/** The parts of a feed-forward network. */
export interface FeedForwardParts {
  /** d → d_ff. */
  readonly up: Part;
  /** d → d_ff, of networks with a gate. */
  readonly gate?: Part | null;
  /** Of the hidden units. Default none. */
  readonly dropout?: Part;
  /** d_ff → d. */
  readonly down: Part;
}

/**
 * W₂ activation(W₁ x + b₁) + b₂ (Vaswani et al. 2017, equation 2); with a gate, activation(gate x) · (up x) between the two
 * maps (Shazeer 2020): (…, d) → (…, d).
 *
 * @example feedForward(tensor([[2]]), { up: new Linear(1, 8), down: new Linear(8, 1) }, (x) => x.relu()).shape // [1, 1]
 */
export function feedForward(
  x: Tensor,
  { up, gate, dropout = same, down }: FeedForwardParts,
  activation: (x: Tensor) => Tensor,
): Tensor {
  const hidden = gate
    ? activation(tap("hook_pre", gate.forward(x))).mul(tap("hook_pre_linear", up.forward(x)))
    : activation(tap("hook_pre", up.forward(x)));
  return down.forward(dropout.forward(tap("hook_post", hidden)));
}

/** The parts of an encoder's layer around its sublayers. */
export interface EncoderLayerParts {
  /** Of the self-attention's residual. */
  readonly norm1: Part;
  /** Of the self-attention's output. */
  readonly dropout1: Part;
  /** Of the feed-forward network's residual; in a decoder, of the cross-attention's. */
  readonly norm2: Part;
  /** Of the feed-forward network's output; in a decoder, of the cross-attention's. */
  readonly dropout2: Part;
  /** Whether each sublayer normalizes its input instead of its sum. */
  readonly normFirst: boolean;
}

/**
 * A layer of the Transformer's encoder (Vaswani et al. 2017, section 3.1): self-attention, then a feed-forward network, each
 * within a residual. x (b, n, d) → (b, n, d).
 *
 * @example
 * const [norm, dropout] = [new LayerNorm(4), new Dropout(0)];
 * const parts = { norm1: norm, dropout1: dropout, norm2: norm, dropout2: dropout, normFirst: true };
 * encoderLayer(ones([1, 3, 4]), parts, (x) => x.cumsum(1), (x) => x.relu()).shape // [1, 3, 4]
 */
export function encoderLayer(
  x: Tensor,
  { norm1, dropout1, norm2, dropout2, normFirst }: EncoderLayerParts,
  attend: Sublayer,
  network: Sublayer,
): Tensor {
  const attended = residual(attend, tap("hook_resid_pre", x), [norm1, dropout1], normFirst);
  return lastResidual(network, attended, [norm2, dropout2], normFirst);
}

// The feed-forward network's.
function lastResidual(
  network: Sublayer,
  x: Tensor,
  parts: readonly [norm: Part, dropout: Part],
  normFirst: boolean,
): Tensor {
  const output = residual(network, x, parts, normFirst, ["hook_mlp_out", "hook_resid_post"]);
  return normFirst ? output : tap("hook_normalized_resid_post", output);
}

/** The parts of a decoder's layer around its sublayers: the encoder's, with a third residual, the feed-forward network's. */
export interface DecoderLayerParts extends EncoderLayerParts {
  /** Of the feed-forward network's residual. */
  readonly norm3: Part;
  /** Of the feed-forward network's output. */
  readonly dropout3: Part;
}

/**
 * A layer of the Transformer's decoder (Vaswani et al. 2017, section 3.1): self-attention, attention to the encoder's memory,
 * then a feed-forward network, each within a residual. x (b, lt, d) → (b, lt, d).
 *
 * @param attendMemory of queries (b, lt, d); keys and values are the memory's
 * @example
 * const [norm, dropout] = [new LayerNorm(4), new Dropout(0)];
 * const first = { norm1: norm, dropout1: dropout, norm2: norm, dropout2: dropout, normFirst: true };
 * const memory = ones([1, 5, 4]);
 * const attendMemory = (x) => x.matmul(memory.transpose(1, 2)).softmax(-1).matmul(memory);
 * const parts = { ...first, norm3: norm, dropout3: dropout };
 * decoderLayer(ones([1, 2, 4]), parts, (x) => x.cumsum(1), attendMemory, (x) => x.relu()).shape // [1, 2, 4]
 */
export function decoderLayer(
  x: Tensor,
  { norm1, dropout1, norm2, dropout2, norm3, dropout3, normFirst }: DecoderLayerParts,
  attend: Sublayer,
  attendMemory: Sublayer,
  network: Sublayer,
): Tensor {
  const cross = ["hook_cross_attn_out", "hook_resid_mid_cross"] as const;
  const seen = residual(attend, tap("hook_resid_pre", x), [norm1, dropout1], normFirst);
  const informed = residual(attendMemory, seen, [norm2, dropout2], normFirst, cross);
  return lastResidual(network, informed, [norm3, dropout3], normFirst);
}

/** The parts of a block of GPT-2 around its sublayers. */
export interface GPTBlockParts extends Pick<EncoderLayerParts, "norm1" | "norm2"> {
  /** Of each sublayer's output. */
  readonly dropout: Part;
}

/**
 * A block of GPT-2 (Radford et al. 2019, section 2.3): an encoder's layer that normalizes first, with causal self-attention.
 * x (b, n, d) → (b, n, d).
 *
 * @example
 * const parts = { norm1: new LayerNorm(4), norm2: new LayerNorm(4), dropout: new Dropout(0) };
 * gptBlock(ones([1, 3, 4]), parts, (x) => x.cumsum(1), (x) => x.gelu()).shape // [1, 3, 4]
 */
export function gptBlock(
  x: Tensor,
  { norm1, norm2, dropout }: GPTBlockParts,
  attend: Sublayer,
  network: Sublayer,
): Tensor {
  const parts = { norm1, dropout1: dropout, norm2, dropout2: dropout, normFirst: true };
  return encoderLayer(x, parts, attend, network);
}
