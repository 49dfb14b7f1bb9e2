import type { LearnedPositions, PositionalEncoding } from "@saccade/attention";
import { checkParts, checkSpan, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, init, LayerNorm } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { refuseExtra } from "@saccade/tensor/backend";
import { checkSourceLens } from "../seq2seq/check-state.ts";
import { Encoder } from "../seq2seq/interfaces.ts";
import { checkIds } from "../tokens/check-ids.ts";
import { TransformerEncoder } from "./encoder.ts";
import { TransformerEncoderLayer } from "./encoder-layer.ts";
import type { TransformerLayerOptions } from "./layer-options.ts";
import {
  addedPositions,
  innerPositions,
  type TransformerOptions,
  type TransformerSettings,
  transformerSettings,
} from "./transformer-options.ts";

/** The layer options that both sides share. */
export function layerOptionsOf({
  dimFeedforward,
  dropout,
  normFirst,
}: TransformerSettings): TransformerLayerOptions {
  return { dimFeedforward, dropout, normFirst, batchFirst: true };
}

/**
 * The encoder of a {@link Transformer}: token ids (b, n) → the memory (b, n, dModel).
 *
 * @example
 * const net = new Transformer({ srcVocabSize: 100, tgtVocabSize: 90, dModel: 8, numHeads: 2, numLayers: 1 });
 * net.encoder.forward(ones([2, 7], { dtype: "int32" })).shape // [2, 7, 8]
 */
export class TransformerSourceEncoder extends Encoder<Tensor> {
  readonly maxLen: number;
  embedding: Embedding;
  positions: LearnedPositions | PositionalEncoding | null;
  dropout: Dropout;
  stack: TransformerEncoder;

  /** The options are those of Transformer. @throws ArgumentError, ShapeError as Transformer does. */
  constructor(options: TransformerOptions) {
    refuseExtra("TransformerSourceEncoder", arguments, 1);
    super();
    const settings = transformerSettings(options);
    const { srcVocabSize, dModel, numHeads, numLayers, dropout, maxLen, normFirst } = settings;
    this.maxLen = maxLen;
    this.embedding = new Embedding(srcVocabSize, dModel);
    init.normal(this.embedding.weight, 0, dModel ** -0.5);
    this.positions = addedPositions(settings);
    this.dropout = new Dropout(dropout);
    const layer = { ...layerOptionsOf(settings), positions: innerPositions(settings, false) };
    const norm = normFirst ? new LayerNorm(dModel) : null;
    this.stack = new TransformerEncoder(
      () => new TransformerEncoderLayer(dModel, numHeads, layer),
      numLayers,
      { norm },
    );
    noteParts(this, "positions");
  }

  /**
   * @param x (b, n) int32
   * @param validLens the number of words of each sentence, (b) int32; without it, every step counts
   * @throws IndexError for an unknown token id; ShapeError for a sentence longer than maxLen.
   */
  override forward(x: Tensor, validLens?: Tensor): Tensor {
    refuseExtra("TransformerSourceEncoder.forward", arguments, 2);
    checkParts(this);
    const { numEmbeddings, embeddingDim } = this.embedding;
    checkIds("Transformer", x, numEmbeddings, "srcVocabSize");
    checkSpan("Transformer", "the source", x.size(1), 0, this.maxLen);
    if (validLens !== undefined) checkSourceLens("Transformer", "validLens", validLens, x, 1);
    return scope(() => {
      // Scaled as in the paper, section 3.4.
      const embedded = this.embedding.forward(x).mul(Math.sqrt(embeddingDim));
      const placed = this.dropout.forward(this.positions?.forward(embedded) ?? embedded);
      return this.stack.forward(placed, { validLens });
    });
  }
}
