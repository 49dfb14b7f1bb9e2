import { serveTrainer } from "@saccade/train";
import { useDevice } from "../../../work/device.ts";
import type { RunSettings } from "./calls.ts";
import { makeJob, type TranslatorJob } from "./job.ts";

async function create(settings: RunSettings): Promise<TranslatorJob> {
  const { plainKernels: plain, gpu } = settings;
  return makeJob(settings, await useDevice({ plain, gpu }));
}

export type CreateTranslator = typeof create;

serveTrainer(self, { create });
