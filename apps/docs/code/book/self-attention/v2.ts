import {
  PackedSelfAttention,
  ProjectedSelfAttention,
} from "@saccade/models/seeds";
import { cat, eye, manualSeed, rand, zeros } from "@saccade/tensor";

manualSeed(0);
const first = new ProjectedSelfAttention(4);
// proj: Linear(4, 12), output_proj: Linear(4, 4)
const second = new PackedSelfAttention(4);

// Rows 0–3 of the packed matrix make queries, 4–7 keys, 8–11 values.
const { query_proj: q, key_proj: k, value_proj: v } = first;
second.loadStateDict({
  "proj.weight": cat([q.weight, k.weight, v.weight], 0), // (12, 4)
  "proj.bias": cat([q.bias!, k.bias!, v.bias!], 0), // (12)
  "output_proj.weight": eye(4), // leaves the output as it is
  "output_proj.bias": zeros([4]),
});

const x = rand([3, 2, 4]); // (b, n, d)
const difference = first
  .forward(x)
  .output.sub(second.forward(x).output)
  .abs()
  .max()
  .item();
console.log("difference below 1e-6:", difference < 1e-6);
