import { DotProductAttention, manualSeed, randn } from "saccade";

manualSeed(0);
const queries = randn([1, 2, 4]); // a batch of one: 2 queries of size 4
const keys = randn([1, 5, 4]);
const values = randn([1, 5, 3]);
const { output, weights } = new DotProductAttention()
  .eval()
  .forward(queries, keys, values);

console.log("output", output.shape, "weights", weights.shape);
console.log(String(weights));
