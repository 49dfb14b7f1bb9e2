import type { Named } from "./multi-head.ts";
import type { Ops } from "./ops.ts";

export interface TranslatorSizes {
  readonly batch: number;
  readonly steps: number;
  readonly embed: number;
  readonly hidden: number;
  readonly layers: number;
  readonly source: number;
  readonly target: number;
}

/** One batch: token ids (b, steps), those the decoder is fed, and lengths (b). */
export interface TranslatorBatch<T> {
  readonly X: T;
  readonly XValidLen: T;
  readonly Y: T;
  readonly YValidLen: T;
  readonly fed: T;
}

/**
 * The loss of the seeds' translator (a GRU encoder, a GRU decoder with additive attention), summed over the batch,
 * with PyTorch's parameter names. Without dropout.
 */
export function translatorLoss<T>(
  ops: Ops<T>,
  p: Named<T>,
  { X, XValidLen, Y, YValidLen, fed }: TranslatorBatch<T>,
  sizes: TranslatorSizes,
): T {
  const { batch, steps, embed, hidden, layers, source, target } = sizes;
  const rows = batch * steps;

  // Ids (b, steps) to vectors (steps, b, embed). As a product: TensorFlow.js has no gradient of a gather in wasm.
  const embedded = (name: string, ids: T, classes: number): T => {
    const hot = ops.oneHot(ops.reshape(ops.transpose(ids, [1, 0]), [rows]), classes);
    return ops.reshape(ops.matmul(hot, p[name]!), [steps, batch, embed]);
  };

  // One step of one layer, once the input is projected: (b, 3 hidden) and the state to the next state.
  const cell = (projected: T, h: T, rnn: string, layer: number): T => {
    const recurrent = ops.add(
      ops.matmul(h, p[`${rnn}.weight_hh_l${layer}`]!, true),
      p[`${rnn}.bias_hh_l${layer}`]!,
    );
    const [xr, xz, xn] = ops.split(projected, 3) as [T, T, T];
    const [hr, hz, hn] = ops.split(recurrent, 3) as [T, T, T];
    const r = ops.sigmoid(ops.add(xr, hr));
    const z = ops.sigmoid(ops.add(xz, hz));
    const n = ops.tanh(ops.add(xn, ops.mul(r, hn)));
    return ops.add(n, ops.mul(z, ops.sub(h, n)));
  };
  const project = (x: T, rnn: string, layer: number): T =>
    ops.add(ops.matmul(x, p[`${rnn}.weight_ih_l${layer}`]!, true), p[`${rnn}.bias_ih_l${layer}`]!);

  // The encoder: layer by layer, each input projection as one product.
  let inputs = ops.reshape(embedded("encoder.embedding.weight", X, source), [rows, embed]);
  let outputs: T[] = [];
  let state: T[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const projected = ops.reshape(project(inputs, "encoder.rnn", layer), [steps, batch, 3 * hidden]);
    let h = ops.zeros([batch, hidden]);
    outputs = ops.unstack(projected, 0).map((x) => {
      h = cell(x, h, "encoder.rnn", layer);
      return h;
    });
    state = [...state, h];
    if (layer < layers - 1) inputs = ops.reshape(ops.stack(outputs, 0), [rows, hidden]);
  }
  const values = ops.stack(outputs, 1); // (b, steps, hidden)

  // The decoder: the top state asks the encoder's outputs before each step.
  const times = ops.reshape(ops.range(steps), [1, steps]);
  const counts = (lengths: T): T => ops.less(times, ops.reshape(lengths, [batch, 1])); // (b, steps)
  const seen = ops.reshape(counts(XValidLen), [batch, 1, steps]);
  const fill = ops.scale(ops.shift(seen, -1), 1e6); // −1e6 after a sentence's end
  const attention = "decoder.attention.";
  const flatValues = ops.reshape(values, [rows, hidden]);
  const keys = ops.reshape(ops.matmul(flatValues, p[`${attention}W_k.weight`]!, true), [
    batch,
    steps,
    hidden,
  ]);
  const decoded = ops.unstack(embedded("decoder.embedding.weight", fed, target), 0).map((word) => {
    const query = ops.reshape(ops.matmul(state.at(-1)!, p[`${attention}W_q.weight`]!, true), [
      batch,
      1,
      hidden,
    ]);
    const features = ops.reshape(ops.tanh(ops.add(query, keys)), [rows, hidden]);
    const raw = ops.reshape(ops.matmul(features, p[`${attention}w_v.weight`]!, true), [batch, 1, steps]);
    const weights = ops.softmax(ops.add(ops.mul(raw, seen), fill));
    const context = ops.reshape(ops.matmul(weights, values), [batch, hidden]);
    let x = ops.concat([context, word], 1);
    state = state.map((h, layer) => {
      x = cell(project(x, "decoder.rnn", layer), h, "decoder.rnn", layer);
      return x;
    });
    return x;
  });
  const dense = ops.matmul(
    ops.reshape(ops.stack(decoded, 1), [rows, hidden]),
    p["decoder.dense.weight"]!,
    true,
  );
  const logits = ops.logSoftmax(ops.add(dense, p["decoder.dense.bias"]!)); // (b · steps, target)
  const labels = ops.oneHot(ops.reshape(Y, [rows]), target);
  const picked = ops.reshape(ops.sum(ops.mul(logits, labels), -1), [batch, steps]);
  return ops.scale(ops.sum(ops.mul(picked, counts(YValidLen))), -1 / steps);
}
