import { attend, scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [
  randn([1, 3, 4]),
  randn([1, 5, 4]),
  randn([1, 5, 4]),
];
const b = tensor([0.5, -1, 2, 1]);

const biased = scaledDotProductAttention(q.add(b), k, v).output;
const scores = q.matmul(k.transpose(-2, -1)); // (1, 3, 5)
// (1, 1, 5): one number for each key, whatever the query
const popular = k.matmul(b).unsqueeze(1);
const added = attend(scores.add(popular).div(Math.sqrt(4)), v).output;
console.log(
  "the same output:",
  biased.sub(added).abs().max().item() < 1e-5,
);
