import type { Module } from "@saccade/nn";
import { ArgumentError, scope, stack, type Tensor } from "@saccade/tensor";
import { release, retain } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache, cacheOption, modelRule } from "../cache/activation-cache.ts";
import * as places from "../interventions/places.ts";
import * as sides from "../interventions/side-by-side.ts";
import { type HookList, Listening } from "../run/listen.ts";

// The paths from one head to others, or to the output, that pass through no other attention: the sender's z is that of the new
// run, every other head is frozen at the original one, and so only the direct path (and feed-forward networks) carries the change.

const positional = {
  model: modelRule,
  origInput: sides.inputRule,
  newCache: c.required(c.withFix(cacheOption, "write runWithCache(model, newInput).cache")),
  metric: sides.metricRule,
};
const rules = {
  /**
   * Whether the outputs of feed-forward networks are frozen too. Default false: they are recomputed, and paths through them
   * count as direct (Wang et al. 2022).
   */
  freezeMlps: c.flag(false),
  ...sides.chunkRules,
  /** Where the layers are in the names of sites: "encoder" or "decoder" in a translator. Default "blocks". */
  stack: places.stackRules.stack,
};

const toEnd = c.signature("getPathPatchHeadToFinalResidPost", positional, rules, {
  example: "getPathPatchHeadToFinalResidPost(gpt, ids, newCache, metric)",
});

/** Options of {@link getPathPatchHeadToFinalResidPost}. */
export interface PathPatchOptions extends c.OptionsOf<typeof toEnd, typeof sides.chunkRules> {}

/**
 * Path patching from each head to the end of the residual stream (Wang et al. 2022, section 3.1): the model runs on the original
 * input, with one head's output (its z) from a new run and all other heads frozen.
 *
 * @param origInput the model's input, as `genericActivationPatch` takes it
 * @param newCache the values of a run of the same length, with `hook_z` of all layers
 * @param metric is given the output of a patched run; it returns a number, or a tensor of any shape
 * @returns (layers, heads) of the sender
 * @throws ArgumentError for sites that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 3, numHeads: 2 });
 * const [orig, other] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getPathPatchHeadToFinalResidPost(gpt, orig, runWithCache(gpt, other).cache, logitDiff(5, 6)).shape // [3, 2]
 */
export function getPathPatchHeadToFinalResidPost<R = Tensor>(
  model: Module,
  origInput: sides.BatchInput,
  newCache: ActivationCache,
  metric: sides.Metric<R>,
  given?: PathPatchOptions,
): Tensor {
  const what = "getPathPatchHeadToFinalResidPost";
  const { chunkSize, ...settings } = toEnd([model, origInput, newCache, metric, given]);
  return scope(() => {
    const run = { what, model, input: origInput, chunkSize };
    const paths = new Paths(what, model, origInput, newCache, settings);
    const senders = paths.layers.flatMap((layer) =>
      paths.headsOf(layer).map((head) => paths.sending(layer, head)),
    );
    const measured = [...sides.sideBySide(run, senders, (output) => sides.measure(what, metric, output))];
    return inTable(paths.layers.length, sides.inOrder(measured.flat()));
  });
}

const toHeads = c.signature(
  "getPathPatchHeadToHeads",
  positional,
  {
    /** The heads that receive. Where heads share keys and values, "k" and "v" are those of a head's group. */
    receiverHeads: c.required(c.listOf(places.headRule)),
    /** Which of their inputs: queries, keys or values. Default "v". */
    receiverInput: c.oneOf(["q", "k", "v"], "v"),
    ...rules,
  },
  {
    example:
      'getPathPatchHeadToHeads(gpt, ids, newCache, metric, { receiverHeads: [{ layer: 1, head: 0 }], receiverInput: "q" })',
  },
);

/** Options of {@link getPathPatchHeadToHeads}. */
export interface PathPatchToHeadsOptions
  extends c.OptionsOf<typeof toHeads, typeof rules & typeof sides.chunkRules> {}

/**
 * Path patching from each head to the queries, keys or values of others (Wang et al. 2022, section 3.1). A first run, as that of
 * `getPathPatchHeadToFinalResidPost`, computes the receivers' inputs with a sender patched on direct paths; a second one on the
 * original input uses them.
 *
 * @param origInput the model's input, as `genericActivationPatch` takes it
 * @param newCache the values of a run of the same length, with `hook_z` of all layers
 * @param metric is given the output of the second run; it returns a number, or a tensor of any shape
 * @returns (layers, heads) of the sender; heads that are not before a receiver have the metric of the original run
 * @throws ArgumentError for sites that the model or the cache does not have; IndexError for receivers that do not exist; ShapeError
 * for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 3, numHeads: 2 });
 * const [orig, other] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * const receiverHeads = [{ layer: 2, head: 1 }];
 * const { cache } = runWithCache(gpt, other);
 * getPathPatchHeadToHeads(gpt, orig, cache, logitDiff(5, 6), { receiverHeads, receiverInput: "q" }).shape // [3, 2]
 */
export function getPathPatchHeadToHeads<R = Tensor>(
  model: Module,
  origInput: sides.BatchInput,
  newCache: ActivationCache,
  metric: sides.Metric<R>,
  given: PathPatchToHeadsOptions,
): Tensor {
  const what = "getPathPatchHeadToHeads";
  const { chunkSize, receiverHeads, receiverInput, ...settings } = toHeads([
    model,
    origInput,
    newCache,
    metric,
    given,
  ]);
  if (receiverHeads.length === 0) throw new ArgumentError(`${what}: receiverHeads is empty; name a head.`);
  const where: places.Stack = { stack: settings.stack, attention: "attn" };
  // The heads by the sites where they receive.
  const receivers = places.bySite(receiverHeads, (at) => {
    places.checkHead(what, model, places.siteAt(what, model, "z", at.layer, where), at);
    return places.siteAt(what, model, receiverInput, at.layer, where);
  });
  return scope(() => {
    const run = { what, model, input: origInput, chunkSize };
    const paths = new Paths(what, model, origInput, newCache, settings);
    const read = (output: unknown): Tensor => sides.measure(what, metric, output);
    const found: Tensor[] = [];
    for (const layer of paths.layers) {
      const heads = paths.headsOf(layer);
      const after = [...receivers].filter(([, [first]]) => first!.layer > layer);
      if (after.length === 0) {
        const same = read(sides.runOnce(what, model, origInput, []));
        found.push(...heads.map(() => same));
        continue;
      }
      // The inputs of each receiver, by sender.
      const received = heads.map(() => new Map<string, Tensor>());
      const keep = (sender: number): HookList =>
        after.map(([site]) => [site, (x) => void received[sender]!.set(site, retain(x))]);
      const put = (sender: number): HookList =>
        after.map(([site, ats]) => [
          site,
          (x, point) => {
            const shared = ats.map(({ head }) => Math.floor((head * x.size(2)) / heads.length));
            return places.putAt(what, x, received[sender]!.get(site)!, { heads: shared }, point);
          },
        ]);
      try {
        const sending = heads.map((head) => [...paths.sending(layer, head), ...keep(head)]);
        sides.runAll(run, sending);
        found.push(...sides.inOrder([...sides.sideBySide(run, heads.map(put), read)].flat()));
      } finally {
        for (const x of received.flatMap((values) => [...values.values()])) release(x);
      }
    }
    return inTable(paths.layers.length, found);
  });
}

function inTable(layers: number, values: readonly Tensor[]): Tensor {
  const all = stack(values);
  return all.reshape([layers, values.length / layers, ...all.shape.slice(1)]);
}

/** Hooks by which one head sends, and all others are frozen. */
class Paths {
  readonly layers: readonly number[];
  readonly #what: string;
  readonly #new: ActivationCache;
  readonly #orig: ActivationCache;
  readonly #where: places.Stack;
  readonly #freezeMlps: boolean;

  constructor(
    what: string,
    model: Module,
    origInput: sides.BatchInput,
    newCache: ActivationCache,
    { stack, freezeMlps }: { readonly stack: string; readonly freezeMlps: boolean },
  ) {
    this.#what = what;
    this.#where = { stack, attention: "attn" };
    this.#freezeMlps = freezeMlps;
    this.#new = newCache;
    this.layers = places.layersWith(what, model, "z", this.#where);
    const frozen = freezeMlps ? ["z", "mlp_out"] : ["z"];
    const sites = this.layers.flatMap((layer) =>
      frozen.map((short) => places.nameAt(short, layer, this.#where)),
    );
    for (const layer of this.layers) newCache.get(places.nameAt("z", layer, this.#where)); // or it throws
    const listening = new Listening(what, model);
    const found = new Map<string, Tensor>();
    listening.add([[sites, (x, { name }) => void found.set(name, x)]]);
    listening.runNow(sides.single(origInput));
    this.#orig = new ActivationCache(model, found);
  }

  headsOf(layer: number): number[] {
    return Array.from(
      { length: this.#orig.get(places.nameAt("z", layer, this.#where)).size(2) },
      (_, head) => head,
    );
  }

  /** The hooks of a sender: layers before it are as in the original run anyway. */
  sending(sender: number, head: number): HookList {
    const hooks: [string, HookList[number][1]][] = [];
    for (const layer of this.layers.slice(sender)) {
      const site = places.nameAt("z", layer, this.#where);
      hooks.push([
        site,
        (x, point) => {
          const orig = places.fitted(this.#what, this.#orig.get(site), x, point);
          if (layer > sender) return orig;
          return places.putAt(
            this.#what,
            orig,
            places.fitted(this.#what, this.#new.get(site), x, point),
            { heads: [head] },
            point,
          );
        },
      ]);
      const mlp = places.nameAt("mlp_out", layer, this.#where);
      if (this.#freezeMlps)
        hooks.push([mlp, (x, point) => places.fitted(this.#what, this.#orig.get(mlp), x, point)]);
    }
    return hooks;
  }
}
