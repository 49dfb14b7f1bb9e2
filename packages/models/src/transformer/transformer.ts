// The Transformer from token ids to words: its encoder, its decoder, and both.

import { KeyValueCache, type LearnedPositions, type PositionalEncoding } from "@saccade/attention";
import { checkSpan, method, noteParts } from "@saccade/attention/model";
import { Dropout, type Embedding, Linear, linear, running } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { scope, type Tensor } from "@saccade/tensor";
import { badArgument, checkInteger, iterable } from "@saccade/tensor/backend";
import { checkIds, checkLens, stateOf } from "../contract/checks.ts";
import { addedPositions } from "../contract/settings.ts";
import { type Decoded, Decoder, Encoder, EncoderDecoder } from "../seq2seq/interfaces.ts";
import { TransformerDecoder, TransformerDecoderLayer } from "./decoder.ts";
import { TransformerEncoder, TransformerEncoderLayer } from "./encoder.ts";
import * as side from "./transformer-options.ts";

const sourceName = "TransformerSourceEncoder.forward";
const sourceForward = /* @__PURE__ */ method(sourceName, "x int32 (b, n)  validLens? int32 (b)");

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
    const { n } = sourceForward(this, [x, validLens]);
    checkIds(sourceName, x, this.embedding.numEmbeddings, "srcVocabSize");
    checkSpan(sourceName, "the source", n, 0, this.maxLen);
    checkLens(sourceName, "validLens", validLens, n);
    return running(this, () => this.stack.forward(side.embed(this, x), { validLens }));
  }
}

/** The state of a {@link Transformer}'s decoder. */
export interface TransformerState {
  /** The encoder's output, (b, n, dModel). */
  readonly memory: Tensor;
  /** The number of valid source positions, (b) int32; undefined for all. */
  readonly encValidLens: Tensor | undefined;
  /** Keys and values of the words before; null to decode whole sentences from their start, without a cache. */
  readonly cache: KeyValueCache | null;
}

/** The result of a {@link Transformer}. `weights` are those of the chosen heads; see `chooseHeads`. */
export interface TransformerDecoded extends Decoded<TransformerState> {
  /** The attention to the source, one a layer: (b, heads, steps, source steps). */
  readonly crossWeights: readonly Tensor[];
}

const targetName = "TransformerTargetDecoder";
const start = method(`${targetName}.initState`, "memory float (b, n, dModel)  encValidLens? int32 (b)");
const choose = method(`${targetName}.chooseHeads`, "");
const decoding = (what: string) =>
  method(what, "x int32 (b, steps)", stateOf("memory float (b, n, dModel)  encValidLens? int32 (b)"));
const targetForward = decoding(`${targetName}.forward`);
const targetLogits = decoding(`${targetName}.logits`);

/**
 * The decoder of a {@link Transformer}.
 *
 * @example
 * const net = new Transformer({ srcVocabSize: 100, tgtVocabSize: 90, dModel: 8, numHeads: 2, numLayers: 1 });
 * net.decoder instanceof TransformerTargetDecoder // true
 */
export class TransformerTargetDecoder extends Decoder<TransformerState, Tensor, TransformerDecoded> {
  readonly maxLen: number;
  embedding: Embedding;
  positions: LearnedPositions | PositionalEncoding | null;
  dropout: Dropout;
  stack: TransformerDecoder;
  /** null where the output layer is the table of embeddings. */
  dense: Linear | null;
  #layer: number;
  #heads: readonly number[] | null = null;

  /** The options are those of Transformer. */
  constructor(options: side.TransformerOptions) {
    super();
    const settings = side.transformerSettings(options);
    const { tgtVocabSize, dModel, numHeads, numLayers, maxLen } = settings;
    this.maxLen = maxLen;
    this.embedding = side.makeEmbedding(tgtVocabSize, dModel);
    this.positions = addedPositions(settings.positions, dModel, maxLen);
    this.dropout = new Dropout(settings.dropout);
    const { layer, stack } = side.sideOf(settings, true);
    const makeLayer = () => new TransformerDecoderLayer(dModel, numHeads, layer);
    this.stack = new TransformerDecoder(makeLayer, numLayers, stack);
    this.dense = settings.tied ? null : new Linear(dModel, tgtVocabSize);
    this.#layer = numLayers - 1;
    noteParts(this, "positions", "dense");
    side.nameSide(this);
  }

  /**
   * Chooses the attention that `weights` shows: the mean over some heads of a layer, or over all of them. At first, all
   * heads of the last layer.
   *
   * @throws ArgumentError for a layer or a head that does not exist.
   */
  chooseHeads(layer: number, heads: readonly number[] | null = null): void {
    const what = `${targetName}.chooseHeads`;
    choose(this, [layer, heads]);
    const { layers } = this.stack;
    checkInteger(what, "layer", layer, 0, layers.length - 1);
    if (heads !== null && (!Array.isArray(heads) || heads.length === 0))
      throw badArgument(what, "heads", "an array of heads, or null for all", heads);
    const last = layers[0]!.multihead_attn.numHeads - 1;
    for (const head of heads ?? []) checkInteger(what, "an item of heads", head, 0, last);
    this.#layer = layer;
    this.#heads = heads;
  }

  /**
   * The state at the start of a target.
   *
   * @param memory the encoder's output, (b, n, dModel)
   */
  override initState(memory: Tensor, encValidLens?: Tensor): TransformerState {
    const { n } = start(this, [memory, encValidLens], () => ({ dModel: this.embedding.embeddingDim }));
    checkLens(`${targetName}.initState`, "encValidLens", encValidLens, n);
    return { memory, encValidLens, cache: new KeyValueCache(this.stack.layers.length) };
  }

  /**
   * Scores of the word after each of x.
   *
   * @param x (b, steps) int32
   * @param state is not modified: another sentence may be continued from it
   * @throws IndexError for an unknown token id; ShapeError for a sentence longer than maxLen.
   */
  override forward(x: Tensor, state: TransformerState): TransformerDecoded {
    targetForward(this, [x, state]);
    const { cache: before } = state;
    if (before && !(before instanceof KeyValueCache))
      throw badArgument(
        `${targetName}.forward`,
        "state.cache",
        "a KeyValueCache or null",
        before,
        "pass the state of initState",
      );
    const cache = before?.fork() ?? null;
    const offset = cache?.length ?? 0;
    this.#checkIds(`${targetName}.forward`, x, offset);
    const { memory, encValidLens: crossValidLens } = state;
    const [output, weights, ...crossWeights] = running(this, () => {
      const options = { causal: true, crossValidLens, cache: cache ?? undefined, needWeights: true } as const;
      const seen = this.stack.forward(side.embed(this, x, offset), memory, options);
      const cross = seen.weights.map((layer) => layer.cross);
      return [this.#scores(seen.output), this.#shown(cross[this.#layer]!), ...cross];
    });
    return iterable({ output: output!, state: { ...state, cache }, weights: weights!, crossWeights });
  }

  /** Only the scores, without a cache or weights: whole sentences from their start, as in training. */
  logits(x: Tensor, state: TransformerState): Tensor {
    targetLogits(this, [x, state]);
    this.#checkIds(`${targetName}.logits`, x, 0);
    const options = { causal: true, crossValidLens: state.encValidLens };
    return running(this, () => this.#scores(this.stack.forward(side.embed(this, x), state.memory, options)));
  }

  #checkIds(what: string, x: Tensor, offset: number): void {
    checkIds(what, x, this.embedding.numEmbeddings, "tgtVocabSize");
    checkSpan(what, "the target", x.size(1), offset, this.maxLen);
  }

  #scores(x: Tensor): Tensor {
    return this.dense ? this.dense.forward(x) : linear(x, this.embedding.weight);
  }

  // (b, heads, steps, source steps) → (steps, b, 1, source steps)
  #shown(weights: Tensor): Tensor {
    const heads = weights.unbind(1);
    const chosen = this.#heads?.map((head) => heads[head]!) ?? heads;
    const mean = chosen.reduce((sum, head) => sum.add(head)).div(chosen.length);
    return mean.transpose(0, 1).unsqueeze(2);
  }
}

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
  readonly settings: side.TransformerSettings;
  declare encoder: TransformerSourceEncoder;
  declare decoder: TransformerTargetDecoder;

  /**
   * Linear layers start Xavier-uniform, embeddings as N(0, 1 / dModel).
   *
   * @throws ArgumentError for invalid sizes and options, ShapeError unless the heads divide the width.
   */
  constructor(options: side.TransformerOptions) {
    const settings = side.transformerSettings(options);
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
