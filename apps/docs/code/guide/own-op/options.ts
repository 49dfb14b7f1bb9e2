import { grad } from "@saccade/autograd";
import { type Tensor, tensor } from "@saccade/tensor";
import { apply, defineOp } from "@saccade/tensor/backend";

interface Attrs {
  readonly slope: number;
}

const leakOp = defineOp<readonly [Tensor], readonly [Tensor], Attrs>({
  name: "leak",
  infer: ([x]) => [{ shape: x.shape, dtype: x.dtype }],
  forward([x], [y], { slope }) {
    for (let i = 0; i < y.data.length; i++)
      y.data[i] = x.data[i]! * (x.data[i]! > 0 ? 1 : slope);
  },
  // A gradient is made of ops: here it chooses between two of them.
  gradient: ([g], [x], _outputs, { slope }) => [
    () =>
      g.mul(
        x
          .gt(0)
          .to(x.dtype)
          .mul(1 - slope)
          .add(slope),
      ),
  ],
});

const leak = (x: Tensor, slope: number): Tensor =>
  apply(leakOp, [x], { slope })[0];
console.log(leak(tensor([-1, 2]), 0.5).toArray());
console.log(grad((x) => leak(x, 0.5).sum())(tensor([-1, 2])).toArray());
