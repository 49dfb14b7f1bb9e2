import { type Tensor, tensor } from "@saccade/tensor";

/** Squared distances: a (n, d), b (m, d) → (n, m). */
function squaredDistances(a: Tensor, b: Tensor): Tensor {
  const differences = a.unsqueeze(1).sub(b.unsqueeze(0)); // (n, m, d)
  return differences.square().sum(-1);
}
const a = tensor([
  [0, 0],
  [3, 4],
]);
const b = tensor([
  [0, 0],
  [0, 1],
  [3, 0],
]);
console.log(JSON.stringify(squaredDistances(a, b).toArray()));
