import { serveTrainer } from "@saccade/train";
import { useThreads } from "../../../work/backend.ts";
import type { RunSettings } from "./calls.ts";
import { makeJob, type TranslatorJob } from "./job.ts";

async function create(settings: RunSettings): Promise<TranslatorJob> {
  return makeJob(settings, await useThreads({ plain: settings.plainKernels === true }));
}

export type CreateTranslator = typeof create;

serveTrainer(self, { create });
