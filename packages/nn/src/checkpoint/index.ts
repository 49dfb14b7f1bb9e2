export type {
  CheckpointModel,
  CheckpointOptimizer,
  CheckpointParts,
  CheckpointScheduler,
  TrainingObjects,
} from "./arguments.ts";
export { encodeCheckpoint } from "./checkpoint.ts";
export { CheckpointError, type CheckpointPart, type CheckpointProblem } from "./errors.ts";
export { type CarriedData, readCheckpoint } from "./read-checkpoint.ts";
export { type RestoredCheckpoint, type RestoreOptions, restoreCheckpoint } from "./restore.ts";
export { fromSafetensors, type LoadedTensors, type NamedTensors, toSafetensors } from "./tensors-file.ts";
