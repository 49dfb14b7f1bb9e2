import { badArgument, checkBoolean, checkInteger, checkOptions, optionNames } from "@saccade/tensor/backend";
import type { Rule } from "../rules.ts";
import type { LoraTargets } from "./targets.ts";

/** Options of {@link addLora}. */
export interface LoraOptions {
  /** The rank of each change, at most the narrower side of the weight. Default 8. */
  readonly rank?: number | undefined;
  /** Each change is multiplied by alpha / rank. Default the rank, so by 1. */
  readonly alpha?: number | undefined;
  /**
   * Hugging Face's names of the modules that get an adapter: "c_attn", "c_proj", "c_fc" for a GPT of GPT-2's shape, "q_proj",
   * "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj" for one of Llama's, "query", "key", "value", "dense" for
   * a Bert, or ends of longer names such as "attn.c_proj"; or "all-linear". Default PEFT's: "c_attn"; "q_proj" and "v_proj";
   * "query" and "value".
   */
  readonly targets?: LoraTargets | undefined;
  /** Dropout of the adapters' input while training. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether the multiplier is alpha / √rank (Kalajdzievski 2023), which keeps large ranks trainable. Default false. */
  readonly rankStabilized?: boolean | undefined;
}

/** The options of an adapter with their defaults. */
export interface LoraSettings {
  /** The rank of each change. */
  readonly rank: number;
  /** The numerator of the multiplier. */
  readonly alpha: number;
  /** Dropout of the adapters' input while training. */
  readonly dropout: number;
  /** Whether the multiplier is alpha / √rank, instead of alpha / rank. */
  readonly rankStabilized: boolean;
}

const names = optionNames<LoraOptions>(
  "addLora",
  { rank: true, alpha: true, targets: true, dropout: true, rankStabilized: true },
  'addLora(model, { rank: 8, alpha: 16, targets: ["c_attn"] })',
  {
    r: "write rank",
    loraAlpha: "write alpha",
    targetModules: "write targets",
    loraDropout: "write dropout",
    useRslora: "write rankStabilized",
    rslora: "write rankStabilized",
  },
);

export const alphaRule: Rule<number> = {
  words: "a number above 0, or the adapters change and train nothing",
  fits: (value): value is number => Number.isFinite(value) && Number(value) > 0,
};

export const dropoutRule: Rule<number> = {
  words: "a number from 0 to below 1, or the adapters get no input and train nothing",
  fits: (value): value is number => typeof value === "number" && value >= 0 && value < 1,
};

/** @throws ArgumentError for unknown options and values out of range. */
export function loraSettings(options: LoraOptions): LoraSettings {
  checkOptions(names, options);
  const { rank = 8, dropout = 0, rankStabilized = false } = options;
  const { alpha = rank } = options;
  checkInteger("addLora", "rank", rank, 1);
  if (!alphaRule.fits(alpha)) throw badArgument("addLora", "alpha", alphaRule.words, alpha);
  if (!dropoutRule.fits(dropout)) throw badArgument("addLora", "dropout", dropoutRule.words, dropout);
  checkBoolean("addLora", "rankStabilized", rankStabilized);
  return { rank, alpha, dropout, rankStabilized };
}

/** The factor of each change. */
export function scaleOf({ rank, alpha, rankStabilized }: LoraSettings): number {
  return alpha / (rankStabilized ? Math.sqrt(rank) : rank);
}
