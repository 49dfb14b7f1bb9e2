import { CheckpointError, SafetensorsError } from "@saccade/nn";
import { readFileBytes } from "@saccade/nn/node";
import { readTrainerCheckpoint, type TrainerCheckpoint } from "@saccade/train";
import { UsageError } from "../usage.ts";
import type { TranslateOptions } from "./options.ts";
import { createSession, type Session } from "./session.ts";
import { resumedSettings, type Settings } from "./settings.ts";

/** A run of this program as a file has it. */
export interface SavedRun {
  readonly bytes: Uint8Array;
  readonly settings: Settings;
  /** The kernels it was made with. */
  readonly kernels: string;
}

/** @throws UsageError when the file is no checkpoint of this program. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const bytes = await readFileBytes(path);
  const { extra, kernels } = readCheckpoint(path, bytes);
  if (!hasSettings(extra)) throw notOurs(path);
  return { bytes, settings: extra.settings, kernels };
}

/**
 * Goes on where a checkpoint was saved.
 *
 * @throws UsageError when an option contradicts it, CheckpointError when it does not fit the data.
 */
export async function resumeSession(saved: SavedRun, options: TranslateOptions): Promise<Session> {
  const settings = resumedSettings(saved.settings, options);
  const session = await createSession(settings);
  await session.trainer.load(saved.bytes);
  if (options.given.has("lr")) session.optimizer.lr = settings.lr;
  return session;
}

function readCheckpoint(path: string, bytes: Uint8Array): TrainerCheckpoint {
  try {
    return readTrainerCheckpoint(bytes);
  } catch (error) {
    if (error instanceof CheckpointError || error instanceof SafetensorsError) throw notOurs(path);
    throw error;
  }
}

function hasSettings(extra: unknown): extra is { settings: Settings } {
  return typeof extra === "object" && extra !== null && "settings" in extra;
}

function notOurs(path: string): UsageError {
  return new UsageError(
    `--resume ${path}: not a checkpoint of this program, or one of an earlier version. For weights alone use --init.`,
  );
}
