import type { LearnedPositions, PositionalEncoding } from "@saccade/attention";
import { checkDivides, dropoutRule } from "@saccade/attention/model";
import { type Dropout, Embedding, LayerNorm, type Module, nameSites, tap } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import type { Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { addPositions, innerPositions, sizeRules } from "../contract/settings.ts";
import { innerStackParts } from "./encoder.ts";

const transformerOptions = c.options(
  "Transformer",
  {
    /** The number of source tokens. */
    srcVocabSize: c.required(c.size()),
    /** The number of target tokens. */
    tgtVocabSize: c.required(c.size()),
    ...sizeRules,
    /** The longest sentence, with special tokens. Default 512. */
    maxLen: c.size(512),
    /** Of embeddings, attention weights and sublayers' outputs, while training. Default 0.1. */
    dropout: dropoutRule(0.1),
    /** Default "sinusoidal", as in the paper. */
    positions: c.oneOf(["sinusoidal", "learned", "rotary", "relative", "alibi"], "sinusoidal"),
    /** Sublayers normalize their input instead of their sum (Xiong et al. 2020). Default false, as in the paper. */
    normFirst: c.flag(false),
    /** Whether the output layer is the table of target embeddings, as in the paper (section 3.4). Default true. */
    tied: c.flag(true),
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
export interface TransformerOptions extends c.OptionsOf<typeof transformerOptions, typeof sizeRules> {}

/** Options with their defaults. */
export interface TransformerSettings extends c.SettingsOf<typeof transformerOptions> {
  readonly dimFeedforward: number;
}

/** @throws ArgumentError for a wrong size or option, ShapeError unless the heads divide the width. */
export function transformerSettings(given: TransformerOptions): TransformerSettings {
  const settings = transformerOptions(given);
  const { dModel, numHeads, dimFeedforward = 4 * dModel } = settings;
  checkDivides("Transformer", "dModel", dModel, numHeads);
  return { ...settings, dimFeedforward };
}

/** The options of the layers and of the stack of one side. */
export function sideOf(settings: TransformerSettings, causal: boolean) {
  const { dModel, numHeads, maxLen, dimFeedforward, dropout, normFirst } = settings;
  const heads = { numHeads, headDim: dModel / numHeads, causal };
  const positions = innerPositions(settings.positions, heads, { maxLen });
  const layer = { dimFeedforward, dropout, normFirst, batchFirst: true, positions };
  return { layer, stack: { norm: normFirst ? new LayerNorm(dModel) : null } };
}

/** The table of one side's words, N(0, 1 / dModel). */
export function makeEmbedding(vocabSize: number, dModel: number): Embedding {
  const embedding = new Embedding(vocabSize, dModel);
  init.normal(embedding.weight, 0, dModel ** -0.5);
  return embedding;
}

/** A side of a Transformer: where words enter, and its layers. */
interface Side extends Module {
  readonly embedding: Embedding;
  readonly positions: LearnedPositions | PositionalEncoding | null;
  readonly dropout: Dropout;
  readonly stack: Module;
}

/** Names the sites of a side: those of its layers are `encoder.0.…`, as in T5. */
export function nameSide(side: Side): void {
  const sites = side.positions ? ["hook_embed", "hook_pos_embed"] : ["hook_embed"];
  nameSites(side, { sites, parts: { stack: "" } });
  nameSites(side.stack, { parts: innerStackParts });
}

/** Token ids (b, n), the first at position `offset` → (b, n, dModel), scaled as in the paper, section 3.4. Call it while the side runs. */
export function embed(side: Side, ids: Tensor, offset: number = 0): Tensor {
  const { embedding, positions, dropout } = side;
  const scaled = embedding.forward(ids).mul(Math.sqrt(embedding.embeddingDim));
  return dropout.forward(addPositions(positions, tap("hook_embed", scaled), offset));
}
