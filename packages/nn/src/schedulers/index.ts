export * from "./chained.ts";
export * from "./cosine.ts";
export * from "./cyclic.ts";
export * from "./decay.ts";
export * from "./lambda.ts";
export * from "./one-cycle.ts";
export * from "./plateau.ts";
export {
  ConstantLR,
  type ConstantLROptions,
  LinearLR,
  type LinearLROptions,
  LinearWarmup,
  type LinearWarmupOptions,
  NoamLR,
  type NoamLROptions,
  PolynomialLR,
  type PolynomialLROptions,
} from "./ramps.ts";
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
