import { method, noteParts } from "@saccade/attention/model";
import { init, Linear } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { EncoderDecoder } from "../seq2seq/interfaces.ts";
import { checkLens } from "../tokens/ids.ts";
import { TransformerSourceEncoder } from "./source-encoder.ts";
import {
  type TransformerDecoded,
  type TransformerState,
  TransformerTargetDecoder,
} from "./target-decoder.ts";
import {
  type TransformerOptions,
  type TransformerSettings,
  transformerSettings,
} from "./transformer-options.ts";

const inputs = "encX int32 (b, n)  decX int32 (b, steps)  encValidLens? int32 (b)";
const forward = method("Transformer.forward", inputs);
const logits = method("Transformer.logits", inputs);

/**
 * The Transformer of Vaswani et al. (2017), from token ids to scores of the next word: an encoder that attends in both
 * directions, and a decoder that attends to the words before and to the encoder's output. It is an EncoderDecoder, so
 * everything that trains and decodes those (seq2seqLoss, Trainer, predictSeq2Seq) works with it; decoding caches keys and values.
 *
 * @example
 * const net = new Transformer({ srcVocabSize: 100, tgtVocabSize: 90, dModel: 32, numHeads: 4, numLayers: 2 });
 * net.forward(ones([2, 7], { dtype: "int32" }), ones([2, 5], { dtype: "int32" })).output.shape // [2, 5, 90]
 */
export class Transformer extends EncoderDecoder<TransformerState, Tensor, TransformerDecoded> {
  readonly settings: TransformerSettings;
  declare encoder: TransformerSourceEncoder;
  declare decoder: TransformerTargetDecoder;

  /**
   * Linear layers start Xavier-uniform, embeddings as N(0, 1 / dModel).
   *
   * @throws ArgumentError for invalid sizes and options, ShapeError unless the heads divide the width.
   */
  constructor(options: TransformerOptions) {
    const settings = transformerSettings(options);
    super(new TransformerSourceEncoder(settings), new TransformerTargetDecoder(settings));
    this.settings = settings;
    for (const module of this.modules()) if (module instanceof Linear) init.xavierUniform(module.weight);
    noteParts(this);
  }

  /**
   * With teacher forcing: the scores of each next word, and the attention to the source.
   *
   * @param encX source token ids, (b, source steps) int32
   * @param decX target token ids fed to the decoder, `<bos>` first, (b, target steps) int32
   * @param encValidLens the number of valid source positions, (b) int32
   * @throws IndexError for an unknown token id; ShapeError for a sentence longer than maxLen.
   */
  override forward(encX: Tensor, decX: Tensor, encValidLens?: Tensor): TransformerDecoded {
    const { n } = forward(this, [encX, decX, encValidLens]);
    checkLens("Transformer.forward", "encValidLens", encValidLens, n);
    return this.decoder.forward(decX, { ...this.#encode(encX, encValidLens), cache: null });
  }

  /** Only the scores of {@link forward}, (b, target steps, words): less work, for training. */

  logits(encX: Tensor, decX: Tensor, encValidLens?: Tensor): Tensor {
    const { n } = logits(this, [encX, decX, encValidLens]);
    checkLens("Transformer.logits", "encValidLens", encValidLens, n);
    return scope(() => this.decoder.logits(decX, this.#encode(encX, encValidLens)));
  }

  #encode(x: Tensor, validLens: Tensor | undefined): TransformerState {
    return this.decoder.initState(this.encoder.forward(x, validLens), validLens);
  }
}
