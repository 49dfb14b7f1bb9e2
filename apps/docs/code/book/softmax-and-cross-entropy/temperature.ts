import { type Tensor, tensor } from "@saccade/tensor";

// #region entropy
/** In bits: how many yes-or-no questions a guess takes on average. */
function entropy(p: Tensor): number {
  // 0 · log 0 counts as 0.
  const terms = p.mul(p.clamp({ min: 1e-30 }).log2());
  return -terms.sum().item();
}
// #endregion entropy

const scores = tensor([2, 1, 0, -1]);
for (const temperature of [0.1, 0.5, 1, 2, 10]) {
  const p = scores.div(temperature).softmax(-1);
  const numbers = p.toArray(1).map((x) => x.toFixed(3));
  const bits = Math.abs(entropy(p)).toFixed(2);
  const name = String(temperature).padStart(4);
  console.log(name, numbers.join(" "), bits, "bits");
}
