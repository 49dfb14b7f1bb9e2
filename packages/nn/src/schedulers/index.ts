export {
  CosineAnnealingLR,
  type CosineAnnealingLROptions,
  CosineAnnealingWarmRestarts,
  type CosineAnnealingWarmRestartsOptions,
} from "./cosine.ts";
export {
  ExponentialLR,
  type ExponentialLROptions,
  LambdaLR,
  type LambdaLROptions,
  MultiStepLR,
  type MultiStepLROptions,
  StepLR,
  type StepLROptions,
} from "./decay.ts";
export { LinearLR, type LinearLROptions, LinearWarmup, type LinearWarmupOptions } from "./linear.ts";
export { NoamLR, type NoamLROptions } from "./noam.ts";
export { ReduceLROnPlateau, type ReduceLROnPlateauOptions } from "./plateau.ts";
export type { Scheduled } from "./schedule.ts";
export {
  type JsonValue,
  Scheduler,
  type SchedulerState,
  SchedulerStateError,
  type Settings,
} from "./scheduler.ts";
export { SequentialLR, type SequentialLROptions, type WarmupOptions, warmup } from "./sequential.ts";
