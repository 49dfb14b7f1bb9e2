import type { RunSettings } from "../network/calls.ts";
import type { Run } from "./run.ts";

/**
 * Starts a worker with a run in it, untrained or as a checkpoint has it. Nothing of a run that fails stays.
 *
 * @throws Error when the pairs cannot be read, or the checkpoint does not fit them.
 */
export async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  // The page shows itself without a run, so what starts one is no part of the first load.
  const { startWorker } = await import("./start-worker.ts");
  return startWorker(settings, checkpoint);
}
