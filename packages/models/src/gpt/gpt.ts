import {
  KeyValueCache,
  type KeyValueCacheOptions,
  type LearnedPositions,
  type PositionalEncoding,
} from "@saccade/attention";
import { checkCache, checkSpan, method, noteParts } from "@saccade/attention/model";
import * as nn from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { ShapeError, type Tensor } from "@saccade/tensor";
import { checkInteger, iterable, withSiteOffset } from "@saccade/tensor/backend";
import { instanceOf, type OptionsOf, options, size, tensors, withFix } from "@saccade/tensor/contract";
import { checkIds } from "../contract/checks.ts";
import * as contract from "../contract/settings.ts";
import { CausalSelfAttention, type GPTAttention, GPTBlock } from "./block.ts";
import {
  forwardRenames,
  forwardRules,
  type GPTOptions,
  type GPTSettings,
  gptSettings,
  makeNorm,
} from "./gpt-options.ts";

const forward = method(
  options(
    "GPT.forward",
    {
      ...forwardRules,
      /** Keys and values of the tokens before these; those of these are added. */
      cache: withFix(instanceOf("a KeyValueCache", KeyValueCache), "write gpt.newCache()"),
      /** For how many tokens, from the last one back, logits are computed: 1 where only the next token matters. Default all. */
      logitsToKeep: size(),
    },
    {
      example: "gpt.forward(ids, { cache })",
      renamed: {
        ...forwardRenames,
        pastKeyValues: "write cache: gpt.newCache()",
        useCache: "write cache: gpt.newCache()",
      },
    },
  ),
  "ids int32 (b, n)",
);
const keyMasks = tensors("GPT.forward", "keyMask? bool (b, length)");

/** Options of {@link GPT.forward}. */
export interface GPTForwardOptions<W extends boolean = boolean, H extends boolean = boolean>
  extends OptionsOf<typeof forward, typeof forwardRules> {
  /** Whether to return the weights of each layer, too. Default false. */
  readonly needWeights?: W | undefined;
  /** Whether to return the inputs and outputs of all layers, too. Default false. */
  readonly needHiddenStates?: H | undefined;
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

/**
 * A decoder-only language model (Radford et al. 2019): embeddings, causal layers that normalize first, a last norm, and a
 * score for every word that may come next. With `{ positions: "rotary", norm: "rms", activation: "swiglu", bias: false }`
 * and `numKvHeads` it has Llama's architecture (Touvron et al. 2023).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 });
 * gpt.forward(tensor([[7, 8, 9]], { dtype: "int32" })).shape // [1, 3, 256]
 */
export class GPT<A extends GPTAttention = CausalSelfAttention> extends nn.Module {
  readonly settings: GPTSettings;
  embedding: nn.Embedding | nn.HalfEmbedding;
  /** Positions that are added to the embeddings; null where they act in the attention. */
  positions: LearnedPositions | PositionalEncoding | null;
  dropout: nn.Dropout;
  blocks: GPTBlock<A>[];
  norm: nn.LayerNorm | nn.RMSNorm;
  /** null where the output layer is the table of embeddings. */
  head: nn.LinearMap | null;

  /**
   * Weights start as N(0, 0.02²), those that end a residual branch with 0.02 / √(2 numLayers), biases as zeros, as in
   * GPT-2.
   *
   * @throws ArgumentError for invalid sizes and options, ShapeError unless the heads divide the width.
   */
  constructor(given: GPTOptions & contract.LayersAttentionOption<A>) {
    super();
    const settings = gptSettings(given as GPTOptions);
    const { attention } = given;
    const { vocabSize, maxLen, dModel, numLayers, positions, weights } = settings;
    const { numHeads, headDim, ropeBase, ropeScaling } = settings;
    this.settings = settings;
    this.embedding = contract.makeTable(weights, vocabSize, dModel);
    this.positions = contract.addedPositions(positions, dModel, maxLen);
    this.dropout = new nn.Dropout(settings.dropout);
    const rotary = { maxLen, base: ropeBase, scaling: ropeScaling };
    const inner = contract.innerPositions(positions, { numHeads, headDim, causal: true }, rotary);
    if (Array.isArray(attention) && numLayers % attention.length !== 0)
      throw new ShapeError(
        `GPT: attention has ${attention.length} layers, which do not divide numLayers ${numLayers}.`,
      );
    this.blocks = Array.from(
      { length: numLayers },
      (_, layer) => new GPTBlock<A>({ ...settings, attention }, inner, layer),
    );
    this.norm = makeNorm(settings);
    this.head = settings.tied ? null : contract.makeLinear(weights, dModel, vocabSize, false);
    this.#initialize();
    noteParts(this, "positions", "head");
    const embeddings = this.positions ? ["hook_embed", "hook_pos_embed"] : ["hook_embed"];
    nn.nameSites(this, { sites: embeddings, parts: { norm: "ln_final" } });
  }

  #initialize(): void {
    if (this.embedding instanceof nn.Embedding) init.normal(this.embedding.weight, 0, 0.02);
    const own = new Set(this.#owned().flatMap((module) => [...module.modules()]));
    for (const module of this.modules()) {
      if (own.has(module) || !(module instanceof nn.Linear)) continue;
      init.normal(module.weight, 0, 0.02);
      if (module.bias) init.zeros(module.bias);
    }
    const std = 0.02 / Math.sqrt(2 * this.blocks.length);
    for (const { attention, feedForward } of this.blocks)
      for (const last of [attention instanceof CausalSelfAttention ? attention.out : null, feedForward.down])
        if (last instanceof nn.Linear) init.normal(last.weight, 0, std);
  }

  // Custom attentions, which keep their own initialization.
  #owned(): (contract.AttentionModule | contract.SequenceMixer)[] {
    const all: GPTAttention[] = this.blocks.map(({ attention }) => attention);
    return all.filter(
      (one): one is contract.AttentionModule | contract.SequenceMixer =>
        !(one instanceof CausalSelfAttention),
    );
  }

  /**
   * An empty cache for this model.
   *
   * @example
   * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * gpt.newCache().length // 0
   */
  newCache(given: KeyValueCacheOptions = {}): KeyValueCache {
    for (const own of this.#owned()) contract.checkTakesCache("GPT.newCache", own);
    const cache = new KeyValueCache(this.settings.numLayers, given);
    this.blocks.forEach(({ attention }, i) => {
      if (contract.isMixer(attention)) cache.layers[i]!.self = attention.newCache(given);
    });
    return cache;
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
    const { b, n, cache, keyMask, logitsToKeep, ...wanted } = forward(this, [ids, given]);
    const { needWeights, needHiddenStates } = wanted;
    const { vocabSize, maxLen } = this.settings;
    checkIds("GPT.forward", ids, vocabSize);
    if (cache !== undefined) this.#checkCache(cache, ids);
    const offset = cache?.length ?? 0;
    checkSpan("GPT", "ids", n, offset, maxLen);
    if (logitsToKeep !== undefined) checkInteger("GPT", "logitsToKeep", logitsToKeep, 1, n);
    keyMasks.check([keyMask], { b, length: offset + n });
    const run = (): Tensor | GPTAttended => {
      const weights: Tensor[] = [];
      const hiddenStates: Tensor[] = [];
      const embedded = nn.tap("hook_embed", this.embedding.forward(ids));
      let x = this.dropout.forward(contract.addPositions(this.positions, embedded, offset));
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
    };
    return withSiteOffset(offset, () => nn.running(this, run)) as GPTResult<W, H>;
  }

  // Before any layer, so that a failed call adds nothing to some of them.
  #checkCache(cache: KeyValueCache, { shape: [batch], backend }: Tensor): void {
    const { numLayers, numKvHeads: numHeads, headDim: width } = this.settings;
    checkCache("GPT", cache, numLayers);
    const owned = this.#owned();
    for (const own of owned) contract.checkTakesCache("GPT.forward", own);
    if (owned.length > 0) return;
    const sizes = { batch: batch!, numHeads, keyWidth: width, valueWidth: width, backend };
    for (const { self } of cache.layers) self.check("GPT", sizes);
  }
}
