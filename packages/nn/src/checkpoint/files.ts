import type { Backend } from "@saccade/tensor";
import { flag, type OptionsOf, options, signature, unchecked } from "@saccade/tensor/contract";
import { readFileBytes, writeFileAtomic, writeFileAtomicSync } from "../files/index.ts";
import { checkPath, pathRule } from "../files/read.ts";
import { type CheckpointParts, restores, saves, type TrainingObjects } from "./arguments.ts";
import { encodeCheckpoint } from "./checkpoint.ts";
import { type RestoredCheckpoint, type RestoreOptions, restoreCheckpoint } from "./restore.ts";
import {
  fromSafetensors,
  type LoadedTensors,
  type NamedTensors,
  toSafetensors,
  writing,
} from "./tensors-file.ts";

const savedTensors = signature("saveSafetensors(path, net)", { path: pathRule, ...writing });
const savedParts = saves("saveCheckpoint", "path, ");
const syncParts = saves("saveCheckpointSync", "path, ");
const loadedObjects = restores("loadCheckpoint", "path");

const loadOptions = options("loadSafetensors(path, { backend })", {
  /** The tensors' backend. Default: the current one. */
  backend: unchecked<Backend>("a backend"),
  /** Whether to give the file's texts, too: { tensors, metadata } in place of the tensors. Default false. */
  metadata: flag(false),
});

/** Options of {@link loadSafetensors}. */
export interface LoadSafetensorsOptions extends OptionsOf<typeof loadOptions> {}

/**
 * Writes tensors by name, or a module's state, to a safetensors file. The values are a snapshot at the time of the
 * call. The file is replaced atomically.
 *
 * @throws FileError, SafetensorsError, ArgumentError.
 * @example
 * await saveSafetensors("net.safetensors", new Linear(2, 1), { epoch: "4" });
 * Object.keys(await loadSafetensors("net.safetensors")) // ["bias", "weight"]
 */
export async function saveSafetensors(
  path: string,
  tensors: NamedTensors,
  metadata?: Readonly<Record<string, string>>,
): Promise<void> {
  savedTensors([path, tensors, metadata]);
  await writeFileAtomic(path, toSafetensors(tensors, metadata));
}

/**
 * Loads the tensors of a safetensors file by name, for `module.loadStateDict`; with `metadata: true` also its texts, as
 * `fromSafetensors` gives them.
 *
 * @throws FileError, SafetensorsError, ArgumentError.
 * @example
 * const net = new Linear(2, 1);
 * await saveSafetensors("net.safetensors", net);
 * net.loadStateDict(await loadSafetensors("net.safetensors"));
 * net.weight.shape // [1, 2]
 */
export async function loadSafetensors(
  path: string,
  options: LoadSafetensorsOptions & { readonly metadata: true },
): Promise<LoadedTensors>;
export async function loadSafetensors(
  path: string,
  options?: LoadSafetensorsOptions,
): Promise<LoadedTensors["tensors"]>;
export async function loadSafetensors(
  path: string,
  options: LoadSafetensorsOptions = {},
): Promise<LoadedTensors | LoadedTensors["tensors"]> {
  checkPath("loadSafetensors", path);
  const { backend, metadata } = loadOptions(options);
  const loaded = fromSafetensors(await readFileBytes(path), backend && { backend });
  return metadata ? loaded : loaded.tensors;
}

/**
 * Writes a training checkpoint. See `encodeCheckpoint`. It is a snapshot at the time of the call; training may continue
 * while it is written. The file is replaced atomically.
 *
 * @throws FileError, CheckpointError, ArgumentError.
 * @example
 * const model = new Linear(2, 1);
 * const optimizer = new SGD(model, { lr: 0.1 });
 * await saveCheckpoint("run.safetensors", { model, optimizer, extra: { epoch: 3 } });
 * readCheckpoint(await readFileBytes("run.safetensors")).extra // { epoch: 3 }
 */
export async function saveCheckpoint(path: string, parts: CheckpointParts): Promise<void> {
  checkPath("saveCheckpoint", path);
  savedParts(parts);
  await writeFileAtomic(path, encodeCheckpoint(parts));
}

/**
 * Synchronous {@link saveCheckpoint}, for signal and exit handlers.
 *
 * @throws FileError, CheckpointError, ArgumentError.
 * @example
 * const model = new Linear(2, 1);
 * const optimizer = new SGD(model, { lr: 0.1 });
 * saveCheckpointSync("run.safetensors", { model, optimizer, extra: { epoch: 3 } });
 * readCheckpoint(await readFileBytes("run.safetensors")).extra // { epoch: 3 }
 */
export function saveCheckpointSync(path: string, parts: CheckpointParts): void {
  checkPath("saveCheckpointSync", path);
  syncParts(parts);
  writeFileAtomicSync(path, encodeCheckpoint(parts));
}

/**
 * Restores a training run from a file. See `restoreCheckpoint`. A failed restore changes nothing.
 *
 * @throws FileError, CheckpointError, ArgumentError.
 * @example
 * const model = new Linear(2, 1);
 * const optimizer = new SGD(model, { lr: 0.1 });
 * await saveCheckpoint("run.safetensors", { model, optimizer, extra: { epoch: 3 } });
 * (await loadCheckpoint("run.safetensors", { model, optimizer })).extra // { epoch: 3 }
 */
export async function loadCheckpoint(
  path: string,
  objects: TrainingObjects,
  options?: RestoreOptions,
): Promise<RestoredCheckpoint> {
  checkPath("loadCheckpoint", path);
  loadedObjects(objects);
  return restoreCheckpoint(await readFileBytes(path), objects, options);
}
