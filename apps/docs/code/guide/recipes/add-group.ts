import { Linear, Module, ReLU, Sequential, SGD } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

class Classifier extends Module {
  body = new Sequential(new Linear(4, 8), new ReLU());
  head = new Linear(8, 1);
  forward(x: Tensor): Tensor {
    return this.head.forward(this.body.forward(x));
  }
}

manualSeed(0);
const net = new Classifier();
const x = randn([16, 4]);
const loss = () => net.forward(x).sub(1).square().mean();
const body = net.body.parameters()[0]!;
const start = body.clone();
const moved = () => body.sub(start).abs().max().item() > 0;

// the body is frozen: it is not in the optimizer
const optimizer = new SGD(net.head, { lr: 0.1, momentum: 0.9 });
for (let i = 0; i < 5; i++) optimizer.step(loss);
console.log("body trained:", moved());

// from here on it is trained, with an lr of its own
optimizer.addParamGroup({ params: net.body, lr: 0.01 });
for (let i = 0; i < 5; i++) optimizer.step(loss);
console.log("body trained:", moved());
console.log(optimizer.paramGroups.map(({ lr }) => lr));
