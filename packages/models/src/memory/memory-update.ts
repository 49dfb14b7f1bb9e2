import { checkParts, noteParts } from "@saccade/attention/model";
import { LayerNorm, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";

/** LayerNorm(x + f(x)), f being two layers with a ReLU between them: the last half of a transformer layer. */
export class MemoryUpdate extends Module {
  linear1: Linear;
  linear2: Linear;
  norm: LayerNorm;

  constructor(size: number) {
    super();
    this.linear1 = new Linear(size, 2 * size);
    this.linear2 = new Linear(2 * size, size);
    this.norm = new LayerNorm(size);
    noteParts(this);
  }

  /** @param x (…, size) */
  override forward(x: Tensor): Tensor {
    checkParts(this);
    return scope(() => this.norm.forward(x.add(this.linear2.forward(this.linear1.forward(x).relu()))));
  }
}
