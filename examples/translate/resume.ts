import { fromSafetensors, restoreCheckpoint } from "@saccade/nn";
import { readFileBytes } from "@saccade/nn/node";
import { UsageError } from "../usage.ts";
import type { TranslateOptions } from "./options.ts";
import { createSession, type Progress, type Session } from "./session.ts";
import { resumedSettings } from "./settings.ts";

/**
 * Goes on where a checkpoint was saved.
 *
 * @throws UsageError when the file is no checkpoint of this program, or an option contradicts it.
 */
export async function resumeSession(path: string, options: TranslateOptions): Promise<Session> {
  const bytes = await readFileBytes(path);
  const saved = readProgress(path, bytes);
  const settings = resumedSettings(saved.settings, options);
  const session = await createSession(settings);
  const { net, optimizer, data, progress } = session;
  const { data: place } = restoreCheckpoint(bytes, { model: net, optimizer });
  data.batches.restore(place);
  if (options.given.has("lr")) optimizer.lr = settings.lr;
  Object.assign(progress, saved, { settings });
  return session;
}

function readProgress(path: string, bytes: Uint8Array): Progress {
  const { extra } = fromSafetensors(bytes).metadata;
  const progress: unknown = extra === undefined ? null : JSON.parse(extra);
  if (isProgress(progress)) return progress;
  throw new UsageError(`--resume ${path}: not a checkpoint of this program. For weights alone use --init.`);
}

function isProgress(value: unknown): value is Progress {
  return (
    typeof value === "object" && value !== null && "settings" in value && "losses" in value && "step" in value
  );
}
