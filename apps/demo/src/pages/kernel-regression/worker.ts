import { serveTrainer, type TrainerJob } from "@saccade/train";
import { useBestBackend } from "../../work/backend.ts";
import type { DataAsk, Heats, Look, LookAsk, Points, Rows, RowsAsk, TrainingSettings } from "./calls.ts";
import { drawPoints, heats, look, makeTrainer, rowsAt, untrainedW } from "./regression.ts";

/** The page's requests beside training. */
interface RegressionQueries {
  readonly draw: (ask: DataAsk) => Points;
  readonly look: (ask: LookAsk) => Look;
  readonly rows: (ask: RowsAsk) => Rows;
  readonly heats: (ask: LookAsk) => Heats;
  readonly untrained: (seed: number) => number;
  readonly w: () => number;
  readonly [name: string]: (...args: never[]) => unknown;
}

const ready = useBestBackend();

export async function create(settings: TrainingSettings): Promise<TrainerJob<RegressionQueries>> {
  await ready;
  const { net, trainer } = makeTrainer(settings);
  const queries = {
    draw: drawPoints,
    look,
    rows: rowsAt,
    heats,
    untrained: untrainedW,
    w: () => net.w.item(),
  };
  return { trainer, queries };
}

serveTrainer(self, { create });
