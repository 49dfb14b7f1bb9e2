import { serveTrainer } from "@saccade/train";
import { useDevice } from "../../work/device.ts";
import type { RunSettings } from "./calls.ts";
import { type LanguageJob, makeJob, trainedOf } from "./job.ts";

async function create(settings: RunSettings): Promise<LanguageJob> {
  const computer = await useDevice({ gpu: settings.gpu });
  const { files } = settings;
  return makeJob(settings, computer, files === undefined ? null : await trainedOf(files));
}

export type CreateLanguageModel = typeof create;

serveTrainer(self, { create });
