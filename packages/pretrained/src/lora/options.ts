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
