import { ArgumentError } from "@saccade/tensor";
import { nearest } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Adaptable, OUTPUT_LAYER, type Site } from "./sites.ts";

// Options of adapters, and the linear maps of a model that they name.

/** Names of modules, or "all-linear" for every linear map but the output layer. */
export type LoraTargets = readonly string[] | "all-linear";

/** A multiplier's numerator. */
export const alphaRule: c.Rule<number, undefined> = {
  ...c.number(undefined, { above: 0 }),
  must: "a number above 0, or the adapters change and train nothing",
};

export const dropoutRule: c.Rule<number, number> = {
  ...c.number(0, { min: 0, below: 1 }),
  must: "a number from 0 to below 1, or the adapters get no input and train nothing",
};

const isName = (name: unknown): name is string => typeof name === "string" && name !== "";

const targets: c.Rule<LoraTargets, undefined> = {
  ...c.rule(
    'a list of module names, or "all-linear"',
    (value): value is LoraTargets =>
      value === "all-linear" || (Array.isArray(value) && value.length > 0 && value.every(isName)),
  ),
  fix: () => 'write targets: ["c_attn"], or the names of other modules',
};

/** The contract of {@link addLora}'s options. */
export const loraOptions = c.options(
  "addLora",
  {
    /** The rank of each change, at most the narrower side of the weight. Default 8. */
    rank: c.size(8),
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
    rankStabilized: c.flag(false),
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
export interface LoraOptions extends c.OptionsOf<typeof loraOptions> {}

/** The options of an adapter with their defaults. */
export interface LoraSettings extends Omit<c.SettingsOf<typeof loraOptions>, "alpha" | "targets"> {
  /** The numerator of the multiplier. */
  readonly alpha: number;
}

/** The factor of each change. */
export function scaleOf({ rank, alpha, rankStabilized }: LoraSettings): number {
  return alpha / (rankStabilized ? Math.sqrt(rank) : rank);
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
