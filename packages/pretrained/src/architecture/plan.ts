import type { Bert, GPT, WeightsFormat } from "@saccade/models";
import type { WeightSlot } from "./slot.ts";

/** What a plan depends on beside the configuration. */
export interface PlanGiven {
  /** The names of the weights in the files. */
  readonly names: readonly string[];
  readonly weights: WeightsFormat;
}

/** What a configuration calls for: a model, and where each of its weights stands in the files. */
export interface ModelPlan {
  /** "gpt2", "bert" or "llama". */
  readonly modelType: string;
  readonly vocabSize: number;
  /** How the model keeps its weights: those that `isHalf` names, where it is not "float32". */
  readonly weights: WeightsFormat;
  readonly slots: readonly WeightSlot[];
  /** The parts that the names of the model's own weights begin with; other weights belong to heads. */
  readonly roots: readonly string[];
  /** Weights of the model itself that are computed, not learned: files have them, nothing needs them. */
  readonly buffers: RegExp;
  /** Other names of a weight in the files. Where several are there, they must hold the same numbers. */
  aliases(name: string): readonly string[];
  make(): GPT | Bert;
  /** Whether the model can keep a weight in 16 bits. */
  isHalf(slot: WeightSlot): boolean;
}
