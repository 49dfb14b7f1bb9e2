export type { ModelConfig } from "./architecture/config.ts";
export { PretrainedError, type PretrainedErrorOptions, type WeightProblems } from "./errors.ts";
export type { PretrainedFile } from "./files/source.ts";
export { type LoadPretrainedOptions, loadPretrained, type Pretrained } from "./load/load-pretrained.ts";
export * from "./lora/index.ts";
export { namedWeights } from "./save/named-weights.ts";
export {
  type SavedPretrained,
  type SavePretrainedOptions,
  type StoredDType,
  savePretrained,
} from "./save/save-pretrained.ts";
export type { PretrainedTokenizer } from "./tokenizer/loaded-tokenizer.ts";
