import { MultiheadAttention } from "@saccade/attention";
import { manualSeed, rand } from "@saccade/tensor";

manualSeed(0);
const x = rand([2, 7, 64]); // (b, n, d)
for (const heads of [1, 8]) {
  const layer = new MultiheadAttention(64, heads, { batchFirst: true });
  const { output, weights } = layer.forward(x, x, x, {
    averageAttnWeights: false,
  });
  const shapes = [weights, output].map((x) => x.shape.join(" × "));
  const divisor = Math.sqrt(64 / heads).toFixed(2);
  console.log(
    `${heads} heads: weights ${shapes[0]}, output ${shapes[1]},`,
    `divisor ${divisor}, ${weights.numel} weights`,
  );
}
