import { checkDivides, dropoutRule, epsRule, headsRule, layersRule } from "@saccade/attention/model";
import {
  flag,
  type OptionsOf,
  oneOf,
  options,
  required,
  type SettingsOf,
  size,
} from "@saccade/tensor/contract";
import { checkWidths, weightsRule } from "../contract/make-linear.ts";

const bertOptions = options(
  "Bert",
  {
    /** The number of tokens. */
    vocabSize: required(size()),
    /** The longest sequence. */
    maxLen: required(size()),
    /** The width of the embeddings, a multiple of `numHeads`. */
    dModel: required(size()),
    /** The number of layers. */
    numLayers: required(layersRule()),
    /** The number of heads of each attention. */
    numHeads: required(headsRule()),
    /** The width inside the feed-forward network. Default 4 dModel. */
    dimFeedforward: size(),
    /** The number of token types, such as the first and the second sentence. Default 2. */
    numTypes: size(2),
    /** "gelu" is the function itself, as in BERT, "geluTanh" its approximation. Default "gelu". */
    activation: oneOf(["gelu", "geluTanh", "relu", "silu"], "gelu"),
    /** Added to the variance. Default 1e-12. */
    normEps: epsRule(1e-12),
    /** Whether the first position also goes through a linear map and tanh. Default true. */
    pooler: flag(true),
    /** Whether there is a head that scores masked tokens, for {@link Bert.logits}. Default false. */
    maskedHead: flag(false),
    /**
     * How the weights of linear layers and the table of tokens are kept. Those in 16 bits are constant: they are loaded, or
     * trained beside, and take half the memory. Default "float32".
     */
    weights: weightsRule,
    /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0. */
    dropout: dropoutRule(0),
  },
  {
    example: "new Bert({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 })",
    renamed: {
      hiddenSize: "write dModel",
      numHiddenLayers: "write numLayers",
      numAttentionHeads: "write numHeads",
      typeVocabSize: "write numTypes",
    },
  },
);

/** Sizes and options of a {@link Bert}. */
export interface BertOptions extends OptionsOf<typeof bertOptions> {}

/** Options with their defaults. */
export interface BertSettings extends SettingsOf<typeof bertOptions> {
  readonly dimFeedforward: number;
}

/** The activation of a {@link Bert}'s feed-forward network. */
export type BertActivation = BertSettings["activation"];

/** @throws ArgumentError for a wrong size or option, ShapeError unless the heads divide the width. */
export function bertSettings(given: BertOptions): BertSettings {
  const settings = bertOptions(given);
  const { dModel, numHeads, dimFeedforward = 4 * dModel, weights } = settings;
  checkDivides("Bert", "dModel", dModel, numHeads);
  checkWidths("Bert", weights, { dModel, dimFeedforward });
  return { ...settings, dimFeedforward };
}
