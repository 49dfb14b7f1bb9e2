import type { MultiheadAttention } from "@saccade/attention";
import { Linear, type LinearMap, skipInit } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";

// PyTorch's attention packs the projections of queries, keys and values into parameters of its own. These put a map with
// adapters in their place.

const packed = new WeakMap<MultiheadAttention<LinearMap>, Linear>();

/** The projection of queries, keys and values as a map, E → 3 E, the same each time: with adapters, or its parameters alone. */
export function inProjectionOf(attention: MultiheadAttention<LinearMap>): LinearMap {
  if (attention.in_proj !== null) return attention.in_proj;
  const known = packed.get(attention);
  if (known !== undefined) return known;
  const { embedDim, in_proj_weight, in_proj_bias } = attention;
  if (in_proj_weight === null)
    throw new ArgumentError(
      "a MultiheadAttention with kdim or vdim has no packed projection for an adapter.",
    );
  const made = skipInit(() => new Linear(embedDim, 3 * embedDim, { bias: in_proj_bias !== null }));
  made.weight.dispose();
  made.bias?.dispose();
  made.weight = in_proj_weight;
  made.bias = in_proj_bias;
  made.train(attention.training);
  packed.set(attention, made);
  return made;
}

/** Puts a map in place of the packed projection. */
export function putInProjection(attention: MultiheadAttention<LinearMap>, map: LinearMap): void {
  attention.in_proj = map === packed.get(attention) ? null : map;
}
