import { Linear, Module } from "@saccade/nn";
import { ones, type Tensor, zeros } from "@saccade/tensor";

class Heads extends Module {
  heads = new Map([
    ["left", new Linear(4, 2)],
    ["right", new Linear(4, 2)],
  ]);
  readonly mean = this.registerBuffer("mean", zeros([4]));

  forward(x: Tensor): Tensor[] {
    const centred = x.sub(this.mean);
    return [...this.heads.values()].map((head) =>
      head.forward(centred),
    );
  }
}

const net = new Heads();
console.log(Object.keys(net.stateDict()));
console.log(net.forward(ones([3, 4])).map((y) => y.shape));
