export type { ModelConfig } from "./architecture/config.ts";
export { PretrainedError, type PretrainedErrorOptions, type WeightProblems } from "./errors.ts";
export type { PretrainedFile } from "./files/source.ts";
export { type LoadPretrainedOptions, loadPretrained, type Pretrained } from "./load/load-pretrained.ts";
export { LoraAdapter } from "./lora/adapter.ts";
export { addLora } from "./lora/add-lora.ts";
export { loadLora } from "./lora/load-lora.ts";
export { Lora, type LoraFiles } from "./lora/lora.ts";
export { LoraLinear } from "./lora/lora-linear.ts";
export type { LoraOptions, LoraSettings, LoraTargets } from "./lora/options.ts";
export type { SaveLoraOptions } from "./lora/peft.ts";
export type { LoraModel } from "./lora/sites.ts";
export { namedWeights } from "./save/named-weights.ts";
export {
  type SavedPretrained,
  type SavePretrainedOptions,
  type StoredDType,
  savePretrained,
} from "./save/save-pretrained.ts";
export type { PretrainedTokenizer } from "./tokenizer/loaded-tokenizer.ts";
