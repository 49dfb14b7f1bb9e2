import type { MultiheadAttention } from "@saccade/attention";
import { Linear, type LinearMap, skipInit } from "@saccade/nn";
import { ArgumentError, type Tensor } from "@saccade/tensor";
import { LoraLinear } from "./lora-linear.ts";

// PyTorch's layers declare their maps as Linear, and pack the projections of queries, keys and values into parameters of
// their own. These put a map with adapters there.

/** A Linear with adapters. Its parameters are those of the Linear beside which they are. */
export class LoraStandIn extends Linear {
  adapted: LoraLinear;

  constructor(base: Linear, adapted: LoraLinear) {
    super(base.inFeatures, base.outFeatures, { bias: base.bias !== null });
    shareParameters(this, base);
    this.adapted = adapted;
    this.training = base.training;
  }

  override forward(x: Tensor): Tensor {
    return this.adapted.forward(x);
  }
}

/** A map for a field that holds a Linear. */
export function asLinear(map: LinearMap): Linear {
  if (map instanceof Linear) return map;
  if (map instanceof LoraLinear) {
    const { base } = map;
    if (base instanceof Linear) return skipInit(() => new LoraStandIn(base, map));
  }
  throw new ArgumentError(
    `a ${map.constructor.name} cannot take the place of a Linear; give it one to stand beside.`,
  );
}

/** The map of a field that holds a Linear. */
export function mapOf(linear: Linear): LinearMap {
  return linear instanceof LoraStandIn ? linear.adapted : linear;
}

const packed = new WeakMap<MultiheadAttention, Linear>();

/** The projection of queries, keys and values as a map, E → 3 E, the same each time: with adapters, or its parameters alone. */
export function inProjectionOf(attention: MultiheadAttention): LinearMap {
  if (attention.in_proj !== null) return attention.in_proj;
  const known = packed.get(attention);
  if (known !== undefined) return known;
  const { embedDim, in_proj_weight, in_proj_bias } = attention;
  if (in_proj_weight === null)
    throw new ArgumentError(
      "a MultiheadAttention with kdim or vdim has no packed projection for an adapter.",
    );
  const made = skipInit(() => new Linear(embedDim, 3 * embedDim, { bias: in_proj_bias !== null }));
  shareParameters(made, { weight: in_proj_weight, bias: in_proj_bias });
  made.train(attention.training);
  packed.set(attention, made);
  return made;
}

/** Puts a map in place of the packed projection. */
export function putInProjection(attention: MultiheadAttention, map: LinearMap): void {
  attention.in_proj = map === packed.get(attention) ? null : map;
}

function shareParameters(to: Linear, from: Pick<Linear, "weight" | "bias">): void {
  to.weight.dispose();
  to.bias?.dispose();
  to.weight = from.weight;
  to.bias = from.bias;
}
