import { KeyValueCache, type LearnedPositions, type PositionalEncoding } from "@saccade/attention";
import { checkFloats, checkParts, checkSpan, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, init, LayerNorm, Linear, linear } from "@saccade/nn";
import { ShapeError, scope, Tensor } from "@saccade/tensor";
import { badArgument, checkInteger, iterable, refuseExtra } from "@saccade/tensor/backend";
import { checkSourceLens, otherState } from "../seq2seq/check-state.ts";
import { type Decoded, Decoder } from "../seq2seq/interfaces.ts";
import { checkIds } from "../tokens/check-ids.ts";
import { TransformerDecoder } from "./decoder.ts";
import { TransformerDecoderLayer } from "./decoder-layer.ts";
import { layerOptionsOf } from "./source-encoder.ts";
import {
  addedPositions,
  innerPositions,
  type TransformerOptions,
  transformerSettings,
} from "./transformer-options.ts";

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

const name = "Transformer";

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

  /** The options are those of Transformer. @throws ArgumentError, ShapeError as Transformer does. */
  constructor(options: TransformerOptions) {
    refuseExtra("TransformerTargetDecoder", arguments, 1);
    super();
    const settings = transformerSettings(options);
    const { tgtVocabSize, dModel, numHeads, numLayers, dropout, maxLen, normFirst, tied } = settings;
    this.maxLen = maxLen;
    this.embedding = new Embedding(tgtVocabSize, dModel);
    init.normal(this.embedding.weight, 0, dModel ** -0.5);
    this.positions = addedPositions(settings);
    this.dropout = new Dropout(dropout);
    const layer = { ...layerOptionsOf(settings), positions: innerPositions(settings, true) };
    const norm = normFirst ? new LayerNorm(dModel) : null;
    this.stack = new TransformerDecoder(
      () => new TransformerDecoderLayer(dModel, numHeads, layer),
      numLayers,
      { norm },
    );
    this.dense = tied ? null : new Linear(dModel, tgtVocabSize);
    this.#layer = numLayers - 1;
    noteParts(this, "positions", "dense");
  }

  /**
   * Chooses the attention that `weights` shows: the mean over some heads of a layer, or over all of them. At first, all
   * heads of the last layer.
   *
   * @throws ArgumentError for a layer or a head that it has not.
   */
  chooseHeads(layer: number, heads: readonly number[] | null = null): void {
    refuseExtra("TransformerTargetDecoder.chooseHeads", arguments, 2);
    checkParts(this);
    const { layers } = this.stack;
    checkInteger(`${name}.chooseHeads`, "layer", layer, 0, layers.length - 1);
    if (heads !== null && (!Array.isArray(heads) || heads.length === 0)) {
      throw badArgument(`${name}.chooseHeads`, "heads", "an array of heads, or null for all", heads);
    }
    const last = layers[0]!.multihead_attn.numHeads - 1;
    for (const head of heads ?? []) checkInteger(`${name}.chooseHeads`, "a head", head, 0, last);
    this.#layer = layer;
    this.#heads = heads;
  }

  /**
   * The state at the start of a target.
   *
   * @param memory the encoder's output, (b, n, dModel)
   * @throws ShapeError for a memory of another width or rank, or lengths that do not match it.
   */
  override initState(memory: Tensor, encValidLens?: Tensor): TransformerState {
    refuseExtra("TransformerTargetDecoder.initState", arguments, 2);
    checkParts(this);
    checkFloats(name, "the encoder's output", memory);
    const width = this.embedding.embeddingDim;
    if (memory.ndim !== 3 || memory.size(2) !== width) {
      throw new ShapeError(`${name}: the encoder's output ${memory.describe()} must be (b, n, ${width}).`);
    }
    if (encValidLens !== undefined) checkSourceLens(name, "encValidLens", encValidLens, memory, 1);
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
    refuseExtra("TransformerTargetDecoder.forward", arguments, 2);
    checkParts(this);
    const { tensors, cache } = this.#decode(x, state, true);
    const [output, weights, ...crossWeights] = tensors;
    return iterable({ output: output!, state: { ...state, cache }, weights: weights!, crossWeights });
  }

  /** The scores alone, without a cache or weights: whole sentences from their start, as in training. */
  logits(x: Tensor, state: TransformerState): Tensor {
    refuseExtra("TransformerTargetDecoder.logits", arguments, 2);
    checkParts(this);
    return this.#decode(x, { ...state, cache: null }, false).tensors[0]!;
  }

  #decode(x: Tensor, state: TransformerState, needWeights: boolean): Computed {
    const { embeddingDim, numEmbeddings } = this.embedding;
    checkIds(name, x, numEmbeddings, "tgtVocabSize");
    const { memory, encValidLens }: Partial<TransformerState> = Object(state);
    if (!(memory instanceof Tensor)) throw otherState(name, state);
    if (x.size(0) !== memory.size(0)) {
      throw new ShapeError(
        `${name}: token ids ${x.describe()} and a state of ${memory.size(0)} sentences must have one batch size.`,
      );
    }
    const cache = state.cache?.fork() ?? null;
    const offset = cache?.length ?? 0;
    checkSpan(name, "the target", x.size(1), offset, this.maxLen);
    const tensors = scope(() => {
      const embedded = this.embedding.forward(x).mul(Math.sqrt(embeddingDim));
      const placed = this.dropout.forward(this.positions?.forward(embedded, { offset }) ?? embedded);
      const options = { causal: true, crossValidLens: encValidLens, cache: cache ?? undefined };
      if (!needWeights) return [this.#scores(this.stack.forward(placed, memory, options))];
      const seen = this.stack.forward(placed, memory, { ...options, needWeights: true });
      const cross = seen.weights.map((weights) => weights.cross);
      return [this.#scores(seen.output), this.#shown(cross[this.#layer]!), ...cross];
    });
    return { tensors, cache };
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

interface Computed {
  /** Scores; then, with weights, those that are shown and those of each layer. */
  readonly tensors: readonly Tensor[];
  readonly cache: KeyValueCache | null;
}
