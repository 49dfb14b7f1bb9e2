import { fromSafetensors, Linear, type LinearMap } from "@saccade/nn";
import { ArgumentError, keep, scope, type Tensor } from "@saccade/tensor";
import { badArgument, formatShape, sameShape } from "@saccade/tensor/backend";
import type { Architecture } from "../architecture/architecture.ts";
import { PretrainedError } from "../errors.ts";
import { LoraAdapter, LoraLinear } from "./adapter.ts";
import { Lora, type LoraFiles, type Place } from "./lora.ts";
import {
  isTarget,
  type LoraOptions,
  type LoraSettings,
  loraOptions,
  scaleOf,
  sitesFor,
  targetList,
} from "./options.ts";
import { CONFIG_FILE, readConfig, TENSORS_FILE, tensorName } from "./peft.ts";
import { type Adaptable, adaptable, type LoraModel, type Site } from "./sites.ts";

// Adapters put into a model: new ones, and those of files.

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
function attach(what: string, target: Adaptable, settings: LoraSettings, targets: readonly string[]): Lora {
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

/**
 * Adds the adapter in PEFT's two files to a model, ready to use, to train further or to merge.
 *
 * @param files the bytes of adapter_config.json and adapter_model.safetensors, as {@link Lora.save} gives them
 * @throws PretrainedError for files that are missing or damaged, settings that are not supported (such as DoRA's), and an
 * adapter of another base model, listing all tensors that are missing, left over, or of another shape; ArgumentError for a
 * model that has adapters. Nothing was changed then.
 * @example
 * const model = () => new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const files = addLora(model(), { rank: 2 }).save();
 * loadLora(model(), files).numParameters() // 64
 */
export function loadLora(model: LoraModel, files: LoraFiles): Lora {
  const target = adaptable("loadLora", model);
  const config = readConfig(new TextDecoder().decode(fileIn(files, CONFIG_FILE)));
  const targets = targetsHere(config.targets, target);
  return scope(() => {
    const { backend } = model.embedding.weight;
    const { tensors } = fromSafetensors(fileIn(files, TENSORS_FILE), { backend });
    const expected = expectedTensors(target, targets, config.settings.rank);
    const values = matched(tensors, expected, target.architecture);
    const lora = attach("loadLora", target, config.settings, targets);
    for (const [name, adapter] of lora.adapters) {
      const [loraA, loraB] = [values.get(tensorName(name, "A"))!, values.get(tensorName(name, "B"))!];
      adapter.loadStateDict({ loraA, loraB });
    }
    return lora;
  });
}

function fileIn(files: LoraFiles, name: keyof LoraFiles): Uint8Array {
  const example = `write loadLora(model, { "${CONFIG_FILE}": bytes, "${TENSORS_FILE}": bytes })`;
  if (typeof files !== "object" || files === null)
    throw badArgument("loadLora", "files", "the bytes of two files by name", files, example);
  const bytes: unknown = files[name];
  if (bytes instanceof Uint8Array) return bytes;
  if (bytes === undefined)
    throw new PretrainedError(
      `loadLora: ${name} is missing; the files are ${Object.keys(files).join(", ") || "none"}.`,
    );
  throw badArgument("loadLora", `files["${name}"]`, "a Uint8Array", bytes, example);
}

// PEFT's targets may name modules of other models too; only those count that this model has.
function targetsHere(
  targets: readonly string[] | RegExp,
  { sites, architecture }: Adaptable,
): readonly string[] {
  const here =
    targets instanceof RegExp
      ? sites.map(({ name }) => name).filter((name) => targets.test(name))
      : targets.filter((target) => sites.some(({ name }) => isTarget(target, name)));
  if (here.length > 0) return here;
  const given = targets instanceof RegExp ? targets.source : targets.join(", ");
  throw new PretrainedError(
    `${CONFIG_FILE}: target_modules (${given}) name no module of a model of ${architecture.label}'s shape; the adapter is of another base model.`,
  );
}

/** Shapes by the names that save() would write. */
function expectedTensors(
  { sites }: Adaptable,
  targets: readonly string[],
  rank: number,
): Map<string, readonly number[]> {
  const chosen = sites.filter(({ name }) => targets.some((target) => isTarget(target, name)));
  return new Map(
    chosen.flatMap(({ name, map, rows }): [string, readonly number[]][] => [
      [tensorName(name, "A"), [rank, map.inFeatures]],
      [tensorName(name, "B"), [rows, rank]],
    ]),
  );
}

/** The file's tensors under the names that save() would write. @throws PretrainedError listing mismatches. */
function matched(
  tensors: Readonly<Record<string, Tensor>>,
  expected: ReadonlyMap<string, readonly number[]>,
  architecture: Architecture,
): Map<string, Tensor> {
  const names = new Map([...expected.keys()].map((name) => [core(name, architecture), name]));
  const found = new Map<string, Tensor>();
  const left: string[] = [];
  const unfit: string[] = [];
  for (const [given, value] of Object.entries(tensors)) {
    const name = names.get(core(given, architecture));
    if (name === undefined) {
      left.push(given);
      continue;
    }
    found.set(name, value);
    const shape = expected.get(name)!;
    if (!sameShape(value.shape, shape))
      unfit.push(`${given}: ${formatShape(value.shape)} in the file, ${formatShape(shape)} beside the model`);
  }
  const missing = [...expected.keys()].filter((name) => !found.has(name));
  const lines = [
    ...(missing.length > 0 ? [`missing: ${missing.join(", ")}`] : []),
    ...(left.length > 0 ? [`left over: ${left.join(", ")}`] : []),
    ...unfit,
  ];
  if (lines.length === 0) return found;
  throw new PretrainedError(
    `${TENSORS_FILE} does not fit the model; nothing was changed.\n  ${lines.join("\n  ")}\nOpen the base model that the adapter was trained for.`,
  );
}

// The trunk has no prefix, unless it is inside a model with a head.
function core(name: string, { trunk }: Architecture): string {
  const module = name.replace(/^base_model\.model\./, "");
  return module.startsWith(trunk) ? module.slice(trunk.length) : module;
}
