import type { Backend } from "@saccade/tensor";
import { readFileBytes, writeFileAtomic, writeFileAtomicSync } from "../files/index.ts";
import {
  type CheckpointParts,
  encodeCheckpoint,
  type RestoredCheckpoint,
  restoreCheckpoint,
  type TrainingObjects,
} from "./checkpoint.ts";
import { fromSafetensors, type LoadedTensors, type NamedTensors, toSafetensors } from "./tensors-file.ts";

/**
 * Writes tensors by name, or a module's state, to a safetensors file. The values are those of the moment of the
 * call; the file is replaced whole or not at all.
 *
 * @throws FileError, SafetensorsError.
 */
export async function saveSafetensors(
  path: string,
  tensors: NamedTensors,
  metadata?: Readonly<Record<string, string>>,
): Promise<void> {
  await writeFileAtomic(path, toSafetensors(tensors, metadata));
}

/**
 * The tensors of a safetensors file by name, as `module.loadStateDict` takes them.
 *
 * @throws FileError, SafetensorsError.
 */
export async function loadSafetensors(
  path: string,
  options: { readonly backend?: Backend } = {},
): Promise<LoadedTensors["tensors"]> {
  return fromSafetensors(await readFileBytes(path), options).tensors;
}

/**
 * Writes a training checkpoint: see `encodeCheckpoint`. It holds the moment of the call; training may go on while
 * it is written. The file is replaced whole or not at all.
 *
 * @throws FileError, CheckpointError.
 */
export async function saveCheckpoint(path: string, parts: CheckpointParts): Promise<void> {
  await writeFileAtomic(path, encodeCheckpoint(parts));
}

/** {@link saveCheckpoint}, done when it returns: for handlers of signals and of exit. */
export function saveCheckpointSync(path: string, parts: CheckpointParts): void {
  writeFileAtomicSync(path, encodeCheckpoint(parts));
}

/**
 * Restores a training run from a file: see `restoreCheckpoint`.
 *
 * @throws FileError, CheckpointError.
 */
export async function loadCheckpoint(path: string, objects: TrainingObjects): Promise<RestoredCheckpoint> {
  return restoreCheckpoint(await readFileBytes(path), objects);
}
