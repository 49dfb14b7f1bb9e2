import type { LearnedPositions, PositionalEncoding } from "@saccade/attention";
import { checkSpan, method, noteParts } from "@saccade/attention/model";
import { Dropout, type Embedding } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { addedPositions } from "../contract/positions.ts";
import { Encoder } from "../seq2seq/interfaces.ts";
import { checkIds, checkLens } from "../tokens/ids.ts";
import { TransformerEncoder, TransformerEncoderLayer } from "./encoder.ts";
import * as side from "./transformer-options.ts";

const name = "TransformerSourceEncoder.forward";
const forward = method(name, "x int32 (b, n)  validLens? int32 (b)");

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

  /** The options are those of Transformer. */
  constructor(options: side.TransformerOptions) {
    super();
    const settings = side.transformerSettings(options);
    const { srcVocabSize, dModel, numHeads, numLayers, maxLen } = settings;
    this.maxLen = maxLen;
    this.embedding = side.makeEmbedding(srcVocabSize, dModel);
    this.positions = addedPositions(settings.positions, dModel, maxLen);
    this.dropout = new Dropout(settings.dropout);
    const { layer, stack } = side.sideOf(settings, false);
    const makeLayer = () => new TransformerEncoderLayer(dModel, numHeads, layer);
    this.stack = new TransformerEncoder(makeLayer, numLayers, stack);
    noteParts(this, "positions");
    side.nameSide(this);
  }

  /**
   * @param x (b, n) int32
   * @param validLens the number of words of each sentence, (b) int32; without it, every step counts
   * @throws IndexError for an unknown token id; ShapeError for a sentence longer than maxLen.
   */
  override forward(x: Tensor, validLens?: Tensor): Tensor {
    const { n } = forward(this, [x, validLens]);
    checkIds(name, x, this.embedding.numEmbeddings, "srcVocabSize");
    checkSpan(name, "the source", n, 0, this.maxLen);
    checkLens(name, "validLens", validLens, n);
    return scope(() => this.stack.forward(side.embed(this, x), { validLens }));
  }
}
