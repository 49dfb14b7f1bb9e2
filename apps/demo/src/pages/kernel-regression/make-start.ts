import type { Line, Points } from "@saccade/figures/kernel-regression";
import { pool } from "@saccade/figures/pooling";
import { drawPoints, look, type Rows, rowsAt, step, untrainedW } from "./compute.ts";
import { type Cue, cues, startSettings } from "./settings.ts";

/** The page's content before its worker has answered: a small regression, trained beforehand. */
export interface Start {
  /** The weights of the things on the table for each cue. */
  readonly cues: Readonly<Record<Cue, readonly number[]>>;
  readonly points: Points;
  /** Of each step, before the update: half the summed squares, each point predicted from the others. */
  readonly losses: readonly number[];
  /** w after training. */
  readonly w: number;
  readonly lines: readonly Line[];
  readonly rows: Rows;
}

/** Draws the points of the start, trains w on them, and looks at what came out. */
export function makeStart(): Start {
  const { data, lr, steps, look: seen, query } = startSettings;
  const points = drawPoints(data);
  let w = untrainedW(data.seed);
  const losses = Array.from({ length: steps }, () => {
    const made = step({ points, w, lr });
    w = made.w;
    return made.loss;
  });
  const weights = cues.map((cue) => [cue, pool(cue).weights] as const);
  const ask = { ...seen, points, w };
  return {
    cues: Object.fromEntries(weights) as Start["cues"],
    ...{ points, losses, w, lines: look(ask).lines, rows: rowsAt({ ...ask, query }) },
  };
}
