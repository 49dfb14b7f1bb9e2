import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [randn([6, 4]), randn([6, 4]), randn([6, 4])];
const { weights } = scaledDotProductAttention(q, k, v);

const row = k.matmul(q.select(0, 2)).div(2); // scores of query 2
const found = row.sub(row.logsumexp(-1)).exp();
console.log("from ln Σ exp", String(found));
console.log("row 2        ", String(weights.select(0, 2)));
