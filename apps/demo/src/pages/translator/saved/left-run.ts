import type { Run } from "../training/run.ts";
import { type SavedRun, saveRun } from "./saved.ts";

/** How far a run is when it is asked. */
type Standing = () => Pick<SavedRun, "began" | "losses" | "step" | "film">;

let left: Promise<SavedRun | null> = Promise.resolve(null);

/** Pauses a run whose reader goes to another page, and keeps it, here and in the browser's storage. */
export function leave(run: Promise<Run>, standing: Standing): void {
  left = pauseAndKeep(run, standing).catch(() => null);
}

/** The run that was left, if there is one; the next caller gets none. */
export function takeLeft(): Promise<SavedRun | null> {
  const taken = left;
  left = Promise.resolve(null);
  return taken;
}

async function pauseAndKeep(run: Promise<Run>, standing: Standing): Promise<SavedRun> {
  const { client, settings } = await run;
  await client.pause();
  const kept = { settings, checkpoint: await client.checkpoint(), ...standing() };
  client.close();
  await saveRun(kept).catch(() => {}); // where the browser refuses, it is still here
  return kept;
}
