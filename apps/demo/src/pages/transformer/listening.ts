import type { MultiheadAttention } from "@saccade/attention";
import { type LinearMap, linear, Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** The input projection of an attention, which tells what it gives. */
class HeardProjection extends Module implements LinearMap {
  readonly inFeatures: number;
  readonly outFeatures: number;
  readonly #attention: MultiheadAttention;
  readonly #hear: (projected: Tensor) => void;

  constructor(attention: MultiheadAttention, hear: (projected: Tensor) => void) {
    super();
    this.inFeatures = attention.embedDim;
    this.outFeatures = 3 * attention.embedDim;
    this.#attention = attention;
    this.#hear = hear;
  }

  override forward(x: Tensor): Tensor {
    const { in_proj_weight, in_proj_bias } = this.#attention;
    if (in_proj_weight === null)
      throw new Error("an attention with three projections has no single one to hear");
    const projected = linear(x, in_proj_weight, in_proj_bias);
    this.#hear(projected);
    return projected;
  }
}

/** Hears the projections that an attention computes: (1, n, 3 width), one for self-attention, one each for q, k and v. */
export function hearProjections(attention: MultiheadAttention, hear: (projected: Tensor) => void): void {
  attention.in_proj = new HeardProjection(attention, hear);
}

/** Hears what a module gives, each time it runs. */
export function hearOutput(module: { forward: (x: Tensor) => Tensor }, hear: (output: Tensor) => void): void {
  const forward = module.forward.bind(module);
  // Not enumerable, since a module's fields are searched for parameters.
  Object.defineProperty(module, "forward", {
    value: (x: Tensor): Tensor => {
      const output = forward(x);
      hear(output);
      return output;
    },
  });
}
