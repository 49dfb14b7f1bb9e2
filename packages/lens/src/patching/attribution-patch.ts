import type { Module } from "@saccade/nn";
import { ShapeError, scope, stack, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { axisAt, nameAt, stackRules } from "../interventions/places.ts";
import { hookNames, namesThat, type SiteFilter, upTo } from "../names.ts";
import { type BatchInput, declare, type Metric } from "../run/calls.ts";
import { axesRule, type PatchAxis, patchArguments } from "./generic-patch.ts";
import { gradsAt } from "./grads.ts";

const attributed = declare(
  'attributionPatch(gpt, ids, cache, metric, { names: (name) => name.endsWith("hook_z") })',
  {
    given: patchArguments,
    options: {
      /** The sites: a name, several, or a function of a name. Default those of the cache. */
      names: c.unchecked<SiteFilter>("names"),
    },
    renamed: { activationName: "write names: getActName(…), and attributionTable for a table" },
  },
);

/** Options of {@link attributionPatch}. */
export interface AttributionPatchOptions extends c.OptionsOf<typeof attributed> {}

/**
 * Attribution patching (Nanda 2023): what activation patching would change, to first order, at all places by one backward pass:
 * (clean − corrupted) · gradient of the metric on the corrupted input, at each site. Sums over a region estimate what patching
 * the region changes; `attributionTable` takes them.
 *
 * @param corruptedInput the model's input, as `genericActivationPatch` takes it
 * @param cleanCache the values of a run on an input of the same shape
 * @param metric is given the model's output and returns a single number
 * @returns the attributions, in the shapes of the sites
 * @throws ArgumentError for sites that the model or the cache does not have; ShapeError for inputs of different shapes and a metric
 * of more than one number.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * const attributions = attributionPatch(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6));
 * attributionTable(attributions, "z", ["layer", "pos", "head"]).shape // [1, 3, 2]
 */
export function attributionPatch<R = Tensor>(
  model: Module,
  corruptedInput: BatchInput,
  cleanCache: ActivationCache,
  metric: Metric<R>,
  given?: AttributionPatchOptions,
): ActivationCache {
  const call = attributed([model, corruptedInput, cleanCache, metric, given]);
  const sites = namesThat(call.what, "names", call.names ?? cleanCache.names, hookNames(model));
  const clean = new Map(sites.map((site) => [site, cleanCache.get(site)] as const));
  return scope(() => {
    const { cache, gradCache } = gradsAt({ ...call, input: corruptedInput }, clean);
    const found = sites.map((site) => {
      const change = clean.get(site)!.sub(cache.get(site));
      return [site, change.mul(gradCache.get(site))] as const;
    });
    return new ActivationCache(model, new Map(found));
  });
}

const tabled = declare('attributionTable(attributions, "z", ["layer", "head"])', {
  given: { attributions: cacheRule, activationName: c.required(c.text()), indexAxisNames: axesRule },
  options: stackRules,
});

/** Options of {@link attributionTable}. */
export interface AttributionTableOptions extends c.OptionsOf<typeof tabled, typeof stackRules> {}

/**
 * The attributions of one kind of site as a table: summed over all axes but those named, in their order. Layers are those of
 * the cache.
 *
 * @param activationName "resid_pre", "z", "pattern", … as `getActName` takes it
 * @returns a size for each axis
 * @throws ArgumentError for a site that is not in the cache and axes that it does not have.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 3, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * attributionTable(cache, "z", ["layer", "head"]).shape // [3, 2]
 */
export function attributionTable(
  attributions: ActivationCache,
  activationName: string,
  indexAxisNames: readonly PatchAxis[],
  given?: AttributionTableOptions,
): Tensor {
  const call = tabled([attributions, activationName, indexAxisNames, given]);
  const inner = indexAxisNames.filter((axis) => axis !== "layer");
  return scope(() => {
    if (inner.length === indexAxisNames.length) return summed(call, activationName, inner);
    const tables: Tensor[] = [];
    const next = (): string => nameAt(call, activationName, tables.length);
    while (attributions.has(next())) tables.push(summed(call, next(), inner));
    // The error of a site that is not in the cache
    if (tables.length === 0) return attributions.get(next());
    const sizes = new Set(tables.map((table) => table.shape.join()));
    if (sizes.size > 1)
      throw new ShapeError(`${call.what}: the layers have tables of the sizes ${[...sizes].join(" and ")}.`);
    return stack(tables, indexAxisNames.indexOf("layer"));
  });
}

function summed(call: ReturnType<typeof tabled>, site: string, axes: readonly string[]): Tensor {
  const x = call.attributions.get(site);
  const kept = axes.map((name) => axisAt(call.what, site, name));
  const others = upTo(x.ndim).filter((axis) => !kept.includes(axis));
  const inOrder = kept.toSorted((a, b) => a - b);
  return x.sum(others).permute(kept.map((axis) => inOrder.indexOf(axis)));
}
