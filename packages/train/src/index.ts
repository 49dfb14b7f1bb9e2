export type { EarlyStoppingOptions } from "./early-stopping.ts";
export type {
  CheckpointEvent,
  DivergedEvent,
  DoneEvent,
  EpochEvent,
  EventOf,
  Limits,
  Listener,
  LoadedCheckpoint,
  Numbers,
  PauseEvent,
  ResumeEvent,
  StartEvent,
  StepEvent,
  StopEvent,
  TrainerControls,
  TrainerErrorEvent,
  TrainerEvent,
  TrainerEventType,
  TrainerStatus,
  TrainResult,
  ValidationEvent,
} from "./events.ts";
export type { Interval, TrainedModel, TrainerOptions, TrainingData } from "./options.ts";
export { readTrainerCheckpoint, type TrainerCheckpoint, type TrainerState } from "./state.ts";
export { Trainer } from "./trainer.ts";
export { TrainerClient } from "./worker/client.ts";
export type { Port } from "./worker/protocol.ts";
export { type Queries, type ServeOptions, serveTrainer, type TrainerJob } from "./worker/serve.ts";
