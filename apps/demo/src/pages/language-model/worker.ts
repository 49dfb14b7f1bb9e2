import { serveTrainer } from "@saccade/train";
import { useDevice } from "../../work/device.ts";
import type { RunSettings } from "./calls.ts";
import { type LanguageJob, makeJob } from "./job.ts";

async function create(settings: RunSettings): Promise<LanguageJob> {
  return makeJob(settings, await useDevice({ gpu: settings.gpu }));
}

export type CreateLanguageModel = typeof create;

serveTrainer(self, { create });
