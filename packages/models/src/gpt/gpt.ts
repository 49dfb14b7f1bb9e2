import {
  AlibiPositions,
  type AttentionPositions,
  KeyValueCache,
  type KeyValueCacheOptions,
  LearnedPositions,
  PositionalEncoding,
  RelativePositions,
  RotaryPositions,
} from "@saccade/attention";
import {
  checkCache,
  checkMask,
  checkParts,
  checkPlace,
  checkSpan,
  noteParts,
} from "@saccade/attention/model";
import {
  Dropout,
  Embedding,
  HalfEmbedding,
  init,
  type LayerNorm,
  Linear,
  type LinearMap,
  Module,
  type RMSNorm,
} from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { checkInteger, formatShape, iterable, refuseExtra, sameShape } from "@saccade/tensor/backend";
import { flag, options, size, unchecked } from "@saccade/tensor/contract";
import { makeLinear } from "../contract/make-linear.ts";
import { checkIds } from "../tokens/check-ids.ts";
import { GPTBlock, makeNorm } from "./block.ts";
import { type GPTOptions, type GPTSettings, gptSettings } from "./gpt-options.ts";

/** Options of {@link GPT.forward}. */
export interface GPTForwardOptions<W extends boolean = boolean, H extends boolean = boolean> {
  /** Keys and values of the tokens before these; those of these are added. */
  readonly cache?: KeyValueCache | undefined;
  /**
   * bool (b, cached + n), true where a token may be attended to: false for padding, after a text or before it. Positions are
   * counted with the padding. Default all true.
   */
  readonly keyMask?: Tensor | undefined;
  /** Whether the weights of each layer are returned beside the logits. Default false. */
  readonly needWeights?: W | undefined;
  /** Whether the inputs and outputs of all layers are returned beside the logits. Default false. */
  readonly needHiddenStates?: H | undefined;
  /**
   * For how many tokens, from the last one back, logits are computed: 1 where only the next token matters. Default all of
   * them.
   */
  readonly logitsToKeep?: number | undefined;
}

/** The result of {@link GPT} with weights or hidden states. */
export interface GPTAttended {
  /** (b, n, vocabSize), or (b, logitsToKeep, vocabSize). */
  readonly output: Tensor;
  /** One a layer, (b, heads, n, cached + n); none unless they are wanted. */
  readonly weights: readonly Tensor[];
  /**
   * numLayers + 1 of (b, n, dModel): the embeddings, then the output of each layer, that of the last layer after the last
   * norm. None unless they are wanted.
   */
  readonly hiddenStates: readonly Tensor[];
}

/** The result of {@link GPT.forward}: the logits, or all of it with weights or hidden states. */
export type GPTResult<W extends boolean, H extends boolean> = [W] extends [true]
  ? GPTAttended
  : [H] extends [true]
    ? GPTAttended
    : [W, H] extends [false, false]
      ? Tensor
      : Tensor | GPTAttended;

const forwardOptions = options(
  "GPT.forward",
  {
    cache: unchecked<KeyValueCache>("a KeyValueCache"),
    keyMask: unchecked<Tensor>("a tensor"),
    needWeights: flag(false),
    needHiddenStates: flag(false),
    logitsToKeep: size(),
  },
  {
    example: "gpt.forward(ids, { cache })",
    renamed: {
      pastKeyValues: "write cache: gpt.newCache()",
      useCache: "write cache: gpt.newCache()",
      attentionMask: "write keyMask, a bool tensor, true for tokens that are not padding",
      outputAttentions: "write needWeights",
      outputHiddenStates: "write needHiddenStates",
    },
  },
);

/**
 * A decoder-only language model (Radford et al. 2019): embeddings, causal layers that normalize first, a last norm, and a
 * score for every word that may come next. With `{ positions: "rotary", norm: "rms", activation: "swiglu", bias: false }`
 * and `numKvHeads` it has Llama's architecture (Touvron et al. 2023).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 });
 * gpt.forward(tensor([[7, 8, 9]], { dtype: "int32" })).shape // [1, 3, 256]
 */
export class GPT extends Module {
  readonly settings: GPTSettings;
  embedding: Embedding | HalfEmbedding;
  /** Positions that are added to the embeddings; null where they act in the attention. */
  positions: LearnedPositions | PositionalEncoding | null;
  dropout: Dropout;
  blocks: GPTBlock[];
  norm: LayerNorm | RMSNorm;
  /** null where the output layer is the table of embeddings. */
  head: LinearMap | null;

  /**
   * Weights start as N(0, 0.02²), those that end a residual branch with 0.02 / √(2 numLayers), biases as zeros, as in
   * GPT-2.
   *
   * @throws ArgumentError for sizes and options that are none, ShapeError unless the heads divide the width.
   */
  constructor(given: GPTOptions) {
    refuseExtra("GPT", arguments, 1);
    super();
    const settings = gptSettings(given);
    const { vocabSize, maxLen, dModel, numLayers, dropout, tied, positions, weights } = settings;
    this.settings = settings;
    this.embedding =
      weights === "float32"
        ? new Embedding(vocabSize, dModel)
        : new HalfEmbedding(vocabSize, dModel, weights);
    this.positions =
      positions === "learned"
        ? new LearnedPositions(maxLen, dModel)
        : positions === "sinusoidal"
          ? new PositionalEncoding(dModel, { maxLen })
          : null;
    this.dropout = new Dropout(dropout);
    const inside = insidePositions(settings);
    this.blocks = Array.from({ length: numLayers }, () => new GPTBlock(settings, inside));
    this.norm = makeNorm(settings);
    this.head = tied ? null : makeLinear(settings.weights, dModel, vocabSize, false);
    this.#initialize();
    noteParts(this, "positions", "head");
  }

  #initialize(): void {
    if (this.embedding instanceof Embedding) init.normal(this.embedding.weight, 0, 0.02);
    for (const module of this.modules()) {
      if (!(module instanceof Linear)) continue;
      init.normal(module.weight, 0, 0.02);
      if (module.bias) init.zeros(module.bias);
    }
    const std = 0.02 / Math.sqrt(2 * this.blocks.length);
    for (const { attention, feedForward } of this.blocks) {
      for (const last of [attention.out, feedForward.down])
        if (last instanceof Linear) init.normal(last.weight, 0, std);
    }
  }

  /**
   * An empty cache for this model.
   *
   * @example
   * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * gpt.newCache().length // 0
   */
  newCache(given: KeyValueCacheOptions = {}): KeyValueCache {
    refuseExtra("GPT.newCache", arguments, 1);
    return new KeyValueCache(this.settings.numLayers, given);
  }

  /**
   * Scores of the token after each of `ids`.
   *
   * @param ids (b, n) int32; with a cache, the tokens after those in it
   * @returns logits (b, n, vocabSize), or (b, logitsToKeep, vocabSize); `{ output, weights, hiddenStates }` with `needWeights` or `needHiddenStates`
   * @throws IndexError for an unknown token id; ShapeError for a sequence longer than maxLen, or a cache of another batch
   * size.
   */
  override forward<W extends boolean = false, H extends boolean = false>(
    ids: Tensor,
    given: GPTForwardOptions<W, H> = {},
  ): GPTResult<W, H> {
    refuseExtra(forwardOptions, arguments, 2);
    checkParts(this);
    const { vocabSize, maxLen } = this.settings;
    checkIds("GPT", ids, vocabSize);
    const { cache, keyMask, needWeights, needHiddenStates, logitsToKeep } = forwardOptions(given);
    if (cache !== undefined) this.#checkCache(cache, ids);
    const offset = cache?.length ?? 0;
    checkSpan("GPT", "ids", ids.size(1), offset, maxLen);
    const n = ids.size(1);
    if (logitsToKeep !== undefined) checkInteger("GPT", "logitsToKeep", logitsToKeep, 1, n);
    if (keyMask !== undefined) checkKeyMask(keyMask, ids, offset);
    const result = scope(() => {
      const weights: Tensor[] = [];
      const hiddenStates: Tensor[] = [];
      const embedded = this.embedding.forward(ids);
      let x = this.dropout.forward(this.positions?.forward(embedded, { offset }) ?? embedded);
      this.blocks.forEach((block, i) => {
        if (needHiddenStates) hiddenStates.push(x);
        const attended = block.forward(x, { cache: cache?.layers[i]?.self, keyMask, needWeights });
        x = attended.output;
        if (attended.weights) weights.push(attended.weights);
      });
      const normed = this.norm.forward(x);
      if (needHiddenStates) hiddenStates.push(normed);
      const kept = logitsToKeep === undefined ? normed : normed.narrow(1, n - logitsToKeep, logitsToKeep);
      const output = this.head ? this.head.forward(kept) : this.embedding.scores(kept);
      return needWeights || needHiddenStates ? iterable({ output, weights, hiddenStates }) : output;
    });
    return result as GPTResult<W, H>;
  }

  // Before any layer, so that a failed call adds nothing to some of them.
  #checkCache(cache: KeyValueCache, ids: Tensor): void {
    const { numLayers, numKvHeads, headDim: width } = this.settings;
    checkCache("GPT", cache, numLayers);
    const sizes = { batch: ids.size(0), numHeads: numKvHeads, keyWidth: width, valueWidth: width };
    for (const { self } of cache.layers) self.check("GPT", { ...sizes, backend: ids.backend });
  }
}

// Before any layer, too.
function checkKeyMask(keyMask: Tensor, ids: Tensor, cached: number): void {
  checkMask("GPT", "keyMask", keyMask);
  checkPlace("GPT", "keyMask", keyMask, ids.backend);
  const expected = [ids.size(0), cached + ids.size(1)];
  if (sameShape(keyMask.shape, expected)) return;
  throw new ShapeError(
    `GPT: keyMask ${formatShape(keyMask.shape)} must be (b, cached + n) = ${formatShape(expected)}, one place for each token so far.`,
  );
}

// One for all layers, as T5 shares its biases.
function insidePositions(settings: GPTSettings): AttentionPositions | null {
  const { positions, headDim, numHeads, maxLen, ropeBase, ropeScaling } = settings;
  if (positions === "rotary")
    return new RotaryPositions(headDim, { maxLen, base: ropeBase, scaling: ropeScaling });
  if (positions === "alibi") return new AlibiPositions(numHeads);
  if (positions === "relative") return new RelativePositions(numHeads, { bidirectional: false });
  return null;
}
