import { serveTrainer, type TrainerJob } from "@saccade/train";
import { useBestBackend } from "../../work/backend.ts";
import type { RegressionQueries, TrainingSettings } from "./calls.ts";
import { drawPoints, heats, look, makeTrainer, rowsAt, untrainedW } from "./regression.ts";

const ready = useBestBackend();

export async function create(settings: TrainingSettings): Promise<TrainerJob<RegressionQueries>> {
  await ready;
  const { net, trainer } = makeTrainer(settings);
  const w = (): number => net.w.item();
  return { trainer, queries: { draw: drawPoints, look, rows: rowsAt, heats, untrained: untrainedW, w } };
}

serveTrainer(self, { create });
