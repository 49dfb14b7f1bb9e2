import type { Module } from "@saccade/nn";
import { ArgumentError, stack, Tensor } from "@saccade/tensor";
import { formatShape, sameShape, type TensorHolder, tensorsOf } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { getActName, unknownSite } from "../names.ts";
import { declare, modelRule } from "../run/calls.ts";
import * as heads from "./heads.ts";
import type { StackOf } from "./residual.ts";
import * as residual from "./residual.ts";

/** The value of a site, or its values, one a visit. */
type Values = Tensor | readonly Tensor[];

const isValue = (value: unknown): boolean =>
  value instanceof Tensor ||
  (Array.isArray(value) && value.length > 0 && value.every((visit) => visit instanceof Tensor));
const isValues = (values: unknown): values is ReadonlyMap<string, Tensor> => {
  const isObject = typeof values === "object" && values !== null && !(values instanceof Tensor);
  return isObject && [...(values instanceof Map ? values.values() : Object.values(values))].every(isValue);
};

const constructed = declare("new ActivationCache(model, cache.toObject())", {
  given: {
    model: modelRule,
    values: c.required(
      c.rule("tensors, or lists of the tensors of each visit, by the names of sites", isValues),
    ),
  },
});

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
  // In the order in which the model visited them.
  readonly #sites: ReadonlyMap<string, Site>;

  /**
   * @param values the value of each site, or its values, one a visit, which are stacked where they have the same shape
   * @throws ArgumentError for another model or other values.
   */
  constructor(model: Module, values: ReadonlyMap<string, Values> | Readonly<Record<string, Values>>) {
    constructed([model, values]);
    this.model = model;
    const all: Iterable<[string, Values]> = values instanceof Map ? values : Object.entries(values);
    this.#sites = new Map(Array.from(all, ([name, value]) => [name, siteOf(value)]));
  }

  /** The names of the sites, in the order in which the model visited them. */
  get names(): string[] {
    return [...this.#sites.keys()];
  }

  /** The number of sites. */
  get size(): number {
    return this.#sites.size;
  }

  /** Whether the cache has a site, by the names that {@link get} takes. */
  has(name: string, layer?: number, layerType?: string): boolean {
    return this.#sites.has(getActName(name, layer, layerType));
  }

  /**
   * The value of a site, by its name, or by the shorthand of {@link getActName}: `cache.get("pattern", 0)`.
   *
   * @throws ArgumentError for a site that is not in the cache, naming the nearest; and for one that was visited several times
   * with values of different shapes.
   */
  get(name: string, layer?: number, layerType?: string): Tensor {
    const full = getActName(name, layer, layerType);
    return oneValue("ActivationCache.get", full, this.#site("ActivationCache.get", full));
  }

  /**
   * The values of a site that was visited several times, one a visit; for others the one value that it has.
   *
   * @throws ArgumentError for a site that is not in the cache, naming the nearest.
   */
  visits(name: string, layer?: number, layerType?: string): readonly Tensor[] {
    return this.#site("ActivationCache.visits", getActName(name, layer, layerType)).visits();
  }

  #site(what: string, full: string): Site {
    const found = this.#sites.get(full);
    if (found === undefined) throw unknownSite(what, "name", full, this.names);
    return found;
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
  accumulatedResid<L extends boolean = false>(options?: residual.AccumulatedResidOptions<L>): StackOf<L> {
    return residual.accumulatedResid(this, options) as StackOf<L>;
  }

  /**
   * The contributions of embeddings and layers to the residual stream, as TransformerLens's `decompose_resid`. All parts sum
   * to the stream. The cross-attention of a decoder's layer is a separate part.
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
  decomposeResid<L extends boolean = false>(options?: residual.DecomposeResidOptions<L>): StackOf<L> {
    return residual.decomposeResid(this, options) as StackOf<L>;
  }

  /**
   * The output of each head of the layers before `layer`, as TransformerLens's `stack_head_results`: z through the head's rows
   * of W_O, without the bias. Computed from `hook_z` if `hook_result` was not cached.
   *
   * @returns (heads of all layers, b, positions, dModel), or (…, b, dModel) for one position; with `returnLabels`,
   * `{ components, labels }`, whose labels are "L0H0", "L0H1", …, and "remainder"
   * @throws ArgumentError as {@link decomposeResid}.
   * @example
   * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
   * cache.stackHeadResults({ returnLabels: true, inclRemainder: true }).labels // ["L0H0", "L0H1", "remainder"]
   */
  stackHeadResults<L extends boolean = false>(options?: heads.StackHeadResultsOptions<L>): StackOf<L> {
    return heads.stackHeadResults(this, options) as StackOf<L>;
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
    return residual.applyLnToStack(this, stack, options);
  }

  /**
   * The contribution of each part of a stack to a token's logit, or to the difference of two logits, as TransformerLens's `logit_attrs`:
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
  logitAttrs(stack: Tensor, options: heads.LogitAttrsOptions): Tensor {
    return heads.logitAttrs(this, stack, options);
  }

  /**
   * The values by the names of their sites.
   *
   * @throws ArgumentError as {@link get}, where a site has values of different shapes.
   */
  toObject(): Record<string, Tensor> {
    return Object.fromEntries(this.#pairs("ActivationCache.toObject"));
  }

  /** Names and values. @throws ArgumentError as {@link get}, where a site has values of different shapes. */
  [Symbol.iterator](): Iterator<[string, Tensor]> {
    return this.#pairs("ActivationCache").values();
  }

  #pairs(what: string): [string, Tensor][] {
    return Array.from(this.#sites, ([name, site]) => [name, oneValue(what, name, site)]);
  }

  [tensorsOf](): Iterable<Tensor> {
    return [...this.#sites.values()].flatMap(({ value, visits }) => (value ? [value] : visits()));
  }
}

/** The rule of an option that is a cache. */
export const cacheOption = c.instanceOf("an ActivationCache", ActivationCache);

/** The rule of an argument that is a cache. */
export const cacheRule = c.required(cacheOption);

// As in TransformerLens; JavaScript would give undefined. A proxy under the prototype sees only the names that nothing else has.
Object.setPrototypeOf(
  ActivationCache.prototype,
  new Proxy(Object.prototype, {
    get(object, name, cache): unknown {
      if (typeof name === "string" && /(^|\.)hook_\w+$/.test(name))
        throw new ArgumentError(
          `ActivationCache: it has no ["${name.slice(0, 100)}"]; write cache.get("${name.slice(0, 100)}").`,
        );
      return Reflect.get(object, name, cache);
    },
  }),
);

/** A site's content: one value, which may be a stack of visits'; null where the visits differ in shape. */
interface Site {
  readonly value: Tensor | null;
  visits(): readonly Tensor[];
}

function siteOf(given: Values): Site {
  if (given instanceof Tensor) return { value: given, visits: () => [given] };
  const isEven = given.every(({ shape }) => sameShape(shape, given[0]!.shape));
  if (!isEven) return { value: null, visits: () => given };
  const value = stack(given);
  return { value, visits: () => value.unbind(0) };
}

function oneValue(what: string, name: string, { value, visits }: Site): Tensor {
  if (value !== null) return value;
  const shapes = visits().map(({ shape }) => formatShape(shape));
  const some = [...shapes.slice(0, 5), ...(shapes.length > 5 ? ["…"] : [])].join(", ");
  throw new ArgumentError(
    `${what}: "${name}" was visited ${shapes.length} times, with values of the shapes ${some}; write cache.visits("${name}").`,
  );
}
