import { KeyValueCache, type LearnedPositions, type PositionalEncoding } from "@saccade/attention";
import { checkSpan, method, noteParts } from "@saccade/attention/model";
import { Dropout, type Embedding, Linear, linear } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { badArgument, checkInteger, iterable } from "@saccade/tensor/backend";
import { addedPositions } from "../contract/positions.ts";
import { type Decoded, Decoder, stateOf } from "../seq2seq/interfaces.ts";
import { checkIds, checkLens } from "../tokens/ids.ts";
import { TransformerDecoder, TransformerDecoderLayer } from "./decoder.ts";
import * as side from "./transformer-options.ts";

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

const name = "TransformerTargetDecoder";
const start = method(`${name}.initState`, "memory float (b, n, dModel)  encValidLens? int32 (b)");
const choose = method(`${name}.chooseHeads`, "");
const decoding = (what: string) =>
  method(what, "x int32 (b, steps)", stateOf("memory float (b, n, dModel)  encValidLens? int32 (b)"));
const forward = decoding(`${name}.forward`);
const logits = decoding(`${name}.logits`);

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
    const what = `${name}.chooseHeads`;
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
    checkLens(`${name}.initState`, "encValidLens", encValidLens, n);
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
    forward(this, [x, state]);
    const { cache: before } = state;
    if (before && !(before instanceof KeyValueCache))
      throw badArgument(
        `${name}.forward`,
        "state.cache",
        "a KeyValueCache or null",
        before,
        "pass the state of initState",
      );
    const cache = before?.fork() ?? null;
    const offset = cache?.length ?? 0;
    this.#checkIds(`${name}.forward`, x, offset);
    const { memory, encValidLens: crossValidLens } = state;
    const [output, weights, ...crossWeights] = scope(() => {
      const options = { causal: true, crossValidLens, cache: cache ?? undefined, needWeights: true } as const;
      const seen = this.stack.forward(side.embed(this, x, offset), memory, options);
      const cross = seen.weights.map((layer) => layer.cross);
      return [this.#scores(seen.output), this.#shown(cross[this.#layer]!), ...cross];
    });
    return iterable({ output: output!, state: { ...state, cache }, weights: weights!, crossWeights });
  }

  /** Only the scores, without a cache or weights: whole sentences from their start, as in training. */
  logits(x: Tensor, state: TransformerState): Tensor {
    logits(this, [x, state]);
    this.#checkIds(`${name}.logits`, x, 0);
    const options = { causal: true, crossValidLens: state.encValidLens };
    return scope(() => this.#scores(this.stack.forward(side.embed(this, x), state.memory, options)));
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
