import type { Ops } from "./ops.ts";

export type Named<T> = Readonly<Record<string, T>>;

export interface MultiHeadSizes {
  readonly batch: number;
  readonly length: number;
  readonly width: number;
  readonly heads: number;
}

/** The norm of the last axis, of size `width`, with the weight and the bias of the module `name`. */
export function layerNorm<T>(ops: Ops<T>, p: Named<T>, name: string, x: T, width: number): T {
  const centred = ops.sub(x, ops.scale(ops.sum(x, -1, true), 1 / width));
  const variance = ops.scale(ops.sum(ops.mul(centred, centred), -1, true), 1 / width);
  const normed = ops.div(centred, ops.sqrt(ops.shift(variance, 1e-5)));
  return ops.add(ops.mul(normed, p[`${name}.weight`]!), p[`${name}.bias`]!);
}

/** x · weightᵀ + bias, of the module `name`, with its dot. */
export function linear<T>(ops: Ops<T>, p: Named<T>, name: string, x: T): T {
  return ops.add(ops.matmul(x, p[`${name}weight`]!, true), p[`${name}bias`]!);
}

/** PyTorch's MultiheadAttention of rows (batch · length, width) with themselves; `added` goes to the scores. */
export function selfAttention<T>(
  ops: Ops<T>,
  p: Named<T>,
  name: string,
  x: T,
  { batch, length, width, heads }: MultiHeadSizes,
  added?: T,
): T {
  const [q, k, v] = ops
    .split(ops.add(ops.matmul(x, p[`${name}in_proj_weight`]!, true), p[`${name}in_proj_bias`]!), 3)
    .map((part) => ops.transpose(ops.reshape(part, [batch, length, heads, width / heads]), [0, 2, 1, 3])) as [
    T,
    T,
    T,
  ];
  const scores = ops.matmul(ops.scale(q, 1 / Math.sqrt(width / heads)), k, true);
  const attended = ops.matmul(ops.softmax(added === undefined ? scores : ops.add(scores, added)), v);
  const merged = ops.reshape(ops.transpose(attended, [0, 2, 1, 3]), [batch * length, width]);
  return linear(ops, p, `${name}out_proj.`, merged);
}

/**
 * The mean square of LayerNorm(x + attention(x)) − target, with the parameters of PyTorch's MultiheadAttention
 * (`attention.…`) and LayerNorm (`norm.…`).
 */
export function multiHeadLoss<T>(ops: Ops<T>, p: Named<T>, x: T, target: T, sizes: MultiHeadSizes): T {
  const { batch, length, width } = sizes;
  const rows = batch * length;
  const flat = ops.reshape(x, [rows, width]);
  const sum = ops.add(flat, selfAttention(ops, p, "attention.", flat, sizes));
  const error = ops.sub(layerNorm(ops, p, "norm", sum, width), ops.reshape(target, [rows, width]));
  // Row by row: half a million terms added one to the other lose four digits where a library does just that.
  return ops.scale(ops.sum(ops.sum(ops.mul(error, error), -1)), 1 / (rows * width));
}
