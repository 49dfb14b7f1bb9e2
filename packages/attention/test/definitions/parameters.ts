import { Linear, type LinearMap } from "@saccade/nn";
import type { LinearWeights, Projections } from "../../src/definitions/index.ts";
import type { MultiheadAttention } from "../../src/index.ts";

type FourMaps = Readonly<Record<keyof Projections, LinearWeights>>;

/** PyTorch's parameters as four linear maps. */
export function mapsOf(attention: MultiheadAttention): FourMaps {
  const { in_proj_weight, in_proj_bias, out_proj } = attention;
  const weights = in_proj_weight?.chunk(3) ?? [
    attention.q_proj_weight!,
    attention.k_proj_weight!,
    attention.v_proj_weight!,
  ];
  const biases = in_proj_bias?.chunk(3) ?? [];
  const [q, k, v] = weights.map((weight, i) => ({ weight, bias: biases[i] }));
  return { q: q!, k: k!, v: v!, out: out_proj };
}

/** A packed projection (3 e, e) as three linear maps. */
export function packed(map: LinearMap, out: LinearMap): FourMaps {
  const { weight, bias } = linear(map);
  const biases = bias?.chunk(3) ?? [];
  const [q, k, v] = weight.chunk(3).map((rows, i) => ({ weight: rows, bias: biases[i] }));
  return { q: q!, k: k!, v: v!, out: linear(out) };
}

export function linear(map: LinearMap): LinearWeights {
  if (map instanceof Linear) return map;
  throw new TypeError("a Linear is expected");
}
