import { pool } from "@saccade/figures/pooling";
import { drawPoints, look, makeTrainer, rowsAt, untrainedW } from "./regression.ts";
import { type Start, startSettings } from "./start.ts";

/** Draws the points of the start, trains w on them, and looks at what came out. */
export function makeStart(): Start {
  const { data, lr, steps, look: seen, query } = startSettings;
  const points = drawPoints(data);
  const untrained = untrainedW(data.seed);
  const { net, trainer } = makeTrainer({ points, w: untrained, lr });
  const { losses } = trainer.fitSync({ maxSteps: steps });
  const ask = { ...seen, points, w: net.w.item() };
  return {
    cues: {
      salient: pool("salient").weights,
      read: pool("read").weights,
      eat: pool("eat").weights,
      write: pool("write").weights,
    },
    points,
    untrained,
    losses,
    w: net.w.item(),
    lines: look(ask),
    rows: rowsAt({ ...ask, query }),
  };
}
