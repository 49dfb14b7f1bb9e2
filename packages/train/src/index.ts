export type { LoadedCheckpoint, TrainerControls, TrainResult } from "./controls.ts";
export type { EarlyStoppingOptions } from "./early-stopping.ts";
export type { Listener } from "./emitter.ts";
export type {
  CheckpointEvent,
  DivergedEvent,
  DoneEvent,
  EpochEvent,
  EventOf,
  Numbers,
  PauseEvent,
  ResumeEvent,
  StartEvent,
  StepEvent,
  StopEvent,
  TrainerErrorEvent,
  TrainerEvent,
  TrainerEventType,
  TrainerStatus,
  ValidationEvent,
} from "./events.ts";
export type { Limits } from "./limits.ts";
export type { Interval, TrainedModel, TrainerOptions, TrainingData } from "./options.ts";
export { readTrainerCheckpoint, type TrainerCheckpoint, type TrainerState } from "./state.ts";
export { Trainer } from "./trainer.ts";
export { TrainerClient } from "./worker/client.ts";
export type { Port } from "./worker/port.ts";
export { type Queries, type ServeOptions, serveTrainer, type TrainerJob } from "./worker/serve.ts";
