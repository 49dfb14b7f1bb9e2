import type { Named } from "./multi-head.ts";
import type { Ops } from "./ops.ts";

export interface GptSizes {
  readonly batch: number;
  readonly length: number;
  readonly vocab: number;
  readonly width: number;
  readonly heads: number;
  readonly layers: number;
}

/** The norm of the last axis, of size `width`, with the weight and the bias of the module `name`. */
export function layerNorm<T>(ops: Ops<T>, p: Named<T>, name: string, x: T, width: number): T {
  const centred = ops.sub(x, ops.scale(ops.sum(x, -1, true), 1 / width));
  const variance = ops.scale(ops.sum(ops.mul(centred, centred), -1, true), 1 / width);
  const normed = ops.div(centred, ops.sqrt(ops.shift(variance, 1e-5)));
  return ops.add(ops.mul(normed, p[`${name}.weight`]!), p[`${name}.bias`]!);
}

/** GPT-2's, by tanh. */
export function gelu<T>(ops: Ops<T>, x: T): T {
  const cubic = ops.add(x, ops.scale(ops.mul(ops.mul(x, x), x), 0.044715));
  return ops.mul(ops.scale(x, 0.5), ops.shift(ops.tanh(ops.scale(cubic, Math.sqrt(2 / Math.PI))), 1));
}

/**
 * The mean cross-entropy of a decoder-only language model whose layers normalize their input (`layers.i.…`, PyTorch's
 * names), for token ids (batch, length) and the tokens that follow them (batch · length).
 */
export function gptLoss<T>(ops: Ops<T>, p: Named<T>, ids: T, next: T, sizes: GptSizes): T {
  const { batch, length, vocab, width, heads, layers } = sizes;
  const rows = batch * length;
  const linear = (x: T, weight: string, bias: string): T =>
    ops.add(ops.matmul(x, p[weight]!, true), p[bias]!);
  const norm = (x: T, name: string): T => layerNorm(ops, p, name, x, width);
  const places = ops.range(length);
  // −1e9 for keys after their query.
  const later = ops.scale(ops.less(ops.reshape(places, [length, 1]), ops.reshape(places, [1, length])), -1e9);
  const attend = (x: T, layer: string): T => {
    const joined = linear(x, `${layer}in_proj_weight`, `${layer}in_proj_bias`);
    const [q, k, v] = ops
      .split(joined, 3)
      .map((part) =>
        ops.transpose(ops.reshape(part, [batch, length, heads, width / heads]), [0, 2, 1, 3]),
      ) as [T, T, T];
    const scores = ops.matmul(ops.scale(q, 1 / Math.sqrt(width / heads)), k, true);
    const attended = ops.matmul(ops.softmax(ops.add(scores, later)), v);
    const merged = ops.reshape(ops.transpose(attended, [0, 2, 1, 3]), [rows, width]);
    return linear(merged, `${layer}out_proj.weight`, `${layer}out_proj.bias`);
  };

  // As a product: TensorFlow.js has no gradient of a gather in wasm.
  const tokens = ops.matmul(ops.oneHot(ops.reshape(ids, [rows]), vocab), p["tokens.weight"]!);
  const placed = ops.add(ops.reshape(tokens, [batch, length, width]), p["positions.weight"]!);
  let x = ops.reshape(placed, [rows, width]);
  for (let i = 0; i < layers; i++) {
    const layer = `layers.${i}.`;
    x = ops.add(x, attend(norm(x, `${layer}norm1`), `${layer}self_attn.`));
    const hidden = gelu(
      ops,
      linear(norm(x, `${layer}norm2`), `${layer}linear1.weight`, `${layer}linear1.bias`),
    );
    x = ops.add(x, linear(hidden, `${layer}linear2.weight`, `${layer}linear2.bias`));
  }
  const logits = ops.logSoftmax(ops.matmul(norm(x, "norm"), p["head.weight"]!, true));
  return ops.scale(ops.sum(ops.sum(ops.mul(logits, ops.oneHot(next, vocab)), -1)), -1 / rows);
}
