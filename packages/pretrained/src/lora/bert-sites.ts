import type { Bert } from "@saccade/models";
import type { LinearMap } from "@saccade/nn";
import { inProjectionOf, putInProjection } from "./in-projection.ts";
import type { Site } from "./site.ts";

/**
 * The weights of a BERT that can have adapters. Queries, keys and values are thirds of one map. Beside a head for masked tokens,
 * Hugging Face calls the model itself "bert".
 */
export function bertSites(bert: Bert): Site[] {
  const { dModel } = bert.settings;
  const { pooler, maskedHead } = bert;
  const prefix = maskedHead === null ? "" : "bert.";
  const sites = bert.layers.flatMap((layer, i) => {
    const name = `${prefix}encoder.layer.${i}`;
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
  if (pooler !== null) {
    const put = (map: LinearMap): void => {
      bert.pooler = map;
    };
    sites.push(dense(`${prefix}pooler.dense`, pooler, put));
  }
  if (maskedHead !== null) {
    const put = (map: LinearMap): void => {
      maskedHead.dense = map;
    };
    sites.push(dense("cls.predictions.transform.dense", maskedHead.dense, put));
  }
  return sites;
}

function dense(name: string, map: LinearMap, put: (map: LinearMap) => void): Site {
  return { name, map, start: 0, rows: map.outFeatures, put };
}
