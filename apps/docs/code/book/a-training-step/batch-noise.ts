import { valueAndGrad } from "@saccade/autograd";
import type { Tensor } from "@saccade/tensor";
import { manualSeed, randint, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const n = 1024;
const x = randn([n]);
const y = x
  .mul(1.5)
  .sub(0.5)
  .add(randn([n]).mul(0.2));
const w = tensor(0);

// #region noise
/** The gradient by w, of a few random points. */
function estimate(size: number): number {
  const rows = randint(0, n, [size]);
  return slope(x.indexSelect(0, rows), y.indexSelect(0, rows));
}
function slope(x: Tensor, y: Tensor): number {
  const loss = () => x.mul(w).sub(y).square().mean();
  return valueAndGrad(loss, w).grads.item();
}
for (const size of [1, 4, 16, 64]) {
  const all = tensor(Array.from({ length: 200 }, () => estimate(size)));
  tell(size, all.mean().item(), all.std().item());
}
// #endregion noise
console.log("all 1024 points:", slope(x, y).toFixed(2));

function tell(size: number, mean: number, spread: number): void {
  const [m, s] = [mean, spread].map((number) => number.toFixed(2));
  console.log(`batches of ${size}: mean ${m}, spread ${s}`);
}
