import type { Tensor } from "@saccade/tensor";
import { Module } from "../module.ts";

/** A module of one tensor in, one tensor out. */
export interface Layer extends Module {
  forward(x: Tensor): Tensor;
}

/** Layers one after another. Their parameters are named by position: "0.weight", "2.bias". */
export class Sequential extends Module {
  [index: number]: Layer;
  readonly length: number;

  /** @throws TypeError when something given is no module. */
  constructor(...layers: Layer[]) {
    super();
    this.length = layers.length;
    layers.forEach((layer, i) => {
      if (!(layer instanceof Module)) {
        throw new TypeError(
          `Sequential: argument ${i} is no module; wrap a function in a class with forward(x).`,
        );
      }
      this[i] = layer;
    });
  }

  override forward(x: Tensor): Tensor {
    let y = x;
    for (let i = 0; i < this.length; i++) y = this[i]!.forward(y);
    return y;
  }
}
