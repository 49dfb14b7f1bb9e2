import {
  AlibiPositions,
  type AttentionPositions,
  LearnedPositions,
  PositionalEncoding,
  RelativePositions,
  RotaryPositions,
} from "@saccade/attention";
import { checkDivides, dropoutRule, headsRule, layersRule } from "@saccade/attention/model";
import {
  flag,
  type OptionsOf,
  oneOf,
  options,
  required,
  type SettingsOf,
  size,
} from "@saccade/tensor/contract";

const transformerOptions = options(
  "Transformer",
  {
    /** The number of source tokens. */
    srcVocabSize: required(size()),
    /** The number of target tokens. */
    tgtVocabSize: required(size()),
    /** The width of the embeddings, a multiple of `numHeads`. */
    dModel: required(size()),
    /** The number of heads of each attention. */
    numHeads: required(headsRule()),
    /** Of the encoder and of the decoder. */
    numLayers: required(layersRule()),
    /** The longest sentence, with special tokens. Default 512. */
    maxLen: size(512),
    /** The width inside the feed-forward networks. Default 4 dModel. */
    dimFeedforward: size(),
    /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0.1. */
    dropout: dropoutRule(0.1),
    /** Default "sinusoidal", as in the paper. */
    positions: oneOf(["sinusoidal", "learned", "rotary", "relative", "alibi"], "sinusoidal"),
    /** Sublayers normalize their input instead of their sum (Xiong et al. 2020). Default false, as in the paper. */
    normFirst: flag(false),
    /** Whether the output layer is the table of target embeddings, as in the paper (section 3.4). Default true. */
    tied: flag(true),
  },
  {
    example:
      "new Transformer({ srcVocabSize: 100, tgtVocabSize: 90, dModel: 32, numHeads: 4, numLayers: 2 })",
    renamed: {
      nhead: "write numHeads",
      numEncoderLayers: "write numLayers",
      numDecoderLayers: "write numLayers",
    },
  },
);

/** Sizes and options of a {@link Transformer}. */
export interface TransformerOptions extends OptionsOf<typeof transformerOptions> {}

/** Options with their defaults. */
export interface TransformerSettings extends SettingsOf<typeof transformerOptions> {
  readonly dimFeedforward: number;
}

/** @throws ArgumentError for a wrong size or option, ShapeError unless the heads divide the width. */
export function transformerSettings(given: TransformerOptions): TransformerSettings {
  const settings = transformerOptions(given);
  const { dModel, numHeads, dimFeedforward = 4 * dModel } = settings;
  checkDivides("Transformer", "dModel", dModel, numHeads);
  return { ...settings, dimFeedforward };
}

/** Positions that are added to the embeddings; null where they act in the attention. */
export function addedPositions(settings: TransformerSettings): LearnedPositions | PositionalEncoding | null {
  const { positions, dModel, maxLen } = settings;
  if (positions === "learned") return new LearnedPositions(maxLen, dModel);
  return positions === "sinusoidal" ? new PositionalEncoding(dModel, { maxLen }) : null;
}

/** Positions in the self-attention of all layers of one side. */
export function innerPositions(settings: TransformerSettings, causal: boolean): AttentionPositions | null {
  const { positions, dModel, numHeads, maxLen } = settings;
  if (positions === "rotary") return new RotaryPositions(dModel / numHeads, { maxLen });
  if (positions === "alibi") return new AlibiPositions(numHeads);
  return positions === "relative" ? new RelativePositions(numHeads, { bidirectional: !causal }) : null;
}
