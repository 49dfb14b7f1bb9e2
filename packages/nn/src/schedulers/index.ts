export * from "./formulas.ts";
export * from "./many.ts";
export * from "./per-group.ts";
export * from "./plateau.ts";
export type { Scheduled } from "./schedule.ts";
export {
  type JsonValue,
  Scheduler,
  type SchedulerState,
  SchedulerStateError,
  type Settings,
} from "./scheduler.ts";
