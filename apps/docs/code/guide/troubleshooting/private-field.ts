import { Linear, Module, mseLoss, SGD } from "@saccade/nn";
import { randn, type Tensor } from "@saccade/tensor";

class Net extends Module {
  #hidden = new Linear(2, 4);
  out = new Linear(4, 1);

  override forward(x: Tensor): Tensor {
    return this.out.forward(this.#hidden.forward(x).tanh());
  }
}

const net = new Net();
const optimizer = new SGD(net, { lr: 0.1 });
try {
  optimizer.step(() =>
    mseLoss(net.forward(randn([8, 2])), randn([8, 1])),
  );
} catch (error) {
  console.log(String(error));
}
