// A program as users write it: no casts, no non-null assertions, only inferred types.
import {
  Adam,
  arange,
  crossEntropy,
  Linear,
  Module,
  ReLU,
  randn,
  Sequential,
  scope,
  type Tensor,
  tensor,
  zeros,
} from "saccade";

class Net extends Module {
  readonly layers = new Sequential(new Linear(4, 8), new ReLU(), new Linear(8, 3));

  override forward(x: Tensor): Tensor {
    const [batch, features] = x.dims(2);
    return this.layers.forward(x.reshape([batch, features]));
  }
}

const net = new Net();
const optimizer = new Adam(net, { lr: 1e-3 });
const [x, y] = [randn([6, 4]), arange(6, { dtype: "int32" }).remainder(3)];
const loss: number = optimizer.step(() => crossEntropy(net.forward(x), y)).item();

const [batch, time, width] = zeros([2, 3, 4]).dims(3);
export const volume: number = batch * time * width;

export const rows: number[][] = scope(() => {
  const sums: number[][] = [];
  for (const row of x) sums.push([row.sum().item(), row.amax(0, { keepdim: true }).numel, loss]);
  return sums;
});

const { values, indices } = x.max(1);
export const best: Tensor = values.add(indices).mul(tensor([1]));
