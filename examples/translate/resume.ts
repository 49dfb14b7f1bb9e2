import { CheckpointError } from "@saccade/nn";
import { readFileBytes } from "@saccade/nn/node";
import { readTrainerCheckpoint, type TrainerCheckpoint } from "@saccade/train";
import { UsageError } from "../usage.ts";
import type { TranslateOptions } from "./options.ts";
import { createSession, type Session } from "./session.ts";
import { leastBytes, resumedSettings, type Settings, settingsProblems } from "./settings.ts";

/** A run of this program as a file has it. */
export interface SavedRun {
  readonly bytes: Uint8Array;
  readonly settings: Settings;
  /** The kernels it was made with. */
  readonly kernels: string;
}

/** @throws UsageError when the file is no checkpoint of this program, Error saying why it cannot be read. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const bytes = await readFileBytes(path);
  const { extra, kernels } = readCheckpoint(path, bytes);
  if (!isRecord(extra) || !isRecord(extra["settings"])) throw notOurs(path);
  const { settings: saved } = extra;
  const problems = settingsProblems(saved);
  if (problems.length > 0) throw damaged(path, problems);
  const settings = saved as Settings;
  const least = leastBytes(settings);
  if (least > bytes.length)
    throw damaged(path, [`the weights take at least ${least} bytes, but the file has ${bytes.length}`]);
  return { bytes, settings, kernels };
}

/**
 * Goes on where a checkpoint was saved.
 *
 * @throws UsageError when an option contradicts it, CheckpointError when it does not fit the data.
 */
export async function resumeSession(saved: SavedRun, options: TranslateOptions): Promise<Session> {
  const settings = resumedSettings(saved.settings, options);
  const session = await createSession(settings, options.saveEvery);
  await session.trainer.load(saved.bytes);
  if (options.given.has("lr")) session.optimizer.lr = settings.lr;
  return session;
}

function readCheckpoint(path: string, bytes: Uint8Array): TrainerCheckpoint {
  try {
    return readTrainerCheckpoint(bytes);
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    const isOther = error.problems.some(({ problem }) =>
      /no training checkpoint|no run of a Trainer/.test(problem),
    );
    throw isOther ? notOurs(path) : new Error(`--resume ${path}: ${error.message}`, { cause: error });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function damaged(path: string, problems: readonly string[]): Error {
  const lines = problems.map((problem) => `\n  ${problem}`).join("");
  return new Error(`--resume ${path}: its settings make no sense; go back to an older file.${lines}`);
}

function notOurs(path: string): UsageError {
  return new UsageError(
    `--resume ${path}: not a checkpoint of this program, or one of an earlier version. For weights alone use --init.`,
  );
}
