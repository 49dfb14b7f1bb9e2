import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [
  randn([1, 4, 3]),
  randn([1, 4, 3]),
  randn([1, 4, 1]),
];
const none = q.mul(0);
const mean = v.mean().item();
console.log("mean of the values", mean.toFixed(4));
for (const [name, { output, weights }] of Object.entries({
  "W_Q = 0": scaledDotProductAttention(none, k, v),
  "W_K = 0": scaledDotProductAttention(q, none, v),
  "W_V = 0": scaledDotProductAttention(q, k, v.mul(0)),
})) {
  const largest = weights.max().item().toFixed(4);
  const rows = output.flatten().toArray(1);
  console.log(
    `${name}: largest weight ${largest}, outputs`,
    rows.map((value) => value.toFixed(4)).join(" "),
  );
}
