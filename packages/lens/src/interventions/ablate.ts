// Ablations of heads, neurons and sites, and what takes a value's place.

import type { Module } from "@saccade/nn";
import { ArgumentError, Generator, multinomial, ones, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { cacheOption } from "../cache/activation-cache.ts";
import { hookNames, namesThat, type SiteFilter } from "../names.ts";
import { declare, modelRule } from "../run/calls.ts";
import type { Hook, HookList, HookPoint } from "../run/listen.ts";
import * as places from "./places.ts";

/** The kinds of ablation that any site has. */
export const kinds = ["zero", "mean", "resample", "freeze"] as const;

/** Options of ablations other than their kind. */
export const replacementRules = {
  /**
   * Values that `runWithCache` returned: of reference inputs for "mean" (default: the batch of the run itself), of other inputs
   * for "resample", of an earlier run for "freeze".
   */
  cache: cacheOption,
  /** Whether to take the mean for each position, only over the batch. Default false: over batch and positions. */
  perPosition: c.flag(false),
  /**
   * The positions at which values are replaced, those below 0 counted from the end. Default all. A run that is shorter leaves
   * the others out, so that hooks serve a text that grows.
   */
  positions: c.listOf(places.positionRule),
  /** Draws the rows of "resample". Default: the default generator. */
  generator: c.instanceOf("a Generator", Generator),
};

/** A checked call that replaces values. */
type Replacing = Omit<ReturnType<typeof ofSites>, "model" | "sites">;

/**
 * Hooks that replace values in a region of each site.
 *
 * @throws ArgumentError for a kind that needs a cache and has none, or has one that it does not read; and for a site that is not
 * in the cache.
 */
function replacing(
  { what, kind, cache, perPosition, positions, generator }: Replacing,
  regions: Iterable<readonly [site: string, region: places.Region]>,
): HookList {
  if (kind === "zero" && cache)
    throw new ArgumentError(`${what}: kind "zero" reads no cache; leave it out, or write kind: "mean".`);
  if ((kind === "resample" || kind === "freeze") && !cache)
    throw new ArgumentError(
      `${what}: kind "${kind}" takes values of another run; write { kind: "${kind}", cache: runWithCache(model, input).cache }.`,
    );
  return Array.from(regions, ([site, region]) => {
    const cached = cache?.get(site);
    const { head, position } = places.axesOf(site);
    const meanOf = (x: Tensor, point: HookPoint): Tensor => {
      // A mean of patterns over queries would mix those of different lengths.
      const each = perPosition || head === 1;
      const mean = (cached ?? x).mean(each ? 0 : [0, position], { keepdim: true });
      return each && cached ? places.fitted(what, mean, x, point) : mean;
    };
    const valueFor = (x: Tensor, point: HookPoint): Tensor | number => {
      if (kind === "zero") return 0;
      if (kind === "mean") return meanOf(x, point);
      const rows = kind === "freeze" ? cached! : drawnRows(cached!, x.size(0), generator);
      return places.fitted(what, rows, x, point);
    };
    const hook: Hook = (x, point) =>
      places.putAt(what, x, valueFor(x, point), { ...region, positions }, point);
    return [site, hook] as const;
  });
}

/** Heads or units by their sites, in order. */
function regionsOf(
  kind: "heads" | "units",
  all: readonly (readonly [site: string, i: number])[],
): Map<string, places.Region> {
  const found = new Map<string, places.Region>();
  for (const [site, i] of all) found.set(site, { [kind]: [...(found.get(site)?.[kind] ?? []), i] });
  return found;
}

/** One of a cache's rows for each of `count` rows. */
function drawnRows(cached: Tensor, count: number, generator: Generator | undefined): Tensor {
  const rows = cached.size(0);
  if (rows === 1) return cached;
  const weights = ones([rows], { backend: cached.backend });
  return cached.indexSelect(0, multinomial(weights, count, { replacement: true, generator }));
}

const renamed = { mode: "write kind", reference: "write cache", pos: "write positions" };

/** The rule of the option `kind` of ablations of heads. */
export const headKind = c.oneOf([...kinds, "uniform", "frozen"], "zero");

const ofHeads = declare('ablateHeads(model, [{ layer: 0, head: 1 }], { kind: "mean" })', {
  given: { model: modelRule, heads: c.required(c.listOf(places.headRule)) },
  options: {
    /**
     * The replacement of the heads' outputs (`hook_z`): "zero", the default; their "mean" over batch and positions;
     * "resample", values of random rows of a cache; "freeze", values of the same row of a cache. Or another pattern: "uniform",
     * equal weights for all allowed keys; "frozen", the pattern of a cache, over the values of this run.
     */
    kind: headKind,
    ...replacementRules,
    ...places.stackRules,
  },
  renamed,
});

/** Options of {@link ablateHeads}. */
export interface AblateHeadsOptions
  extends c.OptionsOf<typeof ofHeads, typeof replacementRules & typeof places.stackRules> {}

/**
 * Hooks that ablate heads: their outputs are replaced, and everything after them is recomputed (Michel et al. 2019; Wang et
 * al. 2022 for means). With "uniform" and "frozen" the pattern is replaced, and the values that it weights are those of the run.
 *
 * @returns hooks for `runWithHooks`, `runWithCache` and `addHooks`
 * @throws IndexError for a layer or a head that the model does not have; ArgumentError for a kind without the cache that it needs.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const hooks = ablateHeads(gpt, [{ layer: 0, head: 1 }], { kind: "mean" });
 * runWithHooks(gpt, tensor([[1, 2, 3]], { dtype: "int32" }), { hooks }).shape // [1, 3, 9]
 */
export function ablateHeads(
  model: Module,
  heads: readonly places.HeadAt[],
  given?: AblateHeadsOptions,
): HookList {
  const call = ofHeads([model, heads, given]);
  return headHooks(call, call.heads);
}

/** The hooks of a checked call that ablates heads. */
export function headHooks(
  call: Omit<ReturnType<typeof ofHeads>, "heads">,
  heads: readonly places.HeadAt[],
): HookList {
  const { kind } = call;
  // Of equal scores, every allowed key gets an equal weight.
  const patterns = { uniform: ["attn_scores", "zero"], frozen: ["pattern", "freeze"] } as const;
  const [short, known] = kind === "uniform" || kind === "frozen" ? patterns[kind] : (["z", kind] as const);
  const all = heads.map((at) => [places.siteOfHead(call, short, at), at.head] as const);
  return replacing({ ...call, kind: known }, regionsOf("heads", all));
}

const ofNeurons = declare('ablateNeurons(model, [{ layer: 0, neuron: 3 }], { kind: "mean" })', {
  given: { model: modelRule, neurons: c.required(c.listOf(places.neuronRule)) },
  options: {
    /** The replacement of their activations (`mlp.hook_post`); see `ablateHeads`. Default "zero". */
    kind: c.oneOf(kinds, "zero"),
    ...replacementRules,
    /** Where the layers are in the names of sites: "encoder" or "decoder" in a translator. Default "blocks". */
    stack: places.stackRules.stack,
  },
  renamed,
});

/** Options of {@link ablateNeurons}. */
export interface AblateNeuronsOptions extends c.OptionsOf<typeof ofNeurons, typeof replacementRules> {}

/**
 * Hooks that ablate neurons of feed-forward networks, after their activation.
 *
 * @throws IndexError for a layer that the model does not have, and for a neuron when the model runs; ArgumentError for a kind
 * without the cache that it needs.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * ablateNeurons(gpt, [{ layer: 0, neuron: 3 }]).map(([site]) => site) // ["blocks.0.mlp.hook_post"]
 */
export function ablateNeurons(
  model: Module,
  neurons: readonly places.NeuronAt[],
  given?: AblateNeuronsOptions,
): HookList {
  const call = ofNeurons([model, neurons, given]);
  const where = { ...call, attention: "attn" } as const;
  const units = neurons.map(({ layer, neuron }) => [places.siteAt(where, "post", layer), neuron] as const);
  return replacing(call, regionsOf("units", units));
}

const ofSites = declare('ablateSites(model, "blocks.0.hook_mlp_out", { kind: "mean" })', {
  given: { model: modelRule, sites: c.unchecked<SiteFilter>("sites") },
  options: {
    /** The replacement of their values; see `ablateHeads`. Default "zero". */
    kind: c.oneOf(kinds, "zero"),
    ...replacementRules,
  },
  renamed,
});

/** Options of {@link ablateSites}. */
export interface AblateSitesOptions extends c.OptionsOf<typeof ofSites, typeof replacementRules> {}

/**
 * Hooks that ablate sites, at all positions or some: the attention of a layer (`blocks.0.hook_attn_out`), its feed-forward
 * network (`blocks.0.hook_mlp_out`), the residual stream at a position.
 *
 * @param sites names, or a function of a name; see `hookNames`
 * @throws ArgumentError for a site that the model does not have, and a kind without the cache that it needs.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const hooks = ablateSites(gpt, "blocks.0.hook_resid_pre", { positions: [0] });
 * runWithHooks(gpt, tensor([[1, 2, 3]], { dtype: "int32" }), { hooks }).shape // [1, 3, 9]
 */
export function ablateSites(model: Module, sites: SiteFilter, given?: AblateSitesOptions): HookList {
  const call = ofSites([model, sites, given]);
  const names = namesThat(call.what, "sites", sites, hookNames(model));
  return replacing(
    call,
    names.map((site) => [site, {}] as const),
  );
}
