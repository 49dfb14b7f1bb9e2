import { GRU, Linear, Module } from "@saccade/nn";
import { saveSafetensors } from "@saccade/nn/node";
import type { Tensor } from "@saccade/tensor";

class Net extends Module {
  rnn = new GRU(8, 16, { batchFirst: true });
  out = new Linear(16, 2);

  override forward(x: Tensor): Tensor {
    return this.out.forward(this.rnn.forward(x).output);
  }
}

const net = new Net();
await saveSafetensors("net.safetensors", net);
console.log(Object.keys(net.stateDict()).join("\n"));
