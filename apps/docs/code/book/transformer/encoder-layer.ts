import { TransformerEncoderLayer } from "@saccade/models";
import { arange, type Tensor } from "@saccade/tensor";

// Fixed numbers in place of random ones, so that PyTorch can have the
// same.
const layer = new TransformerEncoderLayer(4, 2, {
  dimFeedforward: 8,
  batchFirst: true,
}).eval();
const state: Record<string, Tensor> = {};
for (const [i, name] of Object.keys(layer.stateDict())
  .sort()
  .entries()) {
  const { shape } = layer.stateDict()[name]!;
  const count = shape.reduce((a, b) => a * b, 1);
  state[name] = arange(count).mul(0.7).add(i).sin().reshape(shape);
}
layer.loadStateDict(state);

const x = arange(12).mul(0.5).sin().reshape([1, 3, 4]); // (b, n, d)
const y = layer.forward(x); // (b, n, d)

// #region by-hand
const attended = layer.self_attn.forward(x, x, x).output; // (b, n, d)
// residual, then norm
const first = layer.norm1.forward(x.add(attended));
const hidden = layer.linear1.forward(first).relu(); // (b, n, 8)
const byHand = layer.norm2.forward(
  first.add(layer.linear2.forward(hidden)),
);
// #endregion by-hand

for (const row of y.select(0, 0).toArray(2))
  console.log(row.map((v) => v.toFixed(4)).join("  "));
console.log(
  "by hand, difference below 1e-6:",
  byHand.sub(y).abs().max().item() < 1e-6,
);
