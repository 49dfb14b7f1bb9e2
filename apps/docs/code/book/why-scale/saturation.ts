import { attend } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, randn, scope, type Tensor } from "@saccade/tensor";

const median = (x: Tensor): number => {
  const sorted = x.dataSync().slice().sort();
  return sorted[Math.floor(sorted.length / 2)]!;
};

/** The mean of the largest weights, and the median norm of a query's gradient, for 128 queries and 16 keys. */
function measure(d: number, divisor: number): string {
  return scope(() => {
    manualSeed(0);
    const [q, k, v] = [randn([128, d]), randn([16, d]), randn([16, 8])];
    const cotangent = randn([128, 8]); // of the output: what a loss would send back
    const { value, grads } = valueAndGrad(() => {
      const { output, weights } = attend(q.matmul(k.transpose(-2, -1)).div(divisor), v);
      return { loss: output.mul(cotangent).sum(), weights };
    }, q);
    const largest = value.weights.amax(-1).mean().item();
    return `${largest.toFixed(2)} ${median(grads.norm({ dim: -1 })).toFixed(4)}`;
  });
}

console.log("       largest weight, gradient of the query");
console.log("   d   q·k          q·k / √d     q·k / d");
for (const d of [1, 4, 16, 64, 256, 1024]) {
  const cells = [1, Math.sqrt(d), d].map((divisor) => measure(d, divisor));
  console.log(`${String(d).padStart(4)}   ${cells.join("  ")}`);
}
