import { checkOptions, checkString, optionNames } from "@saccade/tensor/backend";
import { PretrainedError } from "../errors.ts";
import { parseJson } from "../files/json.ts";
import { slowPattern } from "../patterns.ts";
import type { LoraSettings } from "./options.ts";
import type { Architecture } from "./sites.ts";

// PEFT's layout of an adapter: adapter_config.json and adapter_model.safetensors.

export const CONFIG_FILE = "adapter_config.json";
export const TENSORS_FILE = "adapter_model.safetensors";

/** Options of {@link Lora.save}. */
export interface SaveLoraOptions {
  /** The name or path of the base model, which PEFT loads it from if it is given none. Default none. */
  readonly baseModel?: string | undefined;
}

const saveOptions = optionNames<SaveLoraOptions>(
  "Lora.save",
  { baseModel: true },
  'lora.save({ baseModel: "gpt2" })',
  { baseModelNameOrPath: "write baseModel" },
);

/** The name of a module's tensor in the file: A is (rank, in), B (out, rank), also where weights are (in, out). */
export function tensorName(module: string, part: "A" | "B"): string {
  return `base_model.model.${module}.lora_${part}.weight`;
}

/** The text of adapter_config.json. @throws ArgumentError for unknown options. */
export function configText(
  settings: LoraSettings,
  targets: readonly string[],
  { fanInFanOut, taskType }: Architecture,
  options: SaveLoraOptions,
): string {
  checkOptions(saveOptions, options);
  const { baseModel } = options;
  if (baseModel !== undefined) checkString("Lora.save", "baseModel", baseModel);
  const config = {
    alpha_pattern: {},
    base_model_name_or_path: baseModel ?? null,
    bias: "none",
    fan_in_fan_out: fanInFanOut,
    inference_mode: true,
    init_lora_weights: true,
    lora_alpha: settings.alpha,
    lora_dropout: settings.dropout,
    modules_to_save: null,
    peft_type: "LORA",
    r: settings.rank,
    rank_pattern: {},
    target_modules: targets,
    task_type: taskType,
    use_rslora: settings.rankStabilized,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** What adapter_config.json says. */
export interface AdapterConfig {
  readonly settings: LoraSettings;
  /** Names of modules, or a pattern that the whole of a module's name must match. */
  readonly targets: readonly string[] | RegExp;
}

// Settings that change what an adapter computes, in ways that no adapter here does.
const refused: readonly string[] = [
  "alora_invocation_tokens",
  "alpha_pattern",
  "arrow_config",
  "exclude_modules",
  "layer_replication",
  "layers_pattern",
  "layers_to_transform",
  "lora_bias",
  "modules_to_save",
  "rank_pattern",
  "target_parameters",
  "trainable_token_indices",
  "use_bdlora",
  "use_dora",
  "use_qalora",
];

/** @throws PretrainedError for text that is not JSON, another kind of adapter, and settings that are not supported. */
export function readConfig(text: string): AdapterConfig {
  const config = parse(text);
  if (config.peft_type !== "LORA")
    throw new PretrainedError(
      `${CONFIG_FILE}: peft_type is ${shown(config.peft_type)}; only "LORA" is supported.`,
    );
  const odd = refused.filter((name) => isSet(config[name]));
  if (config.bias !== undefined && config.bias !== "none") odd.unshift("bias");
  if (odd.length > 0) {
    const list = odd.map((name) => `${name} ${shown(config[name])}`).join(", ");
    throw new PretrainedError(
      `${CONFIG_FILE}: these settings are not supported: ${list}. Merge the adapter with PEFT (merge_and_unload) and open ` +
        "the merged model, or train the adapter without them.",
    );
  }
  const rank = numberIn(
    config,
    "r",
    8,
    (value) => Number.isInteger(value) && value >= 1,
    "a whole number ≥ 1",
  );
  const alpha = numberIn(
    config,
    "lora_alpha",
    8,
    (value) => value > 0 && Number.isFinite(value),
    "a number above 0",
  );
  const dropout = numberIn(
    config,
    "lora_dropout",
    0,
    (value) => value >= 0 && value < 1,
    "a number from 0 to below 1",
  );
  const settings = { rank, alpha, dropout, rankStabilized: config.use_rslora === true };
  return { settings, targets: targetsIn(config.target_modules) };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(CONFIG_FILE, text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new PretrainedError(`${CONFIG_FILE} must hold an object, got ${shown(value)}.`);
}

// PEFT writes null, false, {} and [] for what is not used.
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function numberIn(
  config: Readonly<Record<string, unknown>>,
  name: string,
  standard: number,
  fits: (value: number) => boolean,
  rule: string,
): number {
  const value = config[name] ?? standard;
  if (typeof value === "number" && fits(value)) return value;
  throw new PretrainedError(`${CONFIG_FILE}: ${name} must be ${rule}, got ${shown(value)}.`);
}

function targetsIn(targets: unknown): readonly string[] | RegExp {
  if (Array.isArray(targets) && targets.length > 0 && targets.every((name) => typeof name === "string"))
    return targets;
  if (typeof targets === "string") {
    const slow = slowPattern(targets, 6);
    if (slow !== null) {
      throw new PretrainedError(
        `${CONFIG_FILE}: target_modules ${shown(targets)} may take forever to match: ${slow}. Write the modules' names as a list.`,
      );
    }
    try {
      return new RegExp(`^(?:${targets})$`);
    } catch (cause) {
      throw new PretrainedError(`${CONFIG_FILE}: target_modules ${shown(targets)} is not a pattern.`, {
        cause,
      });
    }
  }
  throw new PretrainedError(
    `${CONFIG_FILE}: target_modules must be names or a pattern, got ${shown(targets)}.`,
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
