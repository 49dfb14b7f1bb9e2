import { softmax, tensor } from "@saccade/tensor";

const keys = tensor([0.5, 1, 2, 4]); // (4)
const values = tensor([10, 20, 30, 40]); // (4)
// (4), distances to the query 1.2
const squared = keys.sub(1.2).square();

for (const [name, scores] of [
  ["softmax(u²)   ", squared],
  ["softmax(−½ u²)", squared.mul(-0.5)],
] as const) {
  const weights = softmax(scores, -1);
  console.log(
    `${name} ${String(weights)} output ` +
      `${weights.mul(values).sum().item().toFixed(2)}`,
  );
}
