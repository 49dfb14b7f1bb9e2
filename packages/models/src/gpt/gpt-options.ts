import type { RotaryScaling } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { LayerNorm, RMSNorm } from "@saccade/nn";
import * as c from "@saccade/tensor/contract";
import * as contract from "../contract/settings.ts";

/** The sizes that GPT and BERT share. */
export const languageModelRules = {
  /** The number of tokens. */
  vocabSize: c.required(c.size()),
  /** The longest sequence, prompt and generated tokens together. */
  maxLen: c.required(c.size()),
  ...contract.sizeRules,
  /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0. */
  dropout: attention.dropoutRule(0),
  ...contract.weightsRules,
};

/** The records of {@link languageModelRules}. */
export type LanguageModelRules = typeof languageModelRules &
  typeof contract.sizeRules &
  typeof contract.weightsRules;

/** The options of the `forward` that GPT and BERT share. */
export const forwardRules = {
  /**
   * bool (b, n), or (b, cached + n) with a cache: true where a token may be attended to, false for padding, after a text or
   * before it. Positions are counted with the padding. Default all true.
   */
  keyMask: c.tensorRule("bool", "(b, _)"),
  /** Whether the weights of each layer are returned. Default false. */
  needWeights: c.flag(false),
  /** Whether the inputs and outputs of all layers are returned. Default false. */
  needHiddenStates: c.flag(false),
};

/** Hugging Face's names of {@link forwardRules}. */
export const forwardRenames = {
  attentionMask: "write keyMask, a bool tensor, true for tokens that are not padding",
  outputAttentions: "write needWeights",
  outputHiddenStates: "write needHiddenStates",
};

const gptOptions = c.options(
  "GPT",
  {
    ...languageModelRules,
    /** Heads of keys and values, each shared by numHeads / numKvHeads queries' (Ainslie et al. 2023). Default numHeads. */
    numKvHeads: attention.headsRule(),
    /** The width of each head's queries, keys and values. Default dModel / numHeads. */
    headDim: c.size(),
    /** Default "learned", as in GPT-2; Llama has "rotary". */
    positions: c.oneOf(["learned", "sinusoidal", "rotary", "relative", "alibi", "none"], "learned"),
    /** The base of rotary positions. Default 10000. */
    ropeBase: c.number(10_000, { min: 1, max: 1e15 }),
    /** How rotary positions are stretched for longer texts, as in Llama 3.1. Default "none". */
    ropeScaling: c.unchecked<RotaryScaling | "none">("a scaling"),
    /** LayerNorm, or Llama's RMSNorm. Default "layer". */
    norm: c.oneOf(["layer", "rms"], "layer"),
    /** Added to the variance. Default 1e-5. */
    normEps: attention.epsRule(1e-5),
    /**
     * "gelu" is the function itself, "geluTanh" GPT-2's approximation by tanh. Networks with a gate (Shazeer 2020): "swiglu",
     * Llama's, and "geglu", or "gegluTanh" with the approximation. Default "geluTanh".
     */
    activation: c.oneOf(["gelu", "geluTanh", "relu", "silu", "swiglu", "geglu", "gegluTanh"], "geluTanh"),
    /** Whether linear layers have biases. Default true. */
    bias: c.flag(true),
    /** Whether those of attention have. Default `bias`. */
    attentionBias: c.flag(),
    /**
     * Makes the attention of each layer, an {@link AttentionModule} of your own or a {@link SequenceMixer}; a list has one for each
     * layer, and repeats. Default a `CausalSelfAttention`.
     */
    attention: contract.layersAttentionRule(),
    /** How many keys a query attends to, its own included, from itself back. Default all. */
    window: c.size(),
    /** Whether the output layer is the table of embeddings (Press & Wolf 2017). Default true. */
    tied: c.flag(true),
  },
  {
    example: "new GPT({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 })",
    renamed: {
      blockSize: "write maxLen",
      nEmbd: "write dModel",
      nLayer: "write numLayers",
      nHead: "write numHeads",
    },
  },
);

/** Sizes and options of a {@link GPT}. The defaults are GPT-2's. */
export interface GPTOptions extends Omit<c.OptionsOf<typeof gptOptions, LanguageModelRules>, "attention"> {}

type Filled<Settings> = { readonly [Name in keyof Settings]: NonNullable<Settings[Name]> };

/** Options with their defaults. */
export interface GPTSettings extends Filled<Omit<c.SettingsOf<typeof gptOptions>, "attention" | "window">> {
  /** How many keys a query attends to; undefined for all. */
  readonly window?: number | undefined;
}

/** A {@link GPT}'s encoding of positions. */
export type PositionKind = GPTSettings["positions"];

/** The activation of a {@link GPT}'s feed-forward network. */
export type GPTActivation = GPTSettings["activation"];

/** @throws ArgumentError for a wrong size or option, ShapeError unless the heads divide the width. */
export function gptSettings(given: GPTOptions & contract.LayersAttentionOption): GPTSettings {
  const { attention: own, ...settings } = gptOptions(given);
  const { dModel, numHeads, positions, ropeBase, bias, weights } = settings;
  const { numKvHeads = numHeads, headDim = dModel / numHeads, dimFeedforward = 4 * dModel } = settings;
  const { ropeScaling = "none", attentionBias = bias } = settings;
  if (settings.headDim === undefined) attention.checkDivides("GPT", "dModel", dModel, numHeads);
  attention.checkDivides("GPT", "numHeads", numHeads, numKvHeads);
  if (ropeScaling !== "none") attention.checkScaling("GPT", "ropeScaling", ropeScaling);
  // A model's settings hold the defaults of both.
  const rotary = { ropeBase: ropeBase === 10_000 ? undefined : ropeBase, ropeScaling: settings.ropeScaling };
  for (const [name, value] of Object.entries(rotary))
    if (value !== "none")
      attention.checkUsed("GPT", name, value, positions === "rotary", 'positions: "rotary"');
  if (own) {
    const given = { numKvHeads: settings.numKvHeads, headDim: settings.headDim };
    const made = numKvHeads === numHeads && headDim === dModel / numHeads; // the settings of a model
    const inside = positions === "rotary" || positions === "relative" || positions === "alibi";
    contract.forbidInside("GPT", {
      ...(made ? {} : given),
      window: settings.window,
      positions: inside ? positions : undefined,
    });
  }
  contract.checkWidths("GPT", weights, { dModel, "numHeads · headDim": numHeads * headDim, dimFeedforward });
  return { ...settings, numKvHeads, headDim, dimFeedforward, ropeScaling, attentionBias };
}

/** The norm of each sublayer's input. */
export function makeNorm({ dModel, norm, normEps }: GPTSettings): LayerNorm | RMSNorm {
  return norm === "rms" ? new RMSNorm(dModel, { eps: normEps }) : new LayerNorm(dModel, { eps: normEps });
}
