export { PretrainedError } from "./errors.ts";
export * from "./lora/index.ts";
