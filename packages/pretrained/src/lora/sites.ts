import { MultiheadAttention } from "@saccade/attention";
import { Linear, type LinearMap, skipInit } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import { nearest } from "@saccade/tensor/backend";
import {
  flag,
  number,
  type OptionsOf,
  options,
  type Rule,
  rule,
  type SettingsOf,
  size,
} from "@saccade/tensor/contract";
import type { Architecture, Model } from "../architecture/architecture.ts";
import { architectureOf, prefixOf } from "../architecture/architectures.ts";

// Options of adapters, and the linear maps of a model that they choose.

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
const OUTPUT_LAYER = "lm_head";

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

/** A target names a module, or ends its name: "c_proj" and "attn.c_proj" both name "transformer.h.0.attn.c_proj". */
export function isTarget(target: string, name: string): boolean {
  return name === target || name.endsWith(`.${target}`);
}

/** The targets as a list. */
export function targetList(targets: LoraTargets | undefined, given: Adaptable): readonly string[] {
  if (targets === "all-linear") return lastNames(given).filter((name) => name !== OUTPUT_LAYER);
  return [...new Set(targets ?? given.architecture.loraDefaults.targets)];
}

/** The sites that a list of targets names. @throws ArgumentError for targets that match nothing, listing what there is. */
export function sitesFor(what: string, targets: readonly string[], given: Adaptable): Site[] {
  const unmatched = targets.filter((target) => !given.sites.some(({ name }) => isTarget(target, name)));
  if (unmatched.length > 0) {
    const names = lastNames(given);
    const near = nearest(unmatched[0]!, names);
    throw new ArgumentError(
      `${what}: no module of the model is named ${unmatched.map((name) => `"${name}"`).join(", ")}; a model of ` +
        `${given.architecture.label}'s shape has ${names.join(", ")}${near === null ? "." : `; did you mean "${near}"?`}`,
    );
  }
  return given.sites.filter(({ name }) => targets.some((target) => isTarget(target, name)));
}

// "c_attn" of "transformer.h.0.attn.c_attn", each once.
function lastNames({ sites }: Adaptable): string[] {
  return [...new Set(sites.map(({ name }) => name.slice(name.lastIndexOf(".") + 1)))];
}

/** Names of modules, or "all-linear" for every linear map but the output layer. */
export type LoraTargets = readonly string[] | "all-linear";

/** A multiplier's numerator. */
export const alphaRule: Rule<number, undefined> = {
  ...number(undefined, { above: 0 }),
  must: "a number above 0, or the adapters change and train nothing",
};

export const dropoutRule: Rule<number, number> = {
  ...number(0, { min: 0, below: 1 }),
  must: "a number from 0 to below 1, or the adapters get no input and train nothing",
};

const isName = (name: unknown): name is string => typeof name === "string" && name !== "";

const targets: Rule<LoraTargets, undefined> = {
  ...rule(
    'a list of module names, or "all-linear"',
    (value): value is LoraTargets =>
      value === "all-linear" || (Array.isArray(value) && value.length > 0 && value.every(isName)),
  ),
  fix: () => 'write targets: ["c_attn"], or the names of other modules',
};

/** The contract of {@link addLora}'s options. */
export const loraOptions = options(
  "addLora",
  {
    /** The rank of each change, at most the narrower side of the weight. Default 8. */
    rank: size(8),
    /** Each change is multiplied by alpha / rank. Default the rank, so by 1. */
    alpha: alphaRule,
    /**
     * Hugging Face's names of the modules that get an adapter: "c_attn", "c_proj", "c_fc" for a GPT of GPT-2's shape, "q_proj",
     * "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj" for one of Llama's, "query", "key", "value", "dense" for
     * a Bert, or ends of longer names such as "attn.c_proj"; or "all-linear". Default PEFT's: "c_attn"; "q_proj" and "v_proj";
     * "query" and "value".
     */
    targets,
    /** Dropout of the adapters' input while training. Default 0. */
    dropout: dropoutRule,
    /** Whether the multiplier is alpha / √rank (Kalajdzievski 2023), which keeps large ranks trainable. Default false. */
    rankStabilized: flag(false),
  },
  {
    example: 'addLora(model, { rank: 8, alpha: 16, targets: ["c_attn"] })',
    renamed: {
      r: "write rank",
      loraAlpha: "write alpha",
      targetModules: "write targets",
      loraDropout: "write dropout",
      useRslora: "write rankStabilized",
      rslora: "write rankStabilized",
    },
  },
);

/** Options of {@link addLora}. */
export interface LoraOptions extends OptionsOf<typeof loraOptions> {}

/** The options of an adapter with their defaults. */
export interface LoraSettings extends Omit<SettingsOf<typeof loraOptions>, "alpha" | "targets"> {
  /** The numerator of the multiplier. */
  readonly alpha: number;
}

/** The factor of each change. */
export function scaleOf({ rank, alpha, rankStabilized }: LoraSettings): number {
  return alpha / (rankStabilized ? Math.sqrt(rank) : rank);
}
