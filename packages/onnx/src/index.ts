export { OnnxError } from "./errors.ts";
