import type { Module } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheOption } from "../cache/activation-cache.ts";
import * as places from "../interventions/places.ts";
import { chunkRules, inTable, measureAll } from "../interventions/side-by-side.ts";
import { hookNames, namesThat, upTo } from "../names.ts";
import { type BatchInput, declare, inputRule, type Metric, metricRule, modelRule } from "../run/calls.ts";
import type { Hook, HookList } from "../run/listen.ts";

/** The names of axes. */
export const patchAxes = ["layer", "pos", "head", "dest_pos", "src_pos"] as const;

const axisList = c.listOf(c.oneOf(patchAxes));

/** The rule of the axes of a table. */
export const axesRule = c.required({
  ...axisList,
  holds: (value): value is readonly PatchAxis[] =>
    axisList.holds(value) && new Set(value).size === value.length,
  fix: (value) => (axisList.holds(value) ? "name each axis once" : undefined),
});

/** The axes of a table of patches; `src_pos` are the keys of a pattern, `dest_pos` its queries. */
export type PatchAxis = (typeof patchAxes)[number];

/** One place of a table, by the names of its axes. */
export type PatchIndex = Readonly<Partial<Record<PatchAxis, number>>>;

/** Returns the activation with clean values at a place. */
export type PatchSetter = (corrupted: Tensor, index: PatchIndex, clean: Tensor) => Tensor;

/** The arguments of every function that patches. */
export const patchArguments = {
  model: modelRule,
  corruptedInput: inputRule,
  cleanCache: c.required(c.withFix(cacheOption, "write runWithCache(model, cleanInput).cache")),
  metric: metricRule,
};

/** The options of every function that patches. */
const patchRules: typeof chunkRules & typeof places.stackRules = { ...chunkRules, ...places.stackRules };

const generic = declare(
  'genericActivationPatch(gpt, ids, cache, metric, { activationName: "z", indexAxisNames: ["layer", "head"] })',
  {
    given: patchArguments,
    options: {
      /** The activation to patch: "resid_pre", "z", "pattern", … as in `getActName`. */
      activationName: c.required(c.text()),
      /** The axes of the table. Along all others, everything is patched together. */
      indexAxisNames: axesRule,
      /** Returns an activation with clean values at a place. Default: the clean values there, the others as they are. */
      patchSetter: c.callable<PatchSetter>(),
      ...patchRules,
    },
    renamed: { indexDf: "write indexAxisNames", returnIndexDf: "leave it out" },
  },
);

/** Options of {@link genericActivationPatch}. */
export interface GenericActivationPatchOptions extends c.OptionsOf<typeof generic, typeof patchRules> {}

/**
 * Activation patching (Meng et al. 2022; Wang et al. 2022), as TransformerLens's `generic_activation_patch`: the model runs on a
 * corrupted input, once for each place of a table, with the values of a clean run put in at that place. Places of a layer run
 * as rows of one batch.
 *
 * @param corruptedInput the model's input; the arguments of `forward` in an array, where tensors of the batch's size are
 * repeated; or a function `(repeat) => model.forward(repeat(ids), { keyMask: repeat(mask) })`
 * @param cleanCache the values of a run of the same length
 * @param metric is given the output of a patched run; it returns a number, or a tensor of any shape
 * @returns the metric at each place, a size for each axis, then the metric's shape
 * @throws ArgumentError for unknown options and axes, and sites that the model or the cache does not have; ShapeError for runs of
 * different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 3, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * const { cache } = runWithCache(gpt, clean);
 * const axes = { activationName: "q", indexAxisNames: ["layer", "pos", "head"] };
 * genericActivationPatch(gpt, corrupted, cache, logitDiff(5, 6), axes).shape // [3, 3, 2]
 */
export function genericActivationPatch<R = Tensor>(
  model: Module,
  corruptedInput: BatchInput,
  cleanCache: ActivationCache,
  metric: Metric<R>,
  given: GenericActivationPatchOptions,
): Tensor {
  const call = generic([model, corruptedInput, cleanCache, metric, given]);
  return patchTable(call, call.activationName, call.indexAxisNames, call.patchSetter);
}

/** A checked call. */
type PatchCall = ReturnType<ReturnType<typeof readPatch>>;

/** The table of a checked call. */
export function patchTable(
  call: PatchCall,
  activationName: string,
  axes: readonly PatchAxis[],
  setter?: PatchSetter,
): Tensor {
  const { what, model, cleanCache } = call;
  if (axes.length === 0) throw new ArgumentError(`${what}: indexAxisNames is empty; name each axis once.`);
  // The site of each layer, or a single one without an axis of layers.
  const sites = axes.includes("layer")
    ? places.sitesOfLayers(call, activationName)
    : namesThat(what, "activationName", activationName, hookNames(model));
  const sizes = axes.map((axis) => (axis === "layer" ? sites.length : axisSize(call, sites, axis)));
  const interventions = indicesOf(axes, sizes).map((index): HookList => {
    const { layer = 0, pos, dest_pos = pos, head, src_pos } = index;
    const site = sites[layer]!;
    const clean = cleanCache.get(site);
    const region = { positions: listOf(dest_pos), heads: listOf(head), units: listOf(src_pos) };
    const hook: Hook = (x, point) => {
      const there = places.fitted(what, clean, x, point);
      return setter ? setter(x, index, there) : places.putAt(what, x, there, region, point);
    };
    return [[site, hook]];
  });
  return scope(() => inTable(measureAll({ ...call, input: call.corruptedInput }, interventions), sizes));
}

const listOf = (i: number | undefined): number[] | undefined => (i === undefined ? undefined : [i]);

function axisSize({ what, cleanCache }: PatchCall, sites: readonly string[], axis: PatchAxis): number {
  const sizes = sites.map((site) => cleanCache.get(site).size(places.axisAt(what, site, axis)));
  if (new Set(sizes).size === 1) return sizes[0]!;
  throw new ShapeError(
    `${what}: the layers have ${sizes.join(", ")} places along ${axis}, and a table needs one number.`,
  );
}

// All places, the last axis first to change.
function indicesOf(names: readonly PatchAxis[], sizes: readonly number[]): PatchIndex[] {
  let all: PatchIndex[] = [{}];
  names.forEach((axis, a) => {
    all = all.flatMap((index) => upTo(sizes[a]!).map((i) => ({ ...index, [axis]: i })));
  });
  return all;
}

// What the tables of patches take.
/* @__NO_SIDE_EFFECTS__ */
export const readPatch = (what: string) =>
  declare(`${what}(model, corruptedInput, cleanCache, metric)`, {
    given: patchArguments,
    options: patchRules,
  });

/** Options of the functions `getActPatch…`. */
export interface ActPatchOptions extends c.OptionsOf<ReturnType<typeof readPatch>, typeof patchRules> {}

/** A function that patches; its arguments are those of `genericActivationPatch`. */
export type ActPatch = <R = Tensor>(
  model: Module,
  corruptedInput: BatchInput,
  cleanCache: ActivationCache,
  metric: Metric<R>,
  options?: ActPatchOptions,
) => Tensor;
