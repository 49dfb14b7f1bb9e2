import type { RotaryScaling } from "@saccade/attention";
import { checkBase, checkDropout, checkHeads, checkScaling, checkUsed } from "@saccade/attention/model";
import { ArgumentError } from "@saccade/tensor";
import { checkBoolean, checkChoice, checkOptions, optionNames } from "@saccade/tensor/backend";
import { checkEps, checkLayers, checkSize } from "../contract/check-options.ts";
import { checkWeights, type WeightsFormat } from "../contract/make-linear.ts";

/** How a {@link GPT} tells positions apart. */
export type PositionKind = "learned" | "sinusoidal" | "rotary" | "relative" | "alibi" | "none";

/** What stands inside the feed-forward network of a {@link GPT}. */
export type GPTActivation = "gelu" | "geluTanh" | "relu" | "silu" | "swiglu" | "geglu" | "gegluTanh";

/** Sizes and options of a {@link GPT}. The defaults are GPT-2's. */
export interface GPTOptions {
  /** The number of tokens. */
  readonly vocabSize: number;
  /** The longest sequence, prompt and generated tokens together. */
  readonly maxLen: number;
  /** The width of the embeddings, a multiple of `numHeads` unless `headDim` is given. */
  readonly dModel: number;
  /** The number of blocks. */
  readonly numLayers: number;
  /** The number of heads of each attention. */
  readonly numHeads: number;
  /** Heads of keys and values, each shared by numHeads / numKvHeads queries' (Ainslie et al. 2023). Default numHeads. */
  readonly numKvHeads?: number | undefined;
  /** The width of each head's queries, keys and values. Default dModel / numHeads. */
  readonly headDim?: number | undefined;
  /** The width inside the feed-forward network. Default 4 dModel. */
  readonly dimFeedforward?: number | undefined;
  /** Default "learned", as in GPT-2; Llama has "rotary". */
  readonly positions?: PositionKind | undefined;
  /** The base of rotary positions. Default 10000. */
  readonly ropeBase?: number | undefined;
  /** How rotary positions are stretched for longer texts, as in Llama 3.1. Default "none". */
  readonly ropeScaling?: RotaryScaling | "none" | undefined;
  /** LayerNorm, or Llama's RMSNorm. Default "layer". */
  readonly norm?: "layer" | "rms" | undefined;
  /** Added to the variance. Default 1e-5. */
  readonly normEps?: number | undefined;
  /**
   * "gelu" is the function itself, "geluTanh" GPT-2's approximation by tanh. Networks with a gate (Shazeer 2020): "swiglu",
   * Llama's, and "geglu", or "gegluTanh" with the approximation. Default "geluTanh".
   */
  readonly activation?: GPTActivation | undefined;
  /** Whether linear layers have biases. Default true. */
  readonly bias?: boolean | undefined;
  /** Whether those of attention have. Default `bias`. */
  readonly attentionBias?: boolean | undefined;
  /** Whether the output layer is the table of embeddings (Press & Wolf 2017). Default true. */
  readonly tied?: boolean | undefined;
  /**
   * How the weights of linear layers and the table of embeddings are kept. Those in 16 bits are constant: they are loaded,
   * or trained beside, and take half the memory and time of decoding. Default "float32".
   */
  readonly weights?: WeightsFormat | undefined;
  /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0. */
  readonly dropout?: number | undefined;
}

/** Options with their defaults. */
export type GPTSettings = Required<{ readonly [Name in keyof GPTOptions]: NonNullable<GPTOptions[Name]> }>;

const activations: readonly GPTActivation[] = [
  "gelu",
  "geluTanh",
  "relu",
  "silu",
  "swiglu",
  "geglu",
  "gegluTanh",
];

const options = optionNames<GPTOptions>(
  "GPT",
  {
    vocabSize: true,
    maxLen: true,
    dModel: true,
    numLayers: true,
    numHeads: true,
    numKvHeads: true,
    headDim: true,
    dimFeedforward: true,
    positions: true,
    ropeBase: true,
    ropeScaling: true,
    norm: true,
    normEps: true,
    activation: true,
    bias: true,
    attentionBias: true,
    tied: true,
    weights: true,
    dropout: true,
  },
  "new GPT({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 })",
  { blockSize: "write maxLen", nEmbd: "write dModel", nLayer: "write numLayers", nHead: "write numHeads" },
);

/** @throws ArgumentError for sizes and options that are none, ShapeError unless the heads divide the width. */
export function gptSettings(given: GPTOptions): GPTSettings {
  if (given === undefined) throw new ArgumentError(`GPT: it needs its sizes; write ${options.example}.`);
  checkOptions(options, given);
  const { vocabSize, maxLen, dModel, numLayers, numHeads } = given;
  for (const [name, size] of Object.entries({ vocabSize, maxLen })) checkSize("GPT", name, size);
  checkLayers("GPT", "numLayers", numLayers);
  checkSize("GPT", "dModel", dModel);
  if (given.headDim === undefined) checkHeads("GPT", "dModel", dModel, numHeads);
  else checkSize("GPT", "headDim", given.headDim);
  const { numKvHeads = numHeads, dimFeedforward = 4 * dModel, ropeBase = 10_000, normEps = 1e-5 } = given;
  const { positions = "learned", ropeScaling = "none", norm = "layer", activation = "geluTanh" } = given;
  const { headDim = dModel / numHeads } = given;
  const { bias = true, attentionBias = bias, tied = true, weights = "float32", dropout = 0 } = given;
  checkHeads("GPT", "numHeads", numHeads, numKvHeads, "numKvHeads");
  checkSize("GPT", "dimFeedforward", dimFeedforward);
  checkBase("GPT", "ropeBase", ropeBase);
  if (ropeScaling !== "none") checkScaling("GPT", "ropeScaling", ropeScaling);
  // A model's settings hold the defaults of both.
  const turns = positions === "rotary";
  if (ropeBase !== 10_000) checkUsed("GPT", "ropeBase", ropeBase, turns, 'positions: "rotary"');
  if (ropeScaling !== "none") checkUsed("GPT", "ropeScaling", ropeScaling, turns, 'positions: "rotary"');
  checkEps("GPT", "normEps", normEps);
  checkChoice("GPT", "positions", positions, [
    "learned",
    "sinusoidal",
    "rotary",
    "relative",
    "alibi",
    "none",
  ]);
  checkChoice("GPT", "norm", norm, ["layer", "rms"]);
  checkChoice("GPT", "activation", activation, activations);
  checkBoolean("GPT", "bias", bias);
  checkBoolean("GPT", "attentionBias", attentionBias);
  checkBoolean("GPT", "tied", tied);
  checkWeights("GPT", weights, { dModel, "numHeads · headDim": numHeads * headDim, dimFeedforward });
  checkDropout("GPT", dropout);
  const sizes = { vocabSize, maxLen, dModel, numLayers, numHeads, numKvHeads, headDim, dimFeedforward };
  return {
    ...sizes,
    positions,
    ropeBase,
    ropeScaling,
    norm,
    normEps,
    activation,
    bias,
    attentionBias,
    tied,
    weights,
    dropout,
  };
}
