import { TrainerClient } from "@saccade/train";
import type { RunFacts, RunSettings } from "../network/calls.ts";
import type { CreateTranslator } from "../network/worker.ts";

/** A run in its own worker. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateTranslator>;
  readonly facts: RunFacts;
}

/** The code of `startRun`, as a module that is loaded when it is needed. */
export async function startWorker(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  const worker = new Worker(new URL("../network/worker.ts", import.meta.url), { type: "module" });
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
