import { compile } from "@saccade/autograd";
import { Linear, Module, SGD } from "@saccade/nn";
import { ones, type Tensor, zeros } from "@saccade/tensor";

class Centered extends Module {
  linear = new Linear(2, 1);
  mean = this.registerBuffer("mean", zeros([2])); // not trained

  forward(x: Tensor): Tensor {
    if (this.training) {
      const seen = x.detach().mean(0);
      // assign the field: the buffer takes the value
      this.mean = this.mean.mul(0.5).add(seen.mul(0.5));
    }
    return this.linear.forward(x.sub(this.mean));
  }
}

const net = new Centered();
const optimizer = new SGD(net, { lr: 0.1 });
const step = (x: Tensor) =>
  optimizer.step(() => net.forward(x).square().mean());

step(ones([4, 2]));
console.log(net.mean.toArray());

const compiled = compile(step);
compiled(ones([4, 2]));
compiled(ones([4, 2]));
console.log(net.mean.toArray());
console.log(Object.keys(net.stateDict()));
