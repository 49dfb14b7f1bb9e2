import type { Module } from "@saccade/nn";
import { ArgumentError, scope, type Tensor, zeros } from "@saccade/tensor";
import { release, retain } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheOption } from "../cache/activation-cache.ts";
import * as places from "../interventions/places.ts";
import * as sides from "../interventions/side-by-side.ts";
import { upTo } from "../names.ts";
import { type BatchInput, declare, inputRule, type Metric, metricRule, modelRule } from "../run/calls.ts";
import { type Hook, type HookList, Listening } from "../run/listen.ts";

// The paths from one head to others, or to the output, that pass through no other attention: the sender's z is that of the new
// run, every other head is frozen at the original one, and so only the direct path (and feed-forward networks) carries the change.

const given = {
  model: modelRule,
  origInput: inputRule,
  newCache: c.required(c.withFix(cacheOption, "write runWithCache(model, newInput).cache")),
  metric: metricRule,
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

const toEnd = declare("getPathPatchHeadToFinalResidPost(gpt, ids, newCache, metric)", {
  given,
  options: rules,
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
  origInput: BatchInput,
  newCache: ActivationCache,
  metric: Metric<R>,
  options?: PathPatchOptions,
): Tensor {
  return scope(() => {
    const paths = pathsOf(toEnd([model, origInput, newCache, metric, options]));
    const senders = paths.heads.flatMap((heads, layer) => heads.map((head) => paths.sending(layer, head)));
    return paths.inTable(sides.measureAll(paths.call, senders));
  });
}

const toHeads = declare(
  'getPathPatchHeadToHeads(gpt, ids, newCache, metric, { receiverHeads: [{ layer: 1, head: 0 }], receiverInput: "q" })',
  {
    given,
    options: {
      /** The heads that receive. Where heads share keys and values, "k" and "v" are those of a head's group. */
      receiverHeads: c.required(c.listOf(places.headRule)),
      /** Which of their inputs: queries, keys or values. Default "v". */
      receiverInput: c.oneOf(["q", "k", "v"], "v"),
      ...rules,
    },
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
  origInput: BatchInput,
  newCache: ActivationCache,
  metric: Metric<R>,
  options: PathPatchToHeadsOptions,
): Tensor {
  const call = { ...toHeads([model, origInput, newCache, metric, options]), attention: "attn" } as const;
  const { what, receiverHeads, receiverInput } = call;
  if (receiverHeads.length === 0) throw new ArgumentError(`${what}: receiverHeads is empty; name a head.`);
  for (const at of receiverHeads) places.siteOfHead(call, "z", at);
  const inputs = places.sitesOfLayers(call, receiverInput);
  const receiving = (layer: number): number[] =>
    receiverHeads.flatMap((at) => (at.layer === layer ? [at.head] : []));
  return scope(() => {
    const paths = pathsOf(call);
    const found: Tensor[] = [];
    for (const [layer, heads] of paths.heads.entries()) {
      const after = upTo(paths.heads.length).filter((l) => l > layer && receiving(l).length > 0);
      if (after.length === 0) {
        const same = sides.measure(call, sides.runOnce(paths.call, []));
        found.push(...heads.map(() => same));
        continue;
      }
      // The inputs of each receiver, by sender.
      const received = heads.map(() => new Map<number, Tensor>());
      const keep = (sender: number): HookList =>
        after.map((l) => [inputs[l]!, (x) => void received[sender]!.set(l, retain(x))]);
      const put = (sender: number): HookList =>
        after.map((l) => {
          const hook: Hook = (x, point) => {
            const shared = receiving(l).map((head) => Math.floor((head * x.size(2)) / heads.length));
            return places.putAt(what, x, received[sender]!.get(l)!, { heads: shared }, point);
          };
          return [inputs[l]!, hook];
        });
      try {
        const sending = heads.map((head) => [...paths.sending(layer, head), ...keep(head)]);
        sides.measureAll({ ...paths.call, metric: () => zeros([]) }, sending);
        found.push(...sides.measureAll(paths.call, heads.map(put)));
      } finally {
        for (const x of received.flatMap((values) => [...values.values()])) release(x);
      }
    }
    return paths.inTable(found);
  });
}

/** The heads of each layer, and hooks by which one of them sends while all others are frozen. */
function pathsOf(given: ReturnType<typeof toEnd>) {
  const { what, model, newCache } = given;
  const call = { ...given, input: given.origInput, attention: "attn" } as const;
  const zs = places.sitesOfLayers(call, "z");
  const mlps = given.freezeMlps ? zs.map((_, layer) => places.nameAt(call, "mlp_out", layer)) : [];
  for (const site of zs) newCache.get(site); // or it throws
  const orig = new Map<string, Tensor>();
  const listening = new Listening(what, model);
  listening.add([[[...zs, ...mlps], (x, { name }) => void orig.set(name, x)]]);
  listening.runNow(sides.single(call.input));
  const frozen: Hook = (x, point) => places.fitted(what, orig.get(point.name)!, x, point);
  return {
    call,
    heads: zs.map((site) => upTo(orig.get(site)!.size(2))),
    /** A table with a value for each head. */
    inTable: (values: readonly Tensor[]): Tensor =>
      sides.inTable(values, [zs.length, values.length / zs.length]),
    // Layers before the sender are as in the original run anyway.
    sending: (layer: number, head: number): HookList => {
      const [own, ...later] = zs.slice(layer);
      const hook: Hook = (x, point) => {
        const other = places.fitted(what, newCache.get(own!), x, point);
        return places.putAt(what, frozen(x, point)!, other, { heads: [head] }, point);
      };
      return [[own!, hook], ...[...later, ...mlps.slice(layer)].map((site) => [site, frozen] as const)];
    },
  };
}
