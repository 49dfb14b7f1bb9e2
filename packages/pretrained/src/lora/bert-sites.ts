import type { Bert } from "@saccade/attention";
import type { LinearMap } from "@saccade/nn";
import { inProjectionOf, putInProjection } from "./in-projection.ts";
import type { Site } from "./site.ts";

/** The weights of a BERT that can have adapters. Queries, keys and values are thirds of one map. */
export function bertSites(bert: Bert): Site[] {
  const { dModel } = bert.settings;
  const sites = bert.layers.flatMap((layer, i) => {
    const name = `encoder.layer.${i}`;
    const attention = layer.self_attn;
    const projection = (part: string, start: number): Site => ({
      name: `${name}.attention.self.${part}`,
      map: inProjectionOf(attention),
      start,
      rows: dModel,
      put: (map) => putInProjection(attention, map),
    });
    return [
      projection("query", 0),
      projection("key", dModel),
      projection("value", 2 * dModel),
      dense(`${name}.attention.output.dense`, attention.out_proj, (map) => {
        attention.out_proj = map;
      }),
      dense(`${name}.intermediate.dense`, layer.linear1, (map) => {
        layer.linear1 = map;
      }),
      dense(`${name}.output.dense`, layer.linear2, (map) => {
        layer.linear2 = map;
      }),
    ];
  });
  if (bert.pooler === null) return sites;
  const pooler = dense("pooler.dense", bert.pooler, (map) => {
    bert.pooler = map;
  });
  return [...sites, pooler];
}

function dense(name: string, map: LinearMap, put: (map: LinearMap) => void): Site {
  return { name, map, start: 0, rows: map.outFeatures, put };
}
