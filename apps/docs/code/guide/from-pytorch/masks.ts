import { MultiheadAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiheadAttention(8, 2, {
  batchFirst: true,
}).eval();
const x = randn([1, 3, 8]);
// (b, lk), true = may attend
const present = tensor([[true, true, false]]);
const { weights } = attention.forward(x, x, x, { keyMask: present });
const rows = weights.select(0, 0).toArray(2);
console.log(rows.map((row) => row.map((weight) => weight.toFixed(3))));
