import type { TrainerClient } from "@saccade/train";
import type { RunFacts, RunSettings } from "../network/calls.ts";
import type { CreateTranslator } from "../network/worker.ts";

/** A run in a worker of its own. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateTranslator>;
  readonly facts: RunFacts;
}
