import { TrainerClient } from "@saccade/train";
import type { RunFacts, RunSettings } from "./calls.ts";
import type { CreateLanguageModel } from "./worker.ts";

/** A run in a worker of its own. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateLanguageModel>;
  readonly facts: RunFacts;
}

/**
 * Starts a worker with a run in it, untrained or as a checkpoint has it. Nothing of a run that fails stays.
 *
 * @throws Error for a text that is too short, or a checkpoint that does not fit it.
 */
export async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const client = new TrainerClient<CreateLanguageModel>(worker);
  try {
    await client.create(settings);
    if (checkpoint !== undefined) await client.load(checkpoint);
    return { settings, client, facts: await client.query("facts") };
  } catch (error) {
    client.close();
    throw error;
  }
}
