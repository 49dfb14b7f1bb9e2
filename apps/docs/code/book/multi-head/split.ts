import { scaledDotProductAttention } from "@saccade/attention";
import { Linear } from "@saccade/nn";
import { manualSeed, rand, type Tensor } from "@saccade/tensor";

manualSeed(0);
const [b, n, d, heads] = [2, 5, 8, 2];
const x = rand([b, n, d]);
const [wq, wk, wv, wo] = [
  new Linear(d, d),
  new Linear(d, d),
  new Linear(d, d),
  new Linear(d, d),
];

const split = (y: Tensor): Tensor =>
  // (b, h, n, d / h)
  y.reshape([b, n, heads, d / heads]).transpose(1, 2);
const q = split(wq.forward(x));
const k = split(wk.forward(x));
const v = split(wv.forward(x));
// (b, h, n, d / h), (b, h, n, n)
const { output, weights } = scaledDotProductAttention(q, k, v);
// heads side by side
const joined = output.transpose(1, 2).reshape([b, n, d]);
const y = wo.forward(joined); // (b, n, d)

for (const [name, t] of Object.entries({
  q,
  weights,
  output,
  joined,
  y,
})) {
  console.log(name.padEnd(8), t.shape.join(" × "));
}
