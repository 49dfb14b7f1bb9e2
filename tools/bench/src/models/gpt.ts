import { layerNorm, linear, type MultiHeadSizes, type Named, selfAttention } from "./multi-head.ts";
import type { Ops } from "./ops.ts";

export interface GptSizes extends MultiHeadSizes {
  readonly vocab: number;
  readonly layers: number;
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
  const { batch, length, vocab, width, layers } = sizes;
  const rows = batch * length;
  const norm = (x: T, name: string): T => layerNorm(ops, p, name, x, width);
  const places = ops.range(length);
  // −1e9 for keys after their query.
  const later = ops.scale(ops.less(ops.reshape(places, [length, 1]), ops.reshape(places, [1, length])), -1e9);
  // As a product: TensorFlow.js has no gradient of a gather in wasm.
  const tokens = ops.matmul(ops.oneHot(ops.reshape(ids, [rows]), vocab), p["tokens.weight"]!);
  const placed = ops.add(ops.reshape(tokens, [batch, length, width]), p["positions.weight"]!);
  let x = ops.reshape(placed, [rows, width]);
  for (let i = 0; i < layers; i++) {
    const layer = `layers.${i}.`;
    x = ops.add(x, selfAttention(ops, p, `${layer}self_attn.`, norm(x, `${layer}norm1`), sizes, later));
    const hidden = gelu(ops, linear(ops, p, `${layer}linear1.`, norm(x, `${layer}norm2`)));
    x = ops.add(x, linear(ops, p, `${layer}linear2.`, hidden));
  }
  const logits = ops.logSoftmax(ops.matmul(norm(x, "norm"), p["head.weight"]!, true));
  return ops.scale(ops.sum(ops.sum(ops.mul(logits, ops.oneHot(next, vocab)), -1)), -1 / rows);
}
