import { scaledDotProductAttention } from "@saccade/attention";
import {
  sparkline,
  terminalCurve,
  terminalHeatmap,
} from "@saccade/plot";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const [q, k] = [randn([1, 4, 8]), randn([1, 4, 8])];
const { weights } = scaledDotProductAttention(q, k, k, {
  causal: true,
});
const words = ["the", "cat", "sat", "down"];
const matrix = weights.select(0, 0);
console.log(terminalHeatmap(matrix, { rows: words, cols: words }));

const losses = [2.1, 1.2, 0.8, 0.6, 0.5, 0.45];
console.log(sparkline(losses));
console.log(terminalCurve(losses, { width: 24, height: 4 }));
