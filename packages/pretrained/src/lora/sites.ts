import { MultiheadAttention } from "@saccade/attention";
import type { Bert, GPT } from "@saccade/models";
import type { LinearMap } from "@saccade/nn";
import type { Architecture } from "../architecture/architecture.ts";
import { architectureOf, prefixOf } from "../architecture/architectures.ts";
import { inProjectionOf, putInProjection } from "./in-projection.ts";
import type { Site } from "./site.ts";

/** The models that can have adapters. */
export type LoraModel = GPT | Bert;

/** A model and the places for adapters in it. */
export interface Adaptable {
  readonly model: LoraModel;
  readonly architecture: Architecture;
  readonly sites: readonly Site[];
}

/** The output layer, which "all-linear" leaves out. */
export const OUTPUT_LAYER = "lm_head";

/** @throws ArgumentError unless `model` is of a class that can have adapters. */
export function adaptable(what: string, model: LoraModel): Adaptable {
  const architecture = architectureOf(what, model);
  return { model, architecture, sites: sitesOf(model, architecture) };
}

/** The weights of linear maps, each with the map that holds it. */
function sitesOf(model: LoraModel, architecture: Architecture): Site[] {
  const prefix = prefixOf(architecture, model.settings);
  return architecture
    .slots(model.settings)
    .flatMap(({ name, shape, parameter, row, transposed, head }): Site[] => {
      if (!name.endsWith(".weight")) return [];
      const path = parameter.replace(/[._]weight$/, "").split(".");
      const key = path.pop()!;
      const holder = path.reduce<object>((inside, step) => Object(Reflect.get(inside, step)), model);
      const isPacked = holder instanceof MultiheadAttention && key === "in_proj";
      const map: unknown = isPacked ? inProjectionOf(holder) : Reflect.get(holder, key);
      if (!isLinearMap(map)) return [];
      return [
        {
          name: (head ? "" : prefix) + name.replace(/\.weight$/, ""),
          map,
          start: row,
          rows: transposed ? map.outFeatures : shape[0]!,
          put: (other) => {
            if (isPacked) putInProjection(holder, other);
            else Reflect.set(holder, key, other);
          },
        },
      ];
    });
}

function isLinearMap(module: unknown): module is LinearMap {
  return typeof module === "object" && module !== null && "inFeatures" in module && "outFeatures" in module;
}
