export {
  type CheckpointModel,
  type CheckpointOptimizer,
  type CheckpointParts,
  type CheckpointScheduler,
  encodeCheckpoint,
  type RestoredCheckpoint,
  restoreCheckpoint,
  type TrainingObjects,
} from "./checkpoint.ts";
export { CheckpointError, type CheckpointPart, type CheckpointProblem } from "./errors.ts";
export { fromSafetensors, type LoadedTensors, type NamedTensors, toSafetensors } from "./tensors-file.ts";
