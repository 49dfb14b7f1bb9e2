import { noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, Linear, Module } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
/** Points, and whether each lies outside a circle. */
function sample(count: number) {
  const x = randn([count, 2]);
  const y = x.square().sum(1).gt(1.4).to("int32");
  return { x, y };
}
const [train, heldOut] = [sample(256), sample(256)];
class Net extends Module {
  hidden = new Linear(2, 32);
  out = new Linear(32, 2);

  override forward(x: Tensor): Tensor {
    return this.out.forward(this.hidden.forward(x).relu());
  }
}
const net = new Net();
const optimizer = new Adam(net, { lr: 0.02 });
for (let step = 0; step < 150; step++) {
  optimizer.step(() => crossEntropy(net.forward(train.x), train.y));
}
function accuracy(x: Tensor, y: Tensor): number {
  const guess = noGrad(() => net.forward(x).argmax(-1));
  return guess.eq(y).to("float32").mean().item();
}
console.log("train   ", accuracy(train.x, train.y).toFixed(3));
console.log("held-out", accuracy(heldOut.x, heldOut.y).toFixed(3));
