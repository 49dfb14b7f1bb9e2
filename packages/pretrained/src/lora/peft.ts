import { flag, type OptionsOf, options, size, text } from "@saccade/tensor/contract";
import { ConfigReader } from "../architecture/architecture.ts";
import { shown } from "../errors.ts";
import { parseJson } from "../files/find.ts";
import { LinearPattern } from "../patterns/linear-pattern.ts";
import { PatternError } from "../patterns/syntax.ts";
import { alphaRule, dropoutRule, type LoraSettings } from "./options.ts";
import type { Adaptable } from "./sites.ts";

// PEFT's layout of an adapter: adapter_config.json and adapter_model.safetensors.

export const CONFIG_FILE = "adapter_config.json";
export const TENSORS_FILE = "adapter_model.safetensors";

/** The contract of {@link Lora.save}'s options. */
export const saveLoraOptions = options(
  "Lora.save",
  {
    /** The name or path of the base model, which PEFT loads it from if it is given none. Default none. */
    baseModel: text(),
  },
  {
    example: 'lora.save({ baseModel: "gpt2" })',
    renamed: { baseModelNameOrPath: "write baseModel" },
  },
);

/** Options of {@link Lora.save}. */
export interface SaveLoraOptions extends OptionsOf<typeof saveLoraOptions> {}

/** The name of a module's tensor in the file: A is (rank, in), B (out, rank), also where weights are (in, out). */
export function tensorName(module: string, part: "A" | "B"): string {
  return `base_model.model.${module}.lora_${part}.weight`;
}

/** The text of adapter_config.json. */
export function configText(
  settings: LoraSettings,
  targets: readonly string[],
  { model, architecture }: Adaptable,
  { baseModel }: SaveLoraOptions,
): string {
  const config = {
    alpha_pattern: {},
    base_model_name_or_path: baseModel ?? null,
    bias: "none",
    // Where the files of the model have (in, out), as GPT-2's; adapters are stored alike everywhere.
    fan_in_fan_out: architecture.slots(model.settings).some(({ transposed }) => transposed),
    inference_mode: true,
    init_lora_weights: true,
    lora_alpha: settings.alpha,
    lora_dropout: settings.dropout,
    modules_to_save: null,
    peft_type: "LORA",
    r: settings.rank,
    rank_pattern: {},
    target_modules: targets,
    task_type: architecture.loraDefaults.taskType,
    use_rslora: settings.rankStabilized,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

// Settings that change what an adapter computes, in ways that no adapter here does.
const refused: readonly string[] = (
  "alora_invocation_tokens alpha_pattern arrow_config exclude_modules layer_replication layers_pattern layers_to_transform " +
  "lora_bias modules_to_save rank_pattern target_parameters trainable_token_indices use_bdlora use_dora use_qalora"
).split(" ");

// Starts that leave the base model as it is.
const harmless: readonly unknown[] = [undefined, null, true, false, "gaussian", "eva", "orthogonal"];

/** @throws PretrainedError for text that is not JSON, another kind of adapter, and settings that are not supported. */
export function readConfig(text: string) {
  const config = new ConfigReader(CONFIG_FILE, parseJson(CONFIG_FILE, text));
  const { peft_type: type, bias, init_lora_weights: start, target_modules: targets } = config.values;
  if (type !== "LORA") throw config.fault(`peft_type is ${shown(type)}; only "LORA" is supported`);
  const odd = refused.filter((name) => isSet(config.values[name]));
  if (bias !== undefined && bias !== "none") odd.unshift("bias");
  if (odd.length > 0) {
    const list = odd.map((name) => `${name} ${shown(config.values[name])}`).join(", ");
    throw config.fault(
      `these settings are not supported: ${list}. Merge the adapter with PEFT (merge_and_unload) and open the merged model, or ` +
        "train the adapter without them",
    );
  }
  if (!harmless.includes(start))
    throw config.fault(
      `init_lora_weights is ${shown(start)}, and only true, false, "gaussian", "eva" and "orthogonal" are supported: PEFT takes other ` +
        "starts out of the base model's weights. Convert the adapter with PEFT (save_pretrained with " +
        "path_initial_model_for_weight_conversion), or merge it there (merge_and_unload) and open the merged model",
    );
  const settings = {
    rank: config.read(size(8), "r"),
    alpha: config.read(alphaRule, "lora_alpha") ?? 8,
    dropout: config.read(dropoutRule, "lora_dropout"),
    rankStabilized: config.read(flag(false), "use_rslora"),
  };
  return { settings, targets: targetsIn(config, targets) };
}

// PEFT writes null, false, {} and [] for what is not used.
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function targetsIn(config: ConfigReader, targets: unknown): readonly string[] | RegExp {
  if (Array.isArray(targets) && targets.length > 0 && targets.every((name) => typeof name === "string"))
    return targets;
  if (typeof targets === "string") {
    try {
      return new LinearPattern(`^(?:${targets})$`, "");
    } catch (error) {
      const problem =
        error instanceof PatternError ? `is not supported: ${error.message}` : "is not a pattern";
      throw config.fault(`target_modules ${shown(targets)} ${problem}. Write the modules' names as a list`);
    }
  }
  throw config.fault(`target_modules is ${shown(targets)}, expected names or a pattern`);
}
