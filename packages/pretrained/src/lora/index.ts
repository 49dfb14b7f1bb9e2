export { LoraAdapter } from "./adapter.ts";
export { addLora } from "./add-lora.ts";
export { loadLora } from "./load-lora.ts";
export { Lora, type LoraFiles } from "./lora.ts";
export { LoraLinear } from "./lora-linear.ts";
export type { LoraOptions, LoraSettings, LoraTargets } from "./options.ts";
export type { SaveLoraOptions } from "./peft.ts";
export type { LoraModel } from "./sites.ts";
