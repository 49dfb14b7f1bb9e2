import { serveTrainer } from "@saccade/train";
import { useThreads } from "../../work/backend.ts";
import type { RunSettings } from "./calls.ts";
import { type LanguageJob, makeJob } from "./job.ts";

const kernels = useThreads();

async function create(settings: RunSettings): Promise<LanguageJob> {
  return makeJob(settings, await kernels);
}

export type CreateLanguageModel = typeof create;

serveTrainer(self, { create });
