export * from "./chained.ts";
export * from "./cosine.ts";
export * from "./cyclic.ts";
export * from "./decay.ts";
export * from "./lambda.ts";
export { LinearLR, type LinearLROptions, LinearWarmup, type LinearWarmupOptions } from "./linear.ts";
export * from "./noam.ts";
export * from "./one-cycle.ts";
export * from "./plateau.ts";
export * from "./polynomial.ts";
export type { Scheduled } from "./schedule.ts";
export {
  type JsonValue,
  Scheduler,
  type SchedulerState,
  SchedulerStateError,
  type Settings,
} from "./scheduler.ts";
export * from "./sequential.ts";
export * from "./swa.ts";
