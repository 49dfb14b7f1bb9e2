import { grad, gradCheck } from "@saccade/autograd";
import { type Tensor, tensor } from "@saccade/tensor";
import { apply, defineOp } from "@saccade/tensor/backend";

// #region op
const cubeOp = defineOp<readonly [Tensor], readonly [Tensor], object>({
  name: "cube",
  infer: ([x]) => [{ shape: x.shape, dtype: x.dtype }],
  forward([x], [y]) {
    for (let i = 0; i < y.data.length; i++) y.data[i] = x.data[i]! ** 3;
  },
  gradient: ([g], [x]) => [() => g.mul(x.square()).mul(3)],
});

export function cube(x: Tensor): Tensor {
  return apply(cubeOp, [x], {})[0];
}
// #endregion op

// #region use
console.log(cube(tensor([1, 2, 3])).toArray());
const slope = grad((x) => cube(x).sum());
console.log(slope(tensor([1, 2, 3])).toArray());
console.log(grad((x) => slope(x).sum())(tensor([1, 2, 3])).toArray());

gradCheck(
  cube,
  [
    tensor([
      [-1, 0.5],
      [2, 3],
    ]),
  ],
  { order: 2 },
); // throws if a gradient is wrong
// #endregion use
