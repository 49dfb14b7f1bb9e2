import type { TrainerClient } from "@saccade/train";
import type { RunFacts, RunSettings } from "./calls.ts";
import type { CreateTranslator } from "./worker.ts";

/** A run in a worker of its own. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateTranslator>;
  readonly facts: RunFacts;
}
