import { MultiheadAttention } from "@saccade/attention";
import { Linear, type LinearMap, skipInit } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";

// PyTorch's attention packs the projections of queries, keys and values into parameters of its own. A map with adapters takes their
// place.

const packed = new WeakMap<MultiheadAttention<LinearMap>, Linear>();

// As a map, E → 3 E, the same each time: with adapters, or its parameters alone.
function inProjectionOf(attention: MultiheadAttention<LinearMap>): LinearMap {
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

function isPacked(holder: object, key: string): holder is MultiheadAttention<LinearMap> {
  return holder instanceof MultiheadAttention && key === "in_proj";
}

/** A module's part by name, with the projection of queries, keys and values as a map. */
export function mapAt(holder: object, key: string): unknown {
  return isPacked(holder, key) ? inProjectionOf(holder) : Reflect.get(holder, key);
}

/** Puts a map under a name of a module. */
export function putAt(holder: object, key: string, map: LinearMap): void {
  const own = isPacked(holder, key) && map === packed.get(holder);
  Reflect.set(holder, key, own ? null : map);
}
