import type { Transformer } from "@saccade/models";
import type { Tensor } from "@saccade/tensor";

export const blockNames = [
  "source",
  "encoderSelf",
  "encoderNorm1",
  "encoderFeed",
  "memory",
  "target",
  "decoderSelf",
  "decoderNorm1",
  "cross",
  "decoderNorm2",
  "decoderFeed",
  "decoderNorm3",
  "scores",
  "softmax",
] as const;
export type BlockName = (typeof blockNames)[number];

/** A block's numbers. */
export interface Shown {
  readonly name: BlockName;
  /** Of the block's tensor, with the batch. */
  readonly shape: readonly number[];
  /** (n, features) of the only sequence. */
  readonly values: readonly (readonly number[])[];
  /** (h, queries, keys) where the block attends. */
  readonly weights: readonly (readonly (readonly number[])[])[] | null;
}

/**
 * The tensor after each block of a Transformer with one layer a side, sublayers normalized after their sum.
 *
 * @param source (1, n) int32
 * @param input (1, m) int32
 */
export function blocksOf({ encoder, decoder }: Transformer, source: Tensor, input: Tensor): Shown[] {
  const left = encoder.stack.layers[0]!;
  const right = decoder.stack.layers[0]!;
  const shown: Shown[] = [];
  const show = (name: BlockName, x: Tensor, weights?: Tensor): Tensor => {
    const [, n, d] = x.dims(3);
    const heads = weights === undefined ? null : cut(weights, weights.size(2), weights.size(3));
    shown.push({ name, shape: x.shape, values: cut(x, n, d)[0] ?? [], weights: heads });
    return x;
  };
  const embed = (side: typeof encoder | typeof decoder, ids: Tensor): Tensor => {
    const embedded = side.embedding.forward(ids).mul(Math.sqrt(side.embedding.embeddingDim));
    return side.positions?.forward(embedded) ?? embedded;
  };
  const feed = (layer: typeof left | typeof right, x: Tensor): Tensor =>
    layer.linear2.forward(layer.linear1.forward(x).relu());

  const x = show("source", embed(encoder, source)); // (1, n, d)
  const a = left.self_attn.forward(x, x, x, { averageAttnWeights: false });
  const x1 = show("encoderNorm1", left.norm1.forward(x.add(show("encoderSelf", a.output, a.weights))));
  const memory = show("memory", left.norm2.forward(x1.add(show("encoderFeed", feed(left, x1)))));

  const y = show("target", embed(decoder, input)); // (1, m, d)
  const b = right.self_attn.forward(y, y, y, { causal: true, averageAttnWeights: false });
  const y1 = show("decoderNorm1", right.norm1.forward(y.add(show("decoderSelf", b.output, b.weights))));
  const c = right.multihead_attn.forward(y1, memory, memory, { averageAttnWeights: false });
  const y2 = show("decoderNorm2", right.norm2.forward(y1.add(show("cross", c.output, c.weights))));
  const y3 = show("decoderNorm3", right.norm3.forward(y2.add(show("decoderFeed", feed(right, y2)))));
  const scores = show("scores", y3.matmul(decoder.embedding.weight.transpose(0, 1))); // the tied table
  show("softmax", scores.softmax(-1));
  return shown;
}

// (…, rows, cols) → a list of matrices
function cut(x: Tensor, rows: number, cols: number): number[][][] {
  const data = Array.from(x.contiguous().dataSync());
  return Array.from({ length: data.length / (rows * cols) }, (_, i) =>
    Array.from({ length: rows }, (_, j) => data.slice((i * rows + j) * cols, (i * rows + j + 1) * cols)),
  );
}
