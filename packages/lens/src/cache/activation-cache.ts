import type { Module } from "@saccade/nn";
import { ArgumentError, stack, Tensor } from "@saccade/tensor";
import { formatShape, refuseExtra, sameShape, type TensorHolder, tensorsOf } from "@saccade/tensor/backend";
import { getActName, unknownSite } from "../names.ts";
import * as heads from "./heads.ts";
import { type LogitAttrsOptions, logitAttrs } from "./logit-attrs.ts";
import * as residual from "./residual.ts";

/**
 * The values that a run had at the sites of a model, by name, as TransformerLens's class of this name. Nothing in it has to be
 * freed. `runWithCache` makes it.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }), { names: "blocks.0.attn.hook_z" });
 * new ActivationCache(gpt, cache.toObject()).names // ["blocks.0.attn.hook_z"]
 */
export class ActivationCache implements TensorHolder, Iterable<[string, Tensor]> {
  /** The model that ran. */
  readonly model: Module;
  readonly #values: ReadonlyMap<string, Tensor>;
  // The sites whose values differ in shape from one visit to the next.
  readonly #visits: ReadonlyMap<string, readonly Tensor[]>;
  // The sites with a first dim of visits.
  readonly #stacks: ReadonlySet<string>;

  /** @param values the value of each site, or its values, one a visit, which are stacked where they have the same shape */
  constructor(
    model: Module,
    values:
      | ReadonlyMap<string, Tensor | readonly Tensor[]>
      | Readonly<Record<string, Tensor | readonly Tensor[]>>,
  ) {
    refuseExtra("ActivationCache", arguments, 2);
    this.model = model;
    const one = new Map<string, Tensor>();
    const several = new Map<string, readonly Tensor[]>();
    const stacks = new Set<string>();
    const all: Iterable<[string, Tensor | readonly Tensor[]]> =
      values instanceof Map ? values : Object.entries(values);
    for (const [name, value] of all) {
      if (value instanceof Tensor) one.set(name, value);
      else if (value.some(({ shape }) => !sameShape(shape, value[0]!.shape))) several.set(name, value);
      else {
        one.set(name, stack(value));
        stacks.add(name);
      }
    }
    this.#values = one;
    this.#visits = several;
    this.#stacks = stacks;
  }

  /** The names of the sites, in the order in which the model visited them. */
  get names(): string[] {
    return [...this.#values.keys(), ...this.#visits.keys()];
  }

  /** The number of sites. */
  get size(): number {
    return this.#values.size + this.#visits.size;
  }

  /** Whether the cache has a site, by the names that {@link get} takes. */
  has(name: string, layer?: number, layerType?: string): boolean {
    refuseExtra("ActivationCache.has", arguments, 3);
    const full = getActName(name, layer, layerType);
    return this.#values.has(full) || this.#visits.has(full);
  }

  /**
   * The value of a site, by its name, or by the shorthand of {@link getActName}: `cache.get("pattern", 0)`.
   *
   * @throws ArgumentError for a site that is not in the cache, naming the nearest; and for one that was visited several times
   * with values of different shapes.
   */
  get(name: string, layer?: number, layerType?: string): Tensor {
    refuseExtra("ActivationCache.get", arguments, 3);
    const full = getActName(name, layer, layerType);
    const found = this.#values.get(full);
    if (found !== undefined) return found;
    const visits = this.#visits.get(full);
    if (visits)
      throw new ArgumentError(
        `ActivationCache.get: "${full}" was visited ${visits.length} times, with values of the shapes ` +
          `${visits.map(({ shape }) => formatShape(shape)).join(", ")}; write cache.visits("${full}").`,
      );
    throw unknownSite("ActivationCache.get", "name", full, this.names);
  }

  /**
   * The values of a site that was visited several times, one a visit; for others the one value that it has.
   *
   * @throws ArgumentError for a site that is not in the cache, naming the nearest.
   */
  visits(name: string, layer?: number, layerType?: string): readonly Tensor[] {
    refuseExtra("ActivationCache.visits", arguments, 3);
    const full = getActName(name, layer, layerType);
    return this.#visits.get(full) ?? (this.#stacks.has(full) ? this.get(full).unbind(0) : [this.get(full)]);
  }

  /**
   * The residual stream before each layer, as TransformerLens's `accumulated_resid`: its sum so far.
   *
   * @returns (parts, b, positions, dModel), or (parts, b, dModel) for one position; with `returnLabels`,
   * `{ components, labels }`, whose labels are "0_pre", "0_mid", …, "final_post"
   * @throws ArgumentError for a layer that the model does not have, or a site that was not cached.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * cache.accumulatedResid({ posSlice: -1, returnLabels: true }).labels // ["0_pre", "final_post"]
   */
  accumulatedResid<L extends boolean = false>(
    options?: residual.AccumulatedResidOptions<L>,
  ): residual.StackOf<L> {
    refuseExtra("ActivationCache.accumulatedResid", arguments, 1);
    return residual.accumulatedResid(this, options) as residual.StackOf<L>;
  }

  /**
   * What embeddings and layers write into the residual stream, as TransformerLens's `decompose_resid`. With all parts, they sum
   * to the stream. The cross-attention of a decoder's layer has a part of its own.
   *
   * @returns (parts, b, positions, dModel), or (parts, b, dModel) for one position; with `returnLabels`,
   * `{ components, labels }`, whose labels are "embed", "pos_embed", "0_attn_out", "0_mlp_out", …
   * @throws ArgumentError for a layer that the model does not have, a site that was not cached, and a model whose layers
   * normalize the stream itself.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * cache.decomposeResid({ returnLabels: true }).labels // ["embed", "pos_embed", "0_attn_out", "0_mlp_out"]
   */
  decomposeResid<L extends boolean = false>(
    options?: residual.DecomposeResidOptions<L>,
  ): residual.StackOf<L> {
    refuseExtra("ActivationCache.decomposeResid", arguments, 1);
    return residual.decomposeResid(this, options) as residual.StackOf<L>;
  }

  /**
   * What each head of the layers before `layer` writes, as TransformerLens's `stack_head_results`: z through the head's rows of
   * W_O, without the bias. It is computed from `hook_z` where `hook_result` was not cached.
   *
   * @returns (heads of all layers, b, positions, dModel), or (…, b, dModel) for one position; with `returnLabels`,
   * `{ components, labels }`, whose labels are "L0H0", "L0H1", …, and "remainder"
   * @throws ArgumentError as {@link decomposeResid}.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * cache.stackHeadResults({ returnLabels: true, inclRemainder: true }).labels // ["L0H0", "L0H1", "remainder"]
   */
  stackHeadResults<L extends boolean = false>(
    options?: heads.StackHeadResultsOptions<L>,
  ): residual.StackOf<L> {
    refuseExtra("ActivationCache.stackHeadResults", arguments, 1);
    return heads.stackHeadResults(this, options) as residual.StackOf<L>;
  }

  /**
   * A site's values in the layers before `layer`, stacked, as TransformerLens's `stack_activation`.
   *
   * @param name as in {@link getActName}
   * @returns (layers, …)
   * @throws ArgumentError for a site that was not cached.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * cache.stackActivation("pattern").shape // [2, 1, 2, 3, 3]
   */
  stackActivation(name: string, options?: heads.StackActivationOptions): Tensor {
    refuseExtra("ActivationCache.stackActivation", arguments, 2);
    return heads.stackActivation(this, name, options);
  }

  /**
   * Parts of the residual stream through the norm of a layer, with the scale that the run had, as TransformerLens's
   * `apply_ln_to_stack`: (x − mean) / scale, and x / scale for RMS norms. The norm's weight and bias are not applied;
   * {@link logitAttrs} counts the weight to the unembedding.
   *
   * @param stack (parts, b, positions, dModel)
   * @throws ArgumentError as {@link decomposeResid}; ShapeError for a stack of other positions.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * cache.applyLnToStack(cache.decomposeResid()).shape // [4, 1, 3, 8]
   */
  applyLnToStack(stack: Tensor, options?: residual.ApplyLnOptions): Tensor {
    refuseExtra("ActivationCache.applyLnToStack", arguments, 2);
    return residual.applyLnToStack(this, stack, options);
  }

  /**
   * What each part of a stack adds to a token's logit, or to the difference of two logits, as TransformerLens's `logit_attrs`:
   * the part through the last norm, with the run's scale and the norm's weight, times the token's column of W_U. The biases of
   * norm and unembedding belong to no part.
   *
   * @param stack (parts, b, positions, dModel), or (parts, b, dModel) for one position
   * @returns (parts, b, positions) or (parts, b)
   * @throws ArgumentError as {@link decomposeResid}, and for a token beyond the vocabulary; ShapeError where there are not as many
   * incorrect tokens as tokens.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * const parts = cache.decomposeResid({ posSlice: -1 });
   * cache.logitAttrs(parts, { tokens: 4, incorrectTokens: 5, posSlice: -1 }).shape // [4, 1]
   */
  logitAttrs(stack: Tensor, options: LogitAttrsOptions): Tensor {
    refuseExtra("ActivationCache.logitAttrs", arguments, 2);
    return logitAttrs(this, stack, options);
  }

  /** The sites in the names of an object. */
  toObject(): Record<string, Tensor> {
    refuseExtra("ActivationCache.toObject", arguments, 0);
    return Object.fromEntries(this.#values);
  }

  [Symbol.iterator](): Iterator<[string, Tensor]> {
    return this.#values[Symbol.iterator]();
  }

  [tensorsOf](): Iterable<Tensor> {
    return [...this.#values.values(), ...[...this.#visits.values()].flat()];
  }
}
