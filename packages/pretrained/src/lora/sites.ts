import { MultiheadAttention } from "@saccade/attention";
import { Linear, type LinearMap, skipInit } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import type { Architecture, Model } from "../architecture/architecture.ts";
import { architectureOf, prefixOf } from "../architecture/architectures.ts";

/** A weight of a model that can have an adapter, under its name in Hugging Face's model. */
export interface Site {
  /** Such as "transformer.h.0.attn.c_attn". */
  readonly name: string;
  /** The linear map that holds it: whole, or with others. */
  readonly map: LinearMap;
  /** Its first row in the map's output. */
  readonly start: number;
  /** How many rows it has. */
  readonly rows: number;
  /** Puts another map in the model in place of `map`. */
  put(map: LinearMap): void;
}

/** The models that can have adapters. */
export type LoraModel = Model;

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
      const map = mapAt(holder, key);
      if (!isLinearMap(map)) return [];
      const module = (head ? "" : prefix) + name.replace(/\.weight$/, "");
      const rows = transposed ? map.outFeatures : shape[0]!;
      return [{ name: module, map, start: row, rows, put: (other) => putAt(holder, key, other) }];
    });
}

function isLinearMap(module: unknown): module is LinearMap {
  return typeof module === "object" && module !== null && "inFeatures" in module && "outFeatures" in module;
}

// PyTorch's attention packs the projections of queries, keys and values into its own parameters. A map with adapters replaces
// them.

const packed = new WeakMap<MultiheadAttention<LinearMap>, Linear>();

// The projection as a map E → 3 E, always the same object: with adapters, or only its parameters.
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
function mapAt(holder: object, key: string): unknown {
  return isPacked(holder, key) ? inProjectionOf(holder) : Reflect.get(holder, key);
}

/** Puts a map under a name of a module. */
function putAt(holder: object, key: string, map: LinearMap): void {
  const own = isPacked(holder, key) && map === packed.get(holder);
  Reflect.set(holder, key, own ? null : map);
}
