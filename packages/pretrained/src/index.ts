export type { ModelConfig } from "./architecture/architecture.ts";
export { PretrainedError, type PretrainedErrorOptions, type WeightProblems } from "./errors.ts";
export type { PretrainedFile } from "./files/source.ts";
export { type LoadPretrainedOptions, loadPretrained, type Pretrained } from "./load/load-pretrained.ts";
export { LoraAdapter, LoraLinear } from "./lora/adapter.ts";
export { addLora, loadLora } from "./lora/add-lora.ts";
export { Lora, type LoraFiles } from "./lora/lora.ts";
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
