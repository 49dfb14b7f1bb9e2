export { PretrainedError } from "./errors.ts";
