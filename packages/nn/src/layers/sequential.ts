import type { Tensor } from "@saccade/tensor";
import { badArgument, checkTensor, refuseExtra } from "@saccade/tensor/backend";
import { Module } from "../module.ts";

/** A module that maps one tensor to one tensor. */
export interface Layer extends Module {
  /** The output for x. */
  forward(x: Tensor): Tensor;
}

/**
 * Applies layers in order. Their parameters are named by position: "0.weight", "2.bias".
 *
 * @example new Sequential(new Linear(2, 8), new ReLU(), new Linear(8, 1)).forward(randn([5, 2])).shape // [5, 1]
 */
export class Sequential extends Module {
  [index: number]: Layer;
  /** The number of layers. */
  readonly length: number;

  /** @throws ArgumentError for an argument that is not a module. */
  constructor(...layers: Layer[]) {
    super();
    this.length = layers.length;
    layers.forEach((layer, i) => {
      if (!(layer instanceof Module)) {
        const fix = Array.isArray(layer)
          ? "write new Sequential(...layers)"
          : "wrap a function in a class that extends Module, with forward(x)";
        throw badArgument("Sequential", `argument ${i}`, "a Module", layer, fix);
      }
      this[i] = layer;
    });
  }

  override forward(x: Tensor): Tensor {
    refuseExtra("Sequential.forward", arguments, 1);
    checkTensor("Sequential", "x", x);
    let y = x;
    for (let i = 0; i < this.length; i++) y = this[i]!.forward(y);
    return y;
  }
}
