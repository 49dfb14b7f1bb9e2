import { Linear, type LinearMap } from "@saccade/nn";
import { ArgumentError, keep } from "@saccade/tensor";
import { LoraAdapter } from "./adapter.ts";
import { Lora, type Place } from "./lora.ts";
import { LoraLinear } from "./lora-linear.ts";
import { type LoraOptions, type LoraSettings, loraOptions, scaleOf } from "./options.ts";
import { type Adaptable, adaptable, type LoraModel, type Site } from "./sites.ts";
import { sitesFor, targetList } from "./targets.ts";

/**
 * Adds a low-rank adapter to each target of a model (LoRA: Hu et al. 2021). The model's outputs do not change until they are
 * trained: pass `lora.parameters()` to an optimizer, and the model's own weights stay unchanged, bit for bit.
 *
 * @throws ArgumentError for an unknown option, a target that matches nothing, a rank above the width of a target, a model of
 * another class, and one that has adapters. Nothing was changed then.
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const lora = addLora(gpt, { rank: 2, alpha: 4, targets: ["c_attn", "c_fc"] });
 * new AdamW(lora.parameters(), { lr: 1e-3 }).params.length // 4
 */
export function addLora(model: LoraModel, options: LoraOptions = {}): Lora {
  const { targets, ...given } = loraOptions(options);
  const target = adaptable("addLora", model);
  const settings = { ...given, alpha: given.alpha ?? given.rank };
  return attach("addLora", target, settings, targetList(targets, target));
}

/** Adds adapters of checked settings. */
export function attach(
  what: string,
  target: Adaptable,
  settings: LoraSettings,
  targets: readonly string[],
): Lora {
  const sites = sitesFor(what, targets, target);
  const taken = target.sites.find(({ map }) => map instanceof LoraLinear);
  if (taken !== undefined)
    throw new ArgumentError(
      `${what}: ${taken.name} has an adapter already; call remove() on it, or merge() to leave its changes in the weights.`,
    );
  for (const site of sites) checkRank(what, settings.rank, site);
  const byMap = new Map<LinearMap, Site[]>();
  for (const site of sites) byMap.set(site.map, [...(byMap.get(site.map) ?? []), site]);
  const places = [...byMap].map(([map, sharers]): Place => {
    const adapters = sharers.map((site) => makeAdapter(site, settings, target.model));
    return {
      names: sharers.map(({ name }) => name),
      adapted: new LoraLinear(map, adapters),
      put: (other) => sharers[0]!.put(other),
    };
  });
  for (const { adapted, put } of places) put(adapted);
  return new Lora(target, settings, targets, places);
}

function makeAdapter({ map, start, rows }: Site, settings: LoraSettings, model: LoraModel): LoraAdapter {
  const { rank, dropout } = settings;
  // Next to weights in another format than Linear's, adapters are float32.
  const { dtype, backend } =
    map instanceof Linear
      ? map.weight
      : { dtype: "float32" as const, backend: model.embedding.weight.backend };
  const scale = scaleOf(settings);
  const sizes = { inFeatures: map.inFeatures, start, rows, rank, scale, dropout, dtype, backend };
  // The model holds it beyond the scope that this call may run in.
  return keep(new LoraAdapter(sizes));
}

function checkRank(what: string, rank: number, { name, map, rows }: Site): void {
  const width = Math.min(map.inFeatures, rows);
  if (rank <= width) return;
  throw new ArgumentError(
    `${what}: rank ${rank} is above the narrower side of ${name}, ${rows} × ${map.inFeatures}; take a rank of at most ${width}.`,
  );
}
