import { hookNames, runWithCache } from "@saccade/lens";
import { Linear, Module, nameSites, running, tap } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

class Gated extends Module {
  value = new Linear(8, 8);
  gate = new Linear(8, 8);

  constructor() {
    super();
    nameSites(this, { sites: ["hook_gate"] });
  }

  override forward(x: Tensor): Tensor {
    return running(this, () => {
      const gate = this.gate.forward(x).sigmoid();
      return this.value.forward(x).mul(tap("hook_gate", gate));
    });
  }
}

class Net extends Module {
  layers = [new Gated(), new Gated()];

  constructor() {
    super();
    nameSites(this, { parts: { layers: "blocks" } });
  }

  override forward(x: Tensor): Tensor {
    return this.layers.reduce((y, layer) => layer.forward(y), x);
  }
}

manualSeed(0);
const net = new Net();
console.log(hookNames(net));
const { cache } = runWithCache(net, randn([3, 8]));
console.log(cache.get("blocks.1.hook_gate").shape);
