import { TrainerClient } from "@saccade/train";
import type { Known, RunFacts, RunSettings, Subject } from "./calls.ts";
import type { CreateLanguageModel } from "./worker.ts";

/** A run in its own worker. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateLanguageModel>;
  readonly facts: RunFacts;
  readonly subject: Subject;
  /** Of weights that came with the page. */
  readonly start?: Known;
}

/**
 * Starts a worker with a run in it, untrained or as a checkpoint has it. Nothing of a run that fails stays.
 *
 * @throws Error for a text that is too short, or a checkpoint that does not fit it.
 */
export async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const client = new TrainerClient<CreateLanguageModel>(worker);
  const subject: Subject = {
    read: (ask) => client.query("read", ask),
    write: (ask) => client.query("write", ask),
    inputs: () => client.query("inputs"),
    heads: () => client.query("heads"),
    layers: () => client.query("layers"),
    cached: (ask) => client.query("cached", ask),
  };
  try {
    await client.create(settings);
    if (checkpoint !== undefined) await client.load(checkpoint);
    return { settings, client, facts: await client.query("facts"), subject };
  } catch (error) {
    client.close();
    throw error;
  }
}
