import { MultiheadAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiheadAttention(8, 2, { batchFirst: true }).eval();
const x = randn([1, 3, 8]);
const present = tensor([[true, true, false]]); // (b, lk), true = may attend
const { weights } = attention.forward(x, x, x, { keyMask: present });
const rows = weights.select(0, 0).toArray() as number[][];
console.log(rows.map((row) => row.map((weight) => weight.toFixed(3))));
