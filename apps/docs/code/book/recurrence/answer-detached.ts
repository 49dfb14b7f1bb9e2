import { grad, stopGradient } from "@saccade/autograd";
import { GRUCell } from "@saccade/nn";
import { manualSeed, randn, type Tensor, zeros } from "@saccade/tensor";

manualSeed(0);
const cell = new GRUCell(4, 4);
const x = randn([5, 1, 4]);

// #region bug
function read(x: Tensor): Tensor {
  let h = zeros([1, 4]);
  for (const xt of x.unbind(0)) {
    h = cell.forward(xt, stopGradient(h)); // "saves memory"
  }
  return h;
}
// #endregion bug

const norms = grad((x: Tensor) => read(x).sum())(x).norm({
  dim: [1, 2],
});
console.log(
  (norms.toArray() as number[]).map((n) => n.toFixed(3)).join("  "),
);
