import { noGrad } from "@saccade/autograd";
import { Module, Parameter } from "@saccade/nn";
import { ones, type Tensor } from "@saccade/tensor";

class Scale extends Module {
  readonly weight: Parameter;

  constructor(size: number) {
    super();
    this.weight = new Parameter(ones([size]));
  }

  forward(x: Tensor): Tensor {
    return x.mul(this.weight);
  }
}

const net = new Scale(2);
const y = noGrad(() => net.forward(ones([3, 2])));
console.log(y.shape, net instanceof Module);
