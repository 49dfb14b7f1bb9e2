export * from "./cyclic.ts";
export * from "./formulas.ts";
export * from "./many.ts";
export {
  LambdaLR,
  type LambdaLROptions,
  MultiplicativeLR,
  type MultiplicativeLROptions,
  SWALR,
  type SWALROptions,
} from "./per-group.ts";
export * from "./plateau.ts";
export type { Scheduled } from "./schedule.ts";
export {
  type JsonValue,
  Scheduler,
  type SchedulerState,
  SchedulerStateError,
  type Settings,
} from "./scheduler.ts";
