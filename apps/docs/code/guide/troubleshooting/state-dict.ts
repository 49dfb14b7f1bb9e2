import {
  fromSafetensors,
  Linear,
  Module,
  toSafetensors,
} from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

class Net extends Module {
  hidden: Linear;

  constructor(size: number) {
    super();
    this.hidden = new Linear(2, size);
  }

  override forward(x: Tensor): Tensor {
    return this.hidden.forward(x).tanh();
  }
}

const file = toSafetensors(new Net(4));
try {
  new Net(8).loadStateDict(fromSafetensors(file).tensors);
} catch (error) {
  console.log(String(error));
}
