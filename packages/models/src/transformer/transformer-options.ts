import {
  AlibiPositions,
  type AttentionPositions,
  LearnedPositions,
  PositionalEncoding,
  RelativePositions,
  RotaryPositions,
} from "@saccade/attention";
import { checkDropout, checkHeads } from "@saccade/attention/model";
import { ArgumentError } from "@saccade/tensor";
import { checkBoolean, checkChoice, checkOptions, optionNames } from "@saccade/tensor/backend";
import { checkLayers, checkSize } from "../contract/check-options.ts";

/** Sizes and options of a {@link Transformer}. */
export interface TransformerOptions {
  /** The number of source tokens. */
  readonly srcVocabSize: number;
  /** The number of target tokens. */
  readonly tgtVocabSize: number;
  /** The width of the embeddings, a multiple of `numHeads`. */
  readonly dModel: number;
  /** The number of heads of each attention. */
  readonly numHeads: number;
  /** Of the encoder and of the decoder. */
  readonly numLayers: number;
  /** The longest sentence, with special tokens. Default 512. */
  readonly maxLen?: number | undefined;
  /** The width inside the feed-forward networks. Default 4 dModel. */
  readonly dimFeedforward?: number | undefined;
  /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0.1. */
  readonly dropout?: number | undefined;
  /** Default "sinusoidal", as in the paper. */
  readonly positions?: "sinusoidal" | "learned" | "rotary" | "relative" | "alibi" | undefined;
  /** Sublayers normalize their input instead of their sum (Xiong et al. 2020). Default false, as in the paper. */
  readonly normFirst?: boolean | undefined;
  /** Whether the output layer is the table of target embeddings, as in the paper (section 3.4). Default true. */
  readonly tied?: boolean | undefined;
}

/** Options with their defaults. */
export type TransformerSettings = Required<{
  readonly [Name in keyof TransformerOptions]: NonNullable<TransformerOptions[Name]>;
}>;

const options = optionNames<TransformerOptions>(
  "Transformer",
  {
    srcVocabSize: true,
    tgtVocabSize: true,
    dModel: true,
    numHeads: true,
    numLayers: true,
    maxLen: true,
    dimFeedforward: true,
    dropout: true,
    positions: true,
    normFirst: true,
    tied: true,
  },
  "new Transformer({ srcVocabSize: 100, tgtVocabSize: 90, dModel: 32, numHeads: 4, numLayers: 2 })",
  { nhead: "write numHeads", numEncoderLayers: "write numLayers", numDecoderLayers: "write numLayers" },
);

/** @throws ArgumentError for sizes and options that are none, ShapeError unless the heads divide the width. */
export function transformerSettings(given: TransformerOptions): TransformerSettings {
  const what = "Transformer";
  if (given === undefined) throw new ArgumentError(`${what}: it needs its sizes; write ${options.example}.`);
  checkOptions(options, given);
  const { srcVocabSize, tgtVocabSize, dModel, numHeads, numLayers } = given;
  checkHeads(what, "dModel", dModel, numHeads);
  const { maxLen = 512, dimFeedforward = 4 * dModel, dropout = 0.1 } = given;
  const { positions = "sinusoidal", normFirst = false, tied = true } = given;
  checkLayers(what, "numLayers", numLayers);
  const sizes = { srcVocabSize, tgtVocabSize, numLayers, maxLen, dimFeedforward };
  for (const [name, size] of Object.entries(sizes)) checkSize(what, name, size);
  checkDropout(what, dropout);
  checkChoice(what, "positions", positions, ["sinusoidal", "learned", "rotary", "relative", "alibi"]);
  checkBoolean(what, "normFirst", normFirst);
  checkBoolean(what, "tied", tied);
  return { ...sizes, dModel, numHeads, dropout, positions, normFirst, tied };
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
