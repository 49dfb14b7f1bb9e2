import type { Bert, GPT, WeightsFormat } from "@saccade/models";
import type { ConfigReader, ModelConfig } from "./config.ts";
import type { WeightSlot } from "./slot.ts";

export type Model = GPT | Bert;

/** The files' part in a model's settings. */
export interface FilesGiven {
  /** The names of the weights. */
  readonly names: readonly string[];
  /** How the model keeps them. */
  readonly weights: WeightsFormat;
}

/** PEFT's defaults for an architecture. */
export interface LoraDefaults {
  /** The targets where none are given. */
  readonly targets: readonly string[];
  readonly taskType: "CAUSAL_LM" | "FEATURE_EXTRACTION";
}

/** One architecture of Hugging Face's checkpoints: all that loading, saving and adapters know of it. */
export interface Architecture<M extends Model = Model> {
  /** Its model_type in config.json, such as "gpt2". */
  readonly type: string;
  /** For messages, such as "GPT-2". */
  readonly label: string;
  /** The names of its classes in transformers begin with this. */
  readonly classes: string;
  /** The class of its models here. */
  readonly Model: new (
    settings: never,
  ) => M;
  make(settings: M["settings"]): M;
  /** Whether a model of that class is named as this architecture's. */
  matches(settings: M["settings"]): boolean;
  /** @throws PretrainedError for values that are missing, invalid or not supported. */
  fromConfig(config: ConfigReader, files: FilesGiven): M["settings"];
  /** The options of a model that the architecture cannot express, each with its counterpart. */
  differences(settings: M["settings"]): readonly string[];
  toConfig(settings: M["settings"]): ModelConfig;
  /** Where each weight of the files goes. */
  slots(settings: M["settings"]): readonly WeightSlot[];
  /** The prefix of the names of all weights but the head's, where a model has a head: "transformer.". */
  readonly trunk: string;
  /** Whether files that are written are those of a model with a head. */
  hasHead(settings: M["settings"]): boolean;
  /** The parts that the names of the model's own weights begin with; other weights belong to heads. */
  roots(settings: M["settings"]): readonly string[];
  /** Weights of the model itself that are computed, not learned: files have them, nothing needs them. */
  readonly buffers: RegExp;
  readonly loraDefaults: LoraDefaults;
}
