import { TrainerClient } from "@saccade/train";
import type { RunFacts, RunSettings } from "./network/calls.ts";
import type { CreateTranslator } from "./network/worker.ts";

/** A run in its own worker. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateTranslator>;
  readonly facts: RunFacts;
}

/**
 * Starts a worker with a run in it, untrained or as a checkpoint has it. Nothing of a run that fails stays.
 *
 * @throws Error when the pairs cannot be read, or the checkpoint does not fit them.
 */
export async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  const worker = new Worker(new URL("./network/worker.ts", import.meta.url), { type: "module" });
  const client = new TrainerClient<CreateTranslator>(worker);
  try {
    await client.create(settings);
    if (checkpoint !== undefined) await client.load(checkpoint);
    return { settings, client, facts: await client.query("facts") };
  } catch (error) {
    client.close();
    throw error;
  }
}
