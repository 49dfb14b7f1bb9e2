export { type TransformerDecoded, type TransformerState, TransformerTargetDecoder } from "./decoder.ts";
export { TransformerSourceEncoder } from "./encoder.ts";
export type { TransformerOptions, TransformerSettings } from "./options.ts";
export { Transformer } from "./transformer.ts";
