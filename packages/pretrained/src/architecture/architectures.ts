import { badArgument } from "@saccade/tensor/checks";
import { PretrainedError, shown } from "../errors.ts";
import type * as part from "./architecture.ts";
import { bert } from "./bert.ts";
import { gpt2 } from "./gpt2.ts";
import { llama } from "./llama.ts";

const architectures: readonly part.Architecture[] = [
  // The first that matches a model gives its files their names.
  gpt2,
  bert,
  llama,
];
const types = architectures.map(({ type }) => type).join(", ");

/** The model that a configuration calls for, and the location of each weight in the files. */
export interface ModelPlan {
  readonly architecture: part.Architecture;
  readonly settings: part.Model["settings"];
  readonly slots: readonly part.WeightSlot[];
}

/** @throws PretrainedError for an architecture that is not supported, and values that are missing, invalid or not supported. */
export function planOf(config: part.ConfigReader, files: part.FilesGiven): ModelPlan {
  const architecture = architectureIn(config);
  config.require({ pruned_heads: [{}] });
  refuseQuantized(config);
  const settings = architecture.fromConfig(config, files);
  const [layers, weights] = [settings.numLayers, files.names.length];
  if (layers > weights)
    throw config.fault(
      `it calls for ${layers} layers, and the files have ${weights} weights, fewer than layers; use the config.json that was saved with them`,
    );
  return { architecture, settings, slots: architecture.slots(settings) };
}

function architectureIn(config: part.ConfigReader): part.Architecture {
  const type = config.find("model_type")?.value;
  const classes: unknown = config.find("architectures")?.value;
  const [first]: unknown[] = Array.isArray(classes) ? classes : [];
  const found = architectures.find((one) =>
    type === undefined ? typeof first === "string" && first.startsWith(one.classes) : one.type === type,
  );
  if (found !== undefined) return found;
  throw config.fault(
    type === undefined
      ? `model_type is missing; add it: ${types} are supported`
      : `model_type is ${shown(type)}, an architecture that is not supported; supported: ${types}`,
  );
}

function refuseQuantized(config: part.ConfigReader): void {
  const found = config.find("quantization_config");
  if (found === null) return;
  const { quant_method: method }: { quant_method?: unknown } = Object(found.value);
  throw config.fault(
    `quantization_config is given${method === undefined ? "" : ` (quant_method ${shown(method)})`}, and quantized weights are not read; choose the model's files with weights of F32, F16, BF16 or F64`,
  );
}

/** The architecture that a model has its names of. @throws ArgumentError for another model. */
export function architectureOf(what: string, model: unknown): part.Architecture {
  const found = architectures.find((one) => isOf(one, model) && one.matches(model.settings));
  if (found !== undefined) return found;
  throw badArgument(what, "model", "a GPT or a Bert", model, "write new GPT({ … }) or load one");
}

function isOf({ Model }: part.Architecture, model: unknown): model is part.Model {
  return model instanceof Model;
}

export function prefixOf({ trunk, hasHead }: part.Architecture, settings: part.Model["settings"]): string {
  return hasHead(settings) ? trunk : "";
}

/**
 * How Hugging Face's files describe a model built here; the prefix is that of all weights but the head's.
 *
 * @throws PretrainedError naming the options that no architecture has; ArgumentError for another model.
 */
export function layoutOf(what: string, model: part.Model) {
  const architecture = architectureOf(what, model);
  const { settings } = model;
  if (architecture.differences(settings).length > 0) {
    const places = architectures
      .filter((one) => isOf(one, model))
      .map((one) => `${one.label}'s architecture has no place for ${one.differences(settings).join(", ")}`);
    throw new PretrainedError(`${what}: ${places.join("; ")}.`);
  }
  const config = { model_type: architecture.type, ...architecture.toConfig(settings) };
  return { prefix: prefixOf(architecture, settings), slots: architecture.slots(settings), config };
}
