// What models have in common: sizes, the format of weights, positions, activations, and custom attention.

import {
  AlibiPositions,
  type AttentionCache,
  type AttentionCacheOptions,
  type AttentionPositions,
  LearnedPositions,
  type MaybeAttended,
  type MultiheadAttention,
  PositionalEncoding,
  RelativePositions,
  type RotaryOptions,
  RotaryPositions,
} from "@saccade/attention";
import { type Allowed, allowedPairs, headsRule, layersRule } from "@saccade/attention/model";
import * as nn from "@saccade/nn";
import { ArgumentError, ShapeError, Tensor, zerosLike } from "@saccade/tensor";
import { badArgument, describeValue, formatShape, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";

/** The sizes of models of layers. */
export const sizeRules = {
  /** The width of the embeddings, a multiple of `numHeads`; GPT may give `headDim` instead. */
  dModel: /* @__PURE__ */ c.required(/* @__PURE__ */ c.size()),
  /** The number of layers, of each side where there are two. */
  numLayers: /* @__PURE__ */ c.required(/* @__PURE__ */ layersRule()),
  /** The number of heads of each attention. */
  numHeads: /* @__PURE__ */ c.required(/* @__PURE__ */ headsRule()),
  /** The width inside the feed-forward networks. Default 4 dModel. */
  dimFeedforward: /* @__PURE__ */ c.size(),
};

/** How a model's weights are kept. */
export type WeightsFormat = "float32" | nn.HalfFormat;

/** The options that GPT and BERT share. */
export const weightsRules = {
  /**
   * The format of the linear layers' weights and the token embedding. 16-bit weights take half the memory and are constant:
   * load them, or train adapters next to them. Default "float32".
   */
  weights: /* @__PURE__ */ c.oneOf(["float32", "bfloat16", "float16"], "float32"),
};

/** @throws ArgumentError for an odd width where the format packs weights in twos. */
export function checkWidths(
  what: string,
  weights: WeightsFormat,
  widths: Readonly<Record<string, number>>,
): void {
  const odd = Object.entries(widths).find(([, width]) => width % 2 !== 0);
  if (weights === "float32" || odd === undefined) return;
  throw new ArgumentError(
    `${what}: ${odd.join(" is ")}; it must be even, since 16-bit weights are packed in twos; write weights: "float32".`,
  );
}

/** A linear map whose weight is kept in this format. */
export function makeLinear(weights: WeightsFormat, into: number, out: number, bias: boolean): nn.LinearMap {
  return weights === "float32"
    ? new nn.Linear(into, out, { bias })
    : new nn.HalfLinear(into, out, { bias, format: weights });
}

/** A table of tokens that is kept in this format. */
export function makeTable(
  weights: WeightsFormat,
  count: number,
  size: number,
): nn.Embedding | nn.HalfEmbedding {
  return weights === "float32" ? new nn.Embedding(count, size) : new nn.HalfEmbedding(count, size, weights);
}

/** Positions that are added to the embeddings (…, n, dModel); null for kinds that act in the attention. */
export function addedPositions(
  kind: string,
  dModel: number,
  maxLen: number,
): LearnedPositions | PositionalEncoding | null {
  if (kind === "learned") return new LearnedPositions(maxLen, dModel);
  return kind === "sinusoidal" ? new PositionalEncoding(dModel, { maxLen }) : null;
}

/** Positions in the self-attention, which all layers share, as T5 shares its biases; null for kinds that are added. */
export function innerPositions(
  kind: string,
  heads: { readonly numHeads: number; readonly headDim: number; readonly causal: boolean },
  rotary: RotaryOptions,
): AttentionPositions | null {
  if (kind === "rotary") return new RotaryPositions(heads.headDim, rotary);
  if (kind === "alibi") return new AlibiPositions(heads.numHeads);
  return kind === "relative" ? new RelativePositions(heads.numHeads, { bidirectional: !heads.causal }) : null;
}

/** Embeddings plus positions, with a tap of the positions, (b, n, dModel). */
export function addPositions(
  positions: LearnedPositions | PositionalEncoding | null,
  embedded: Tensor,
  offset: number,
  name: string = "hook_pos_embed",
): Tensor {
  if (positions === null) return embedded;
  if (!nn.isTapped(name)) return positions.forward(embedded, { offset });
  return embedded.add(nn.tap(name, positions.forward(zerosLike(embedded), { offset })));
}

/** The activations of feed-forward networks: "gelu" is the function itself, "geluTanh" its approximation by tanh. */
export const activations = {
  gelu: (x: Tensor): Tensor => x.gelu(),
  geluTanh: (x: Tensor): Tensor => x.gelu({ approximate: "tanh" }),
  relu: (x: Tensor): Tensor => x.relu(),
  silu: (x: Tensor): Tensor => x.silu(),
};

// Custom attention in place of a model's.

/** The options with which a layer calls a custom attention. */
export interface AttentionCall {
  /**
   * bool, broadcasts to (b, heads, lq, lk): true where a query may attend to a key, all masks in one, the causal limit among
   * them. undefined where every query may attend to every key.
   */
  readonly mask?: Tensor | undefined;
  /** Whether the causal limit is in the mask: an attention that needs no (lq, lk) matrix can keep to it without one. */
  readonly causal?: boolean | undefined;
  /** Floats that are added to the scores, broadcast to (b, heads, lq, lk). */
  readonly bias?: Tensor | undefined;
  /** Whether the weights are wanted. */
  readonly needWeights?: boolean | undefined;
  /** Keys and values of earlier calls. Only an attention with `cached = true` gets one. */
  readonly cache?: AttentionCache | undefined;
}

/**
 * A custom attention, for the option `attention` of {@link GPT}, {@link Bert} and the layers: a module with two members.
 * `MultiheadAttention` is one, too.
 *
 * @example
 * class Averaging extends Module {
 *   numHeads = 1;
 *   forward = (q, k, v) => ({ output: v.mean(1, { keepdim: true }).expand(q.shape) });
 * }
 * new TransformerEncoderLayer(4, 2, { attention: () => new Averaging() }).forward(ones([3, 1, 4])).shape // [3, 1, 4]
 */
export interface AttentionModule extends nn.Module {
  /** The heads of its scores: masks and weights are (b, numHeads, lq, lk). 1 for an attention that has none. */
  readonly numHeads: number;
  /**
   * @param q (b, lq, embedDim), the batch first whatever the layer's form is
   * @param k (b, lk, embedDim); in self-attention, the same tensor as q
   * @param v (b, lk, embedDim)
   * @returns output (b, lq, embedDim); weights (b, numHeads, lq, lk) where they are wanted
   */
  forward(q: Tensor, k: Tensor, v: Tensor, options: AttentionCall): OwnAttended;
  /**
   * Whether it takes a cache: with one, it calls `cache.append(k, v)` with its keys and values (b, heads, lk, width), and attends
   * to what that returns. A cache that is `fixed` holds the keys of a memory: it appends to it only while it is empty, and calls
   * `cache.read()`. Default false.
   */
  readonly cached?: boolean | undefined;
}

/** The results of a custom attention. */
export interface OwnAttended {
  /** (b, lq, embedDim). */
  readonly output: Tensor;
  /** (b, numHeads, lq, lk), or undefined where they are not wanted. */
  readonly weights?: Tensor | undefined;
}

/**
 * A causal attention over one sequence, for the option `attention` of {@link GPT}: it has its own projections, keeps to the causal limit
 * without a mask, and makes its own cache. The layers of "@saccade/attention/ladder" are such modules.
 */
export interface SequenceMixer extends nn.Module {
  /** The heads of its weights; 1 for an attention that has none. */
  readonly numHeads: number;
  /** Tells it from an {@link AttentionModule}. */
  readonly causal: true;
  /** Whether it takes a cache. Default false. */
  readonly cached?: boolean | undefined;
  /** An empty cache for `forward`, which adds its tokens to the length. */
  newCache(options?: AttentionCacheOptions): AttentionCache;
  /**
   * @param x (b, n, embedDim)
   * @param options `keyMask`, bool (b, cached + n), true where a token may be attended to
   * @returns output (b, n, embedDim)
   */
  forward(x: Tensor, options: Pick<AttentionCall, "cache" | "needWeights"> & KeyMask): OwnAttended;
}

interface KeyMask {
  /** bool (b, cached + n), true where a token may be attended to. */
  readonly keyMask?: Tensor | undefined;
}

/** Whether an attention takes one sequence, and makes its own cache. */
export function isMixer(attention: nn.Module): attention is SequenceMixer {
  return (attention as { causal?: unknown }).causal === true;
}

/** Makes an attention; `which` is "cross" for a decoder layer's attention to the memory, `layer` the index of a GPT's layer. */
export type MakeAttention<A = AttentionModule> = (
  embedDim: number,
  numHeads: number,
  which: "self" | "cross",
  layer?: number,
) => A;

/** The option `attention` of a model. */
export interface OwnAttentionOption<A = AttentionModule> {
  /** Makes the attention of each layer. Default the model's own kind. */
  readonly attention?: MakeAttention<A> | undefined;
}

/** The option `attention` of {@link GPT}. */
export interface LayersAttentionOption<A = AttentionModule> {
  /**
   * Makes the attention of each layer; a list has one for each layer, and repeats, as in hybrids. Names are resolved by `mixer` of
   * "@saccade/attention/ladder". Default the model's own kind.
   */
  readonly attention?: MakeAttention<A> | readonly MakeAttention<A>[] | undefined;
}

/** The rule of a function that makes something; a class is not one, since it takes other arguments. */
/* @__NO_SIDE_EFFECTS__ */
export function makerRule<F>(what: string, fix: string): c.Rule<F, undefined> {
  const isMaker = (value: unknown): value is F =>
    typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
  return c.withFix(c.rule(`a function that makes ${what}`, isMaker), fix);
}

/** The rule of the option `attention`. */
/* @__NO_SIDE_EFFECTS__ */
export function attentionRule(): c.Rule<MakeAttention, undefined> {
  return makerRule("an attention", "write (embedDim, numHeads) => new Mine(embedDim, numHeads)");
}

/** The rule of the option `attention` of a model whose layers may differ. */
/* @__NO_SIDE_EFFECTS__ */
export function layersAttentionRule(): c.Rule<MakeAttention | readonly MakeAttention[], undefined> {
  const one = attentionRule();
  const many = c.listOf(one);
  const holds = (value: unknown): value is MakeAttention | readonly MakeAttention[] =>
    one.holds(value) || (many.holds(value) && value.length > 0);
  return c.withFix(c.rule(one.must, holds), 'write mixer("deltaNet"), of "@saccade/attention/ladder"');
}

const heads = /* @__PURE__ */ c.size();

/** Whether an attention is a `MultiheadAttention`. Looks at its fields, so that a GPT without one does not bundle the class. */
export function isMultihead(attention: nn.Module): attention is MultiheadAttention {
  return "in_proj_weight" in attention && "batchFirst" in attention;
}

/** @throws ArgumentError unless the function makes an attention that fits, before anything is computed. */
export function makeAttention<A>(
  what: string,
  make: MakeAttention<A>,
  embedDim: number,
  numHeads: number,
  place: { readonly which?: "self" | "cross"; readonly batchFirst: boolean; readonly layer?: number },
): A {
  const { which = "self", batchFirst, layer } = place;
  const made: unknown = make(embedDim, numHeads, which, layer);
  const refuse = (must: string): ArgumentError =>
    badArgument(what, "attention", `a function that makes ${must}`, make, `it gave ${describeValue(made)}`);
  if (!(made instanceof nn.Module)) throw refuse("a Module with numHeads and forward(q, k, v, { mask, … })");
  const { forward, numHeads: has }: { forward?: unknown; numHeads?: unknown } = made as object;
  if (typeof forward !== "function" || made.forward === nn.Module.prototype.forward)
    throw refuse("a module with forward(q, k, v, { mask, … }), which returns { output, weights }");
  if (!heads.holds(has))
    throw refuse(`a module with numHeads, the heads of its weights; it has numHeads ${describeValue(has)}`);
  if (isMultihead(made) && made.batchFirst !== batchFirst)
    throw refuse(`a MultiheadAttention with { batchFirst: ${batchFirst} }, as what is around it`);
  if (isMultihead(made) && made.embedDim !== embedDim)
    throw refuse(`an attention of the width ${embedDim}; it has embedDim ${made.embedDim}`);
  return made as A;
}

/** The function of a model's option `attention`, whose errors name the model. */
export function ownMaker<A>(what: string, make: MakeAttention<A>): MakeAttention<A> {
  return (embedDim, numHeads, which) =>
    makeAttention(what, make, embedDim, numHeads, { which, batchFirst: true });
}

/** @throws ArgumentError for options of the built-in attention together with a custom one. */
export function forbidInside(what: string, inside: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(inside))
    if (value !== undefined && value !== null)
      throw new ArgumentError(
        `${what}: ${name} acts inside the attention, and the option attention replaces it; give it to your own class, and leave ${name} out here.`,
      );
}

/** @throws ArgumentError for a cache with an attention that takes none. */
export function checkTakesCache(what: string, attention: nn.Module): void {
  if (isMultihead(attention) || (attention as { cached?: unknown }).cached === true) return;
  throw new ArgumentError(
    `${what}: ${attention.constructor.name} takes no cache; leave the cache out, in generate with { cache: false }. Or give the ` +
      "class the field cached = true, and let its forward call cache.append(k, v) and attend to the keys and values that it " +
      "returns.",
  );
}

/** A layer's call of its attention. */
export interface OwnCall extends Pick<AttentionCall, "causal" | "needWeights" | "cache"> {
  /** All masks, among scores (b, heads, lq, lk): rank 2, or 4. */
  readonly allowed: Allowed;
}

/** Calls a custom attention with tensors (b, length, size), and checks its results. */
export function attendOwn(
  what: string,
  attention: AttentionModule,
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  { allowed, cache, causal = false, needWeights = false }: OwnCall,
): MaybeAttended {
  if (cache !== undefined) checkTakesCache(what, attention);
  const [b, lq, lk] = [q.size(0), q.size(1), allowed.shape.at(-1)!];
  const form = (x: Tensor | undefined): Tensor | undefined =>
    x?.ndim === 2 ? x.unsqueeze(0).unsqueeze(0) : x;
  const mask = form(allowedPairs(allowed, q.backend));
  const given = { mask, causal, bias: form(allowed.bias), needWeights, cache };
  const found: unknown = attention.forward(q, k, v, given);
  const name = attention.constructor.name;
  const { output, weights }: { output?: unknown; weights?: unknown } = Object(found);
  if (!(output instanceof Tensor))
    throw new ArgumentError(
      `${what}: ${name}.forward must return { output, weights }; it returned ${describeValue(found)}.`,
    );
  checkShape(what, `${name}.forward's output`, output, q.shape);
  if (cache && !cache.fixed && cache.length !== lk)
    throw new ArgumentError(
      `${what}: ${name} has cached = true, and its cache holds ${cache.length} keys after this call instead of ${lk}; call cache.append(k, v) once in forward.`,
    );
  if (!needWeights) return { output, weights: undefined };
  if (!(weights instanceof Tensor))
    throw new ArgumentError(
      `${what}: ${name} gives no weights; leave out needWeights, or let forward return { output, weights }.`,
    );
  checkShape(what, `${name}.forward's weights`, weights, [b, attention.numHeads, lq, lk]);
  return { output, weights };
}

function checkShape(what: string, name: string, x: Tensor, wanted: readonly number[]): void {
  if (sameShape(x.shape, wanted)) return;
  throw new ShapeError(`${what}: ${name} is ${x.describe()}; it must have the shape ${formatShape(wanted)}.`);
}
