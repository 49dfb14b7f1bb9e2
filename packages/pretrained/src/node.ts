export { PretrainedError } from "./errors.ts";
export { readLora, saveLora } from "./lora/files.ts";
