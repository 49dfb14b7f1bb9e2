import { checkDropout, checkHeads } from "@saccade/attention/model";
import { ArgumentError } from "@saccade/tensor";
import { checkBoolean, checkChoice, checkOptions, optionNames } from "@saccade/tensor/backend";
import { checkEps, checkLayers, checkSize } from "../contract/check-options.ts";
import { checkWeights, type WeightsFormat } from "../contract/make-linear.ts";

/** Sizes and options of a {@link Bert}. */
export interface BertOptions {
  /** The number of tokens. */
  readonly vocabSize: number;
  /** The longest sequence. */
  readonly maxLen: number;
  /** The width of the embeddings, a multiple of `numHeads`. */
  readonly dModel: number;
  /** The number of layers. */
  readonly numLayers: number;
  /** The number of heads of each attention. */
  readonly numHeads: number;
  /** The width inside the feed-forward network. Default 4 dModel. */
  readonly dimFeedforward?: number | undefined;
  /** The number of token types, such as the first and the second sentence. Default 2. */
  readonly numTypes?: number | undefined;
  /** "gelu" is the function itself, as in BERT, "geluTanh" its approximation. Default "gelu". */
  readonly activation?: BertActivation | undefined;
  /** Added to the variance. Default 1e-12. */
  readonly normEps?: number | undefined;
  /** Whether the first position also goes through a linear map and tanh. Default true. */
  readonly pooler?: boolean | undefined;
  /** Whether there is a head that scores masked tokens, for {@link Bert.logits}. Default false. */
  readonly maskedHead?: boolean | undefined;
  /**
   * How the weights of linear layers and the table of tokens are kept. Those in 16 bits are constant: they are loaded, or
   * trained beside, and take half the memory. Default "float32".
   */
  readonly weights?: WeightsFormat | undefined;
  /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0. */
  readonly dropout?: number | undefined;
}

/** What stands inside the feed-forward network of a {@link Bert}. */
export type BertActivation = "gelu" | "geluTanh" | "relu" | "silu";

/** Options with their defaults. */
export type BertSettings = Required<{ readonly [Name in keyof BertOptions]: NonNullable<BertOptions[Name]> }>;

const name = "Bert";
const activations: readonly BertActivation[] = ["gelu", "geluTanh", "relu", "silu"];

const options = optionNames<BertOptions>(
  name,
  {
    vocabSize: true,
    maxLen: true,
    dModel: true,
    numLayers: true,
    numHeads: true,
    dimFeedforward: true,
    numTypes: true,
    activation: true,
    normEps: true,
    pooler: true,
    maskedHead: true,
    weights: true,
    dropout: true,
  },
  "new Bert({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 })",
  {
    hiddenSize: "write dModel",
    numHiddenLayers: "write numLayers",
    numAttentionHeads: "write numHeads",
    typeVocabSize: "write numTypes",
  },
);

/** @throws ArgumentError for sizes and options that are none, ShapeError unless the heads divide the width. */
export function bertSettings(given: BertOptions): BertSettings {
  if (given === undefined) throw new ArgumentError(`${name}: it needs its sizes; write ${options.example}.`);
  checkOptions(options, given);
  const { vocabSize, maxLen, dModel, numLayers, numHeads } = given;
  checkHeads(name, "dModel", dModel, numHeads);
  const { dimFeedforward = 4 * dModel, numTypes = 2, activation = "gelu" } = given;
  const { normEps = 1e-12, pooler = true, maskedHead = false } = given;
  const { weights = "float32", dropout = 0 } = given;
  checkLayers(name, "numLayers", numLayers);
  const sizes = { vocabSize, maxLen, numLayers, numTypes };
  for (const [size, value] of Object.entries(sizes)) checkSize(name, size, value);
  checkSize(name, "dimFeedforward", dimFeedforward);
  checkChoice(name, "activation", activation, activations);
  checkEps(name, "normEps", normEps);
  checkBoolean(name, "pooler", pooler);
  checkBoolean(name, "maskedHead", maskedHead);
  checkWeights(name, weights, { dModel, dimFeedforward });
  checkDropout(name, dropout);
  const others = { activation, normEps, pooler, maskedHead, weights, dropout };
  return { ...sizes, dModel, numHeads, dimFeedforward, ...others };
}
