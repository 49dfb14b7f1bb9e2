import { MultiheadAttention } from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const source = randn([1, 5, 8]); // (b, m, d): five Chinese words
// (b, n, d): the four English words so far
const target = randn([1, 4, 8]);
const attention = new MultiheadAttention(8, 2, {
  batchFirst: true,
}).eval();

const self = attention.forward(target, target, target, {
  causal: true,
}); // query, key, value
const cross = attention.forward(target, source, source);
console.log(
  "self: ",
  self.weights.shape.join(" × "),
  "weights, output",
  self.output.shape.join(" × "),
);
console.log(
  "cross:",
  cross.weights.shape.join(" × "),
  "weights, output",
  cross.output.shape.join(" × "),
);
