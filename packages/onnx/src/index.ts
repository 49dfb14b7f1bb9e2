export { type CachedOnnxOptions, cacheOf, exportCachedOnnx, type PastLayer } from "./cached.ts";
export { OnnxError } from "./errors.ts";
export { exportOnnx, type OnnxOptions } from "./export.ts";
export type { DynamicAxes, Inputs } from "./inputs.ts";
export type { Traceable } from "./trace/trace.ts";
