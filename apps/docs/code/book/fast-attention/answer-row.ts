import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [randn([6, 4]), randn([6, 4]), randn([6, 4])];
const { weights } = scaledDotProductAttention(q, k, v);

const row = q.narrow(0, 2, 1).matmul(k.t()).div(2); // scores of query 2
console.log("from ln Σ exp ", row.sub(row.logsumexp(-1)).exp());
console.log("weights, row 2", weights.narrow(0, 2, 1));
