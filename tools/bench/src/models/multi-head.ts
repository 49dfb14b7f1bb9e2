import type { Ops } from "./ops.ts";

export type Named<T> = Readonly<Record<string, T>>;

export interface MultiHeadSizes {
  readonly batch: number;
  readonly length: number;
  readonly width: number;
  readonly heads: number;
}

/**
 * The mean square of LayerNorm(x + attention(x)) − target, with the parameters of PyTorch's MultiheadAttention
 * (`attention.…`) and LayerNorm (`norm.…`).
 */
export function multiHeadLoss<T>(ops: Ops<T>, p: Named<T>, x: T, target: T, sizes: MultiHeadSizes): T {
  const { batch, length, width, heads } = sizes;
  const rows = batch * length;
  const flat = ops.reshape(x, [rows, width]);
  const linear = (input: T, name: string, weight: string, bias: string): T =>
    ops.add(ops.matmul(input, p[`${name}${weight}`]!, true), p[`${name}${bias}`]!);
  const [q, k, v] = ops
    .split(linear(flat, "attention.", "in_proj_weight", "in_proj_bias"), 3)
    .map((part) => ops.transpose(ops.reshape(part, [batch, length, heads, width / heads]), [0, 2, 1, 3])) as [
    T,
    T,
    T,
  ];
  const weights = ops.softmax(ops.matmul(ops.scale(q, 1 / Math.sqrt(width / heads)), k, true));
  const merged = ops.reshape(ops.transpose(ops.matmul(weights, v), [0, 2, 1, 3]), [rows, width]);
  const sum = ops.add(flat, linear(merged, "attention.out_proj.", "weight", "bias"));
  const centred = ops.sub(sum, ops.scale(ops.sum(sum, -1, true), 1 / width));
  const variance = ops.scale(ops.sum(ops.mul(centred, centred), -1, true), 1 / width);
  const normed = ops.div(centred, ops.sqrt(ops.shift(variance, 1e-5)));
  const output = ops.add(ops.mul(normed, p["norm.weight"]!), p["norm.bias"]!);
  const error = ops.sub(output, ops.reshape(target, [rows, width]));
  // Row by row: half a million terms added one to the other lose four digits where a library does just that.
  return ops.scale(ops.sum(ops.sum(ops.mul(error, error), -1)), 1 / (rows * width));
}
