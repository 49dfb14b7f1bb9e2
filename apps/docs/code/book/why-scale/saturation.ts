import { attend } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, randn, scope, type Tensor } from "@saccade/tensor";

const median = (x: Tensor): number => {
  const sorted = x.dataSync().slice().sort();
  return sorted[Math.floor(sorted.length / 2)]!;
};

// 400 sets of 16 keys, with 4 queries each; a smaller d takes the first
// components of these.
manualSeed(0);
const [allQ, allK] = [randn([400, 4, 1024]), randn([400, 16, 1024])];
const v = randn([400, 16, 8]);
const cotangent = randn([400, 4, 8]); // what a loss would send back

/** The mean of the largest weights, the median gradient of a query. */
function measure(d: number, divisor: number): string {
  return scope(() => {
    const q = allQ.narrow(-1, 0, d).contiguous(); // (400, 4, d)
    const k = allK.narrow(-1, 0, d).contiguous(); // (400, 16, d)
    const { value, grads } = valueAndGrad(() => {
      const scores = q.matmul(k.transpose(-2, -1)).div(divisor);
      const { output, weights } = attend(scores, v);
      return { loss: output.mul(cotangent).sum(), weights };
    }, q);
    const largest = value.weights.amax(-1).mean().item();
    const gradient = median(grads.norm({ dim: -1 }));
    return `${largest.toFixed(2)} ${gradient.toFixed(4)}`;
  });
}

console.log("       largest weight, gradient of the query");
console.log("   d   q·k          q·k / √d     q·k / d");
for (const d of [1, 4, 16, 64, 256, 1024]) {
  const cells = [1, Math.sqrt(d), d].map((divisor) =>
    measure(d, divisor),
  );
  console.log(`${String(d).padStart(4)}   ${cells.join("  ")}`);
}
