import { HalfEmbedding, type HalfFormat, HalfLinear, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** A weight of a model: a parameter, or one that is kept in 16 bits. */
export interface ModelWeight {
  /** int32 with two numbers an element, where `half` is not null. */
  readonly tensor: Tensor;
  readonly half: HalfFormat | null;
}

/** All weights of a model by the names of parameters, those in 16 bits under the names that parameters would have. */
export function weightsOf(model: Module): Map<string, ModelWeight> {
  const weights = new Map<string, ModelWeight>();
  for (const [name, tensor] of Object.entries(model.namedParameters()))
    weights.set(name, { tensor, half: null });
  for (const [path, module] of model.namedModules()) {
    if (module instanceof HalfLinear || module instanceof HalfEmbedding)
      weights.set(`${path}.weight`, { tensor: module.weight, half: module.format });
  }
  return weights;
}
