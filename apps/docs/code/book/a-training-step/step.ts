import { valueAndGrad } from "@saccade/autograd";
import { linspace, manualSeed, randn, tensor } from "@saccade/tensor";

// #region data
manualSeed(0);
const x = linspace(0, 2, 16);
const noise = randn([16]).mul(0.2);
const y = x.mul(1.5).sub(0.5).add(noise);
// #endregion data

// #region step
let [w, b] = [tensor(0), tensor(0)];
const lr = 0.2; // the learning rate
for (let step = 0; step <= 40; step++) {
  const { value, grads } = valueAndGrad(
    () => {
      const predicted = x.mul(w).add(b);
      return predicted.sub(y).square().mean();
    },
    { w, b },
  );
  if ([0, 1, 2, 3, 10, 40].includes(step)) report(step, value.item());
  w = w.sub(grads.w.mul(lr));
  b = b.sub(grads.b.mul(lr));
}
// #endregion step

function report(step: number, loss: number): void {
  const numbers = [loss, w.item(), b.item()];
  const [l, first, second] = numbers.map((n) => n.toFixed(3));
  console.log(`step ${step}: loss ${l}, w ${first}, b ${second}`);
}
