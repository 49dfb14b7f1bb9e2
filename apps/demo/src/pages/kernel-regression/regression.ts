import { NadarayaWatson } from "@saccade/attention";
import { sinData, sinTestGrid } from "@saccade/datasets";
import type { Line, LookAsk, Points, Way } from "@saccade/figures/kernel-regression";
import {
  attend,
  type Batch,
  batchOf,
  curveOf,
  lossOf,
  netOf,
  rowOf,
  trueCurve,
  waysToPool,
} from "@saccade/figures/kernel-regression-compute";
import { SGD } from "@saccade/nn";
import { manualSeed, scope } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import type { DataAsk, Heat, Heats, Rows, RowsAsk, TrainingSettings } from "./calls.ts";

/** The noisy points that a seed gives. */
export function drawPoints({ seed, n, noise }: DataAsk): Points {
  return scope(() => {
    const { xTrain, yTrain } = sinData({ n, noise, seed });
    return { x: Array.from(xTrain.dataSync()), y: Array.from(yTrain.dataSync()) };
  });
}

/** The w that a seed gives before training, uniform in [0, 1). */
export function untrainedW(seed: number): number {
  manualSeed(seed);
  return scope(() => new NadarayaWatson().w.item());
}

/** All curves. */
export function look(ask: LookAsk): readonly Line[] {
  const curves = waysToPool.map((name) => ({ name, curve: curveOf(ask, name) }));
  return [{ name: "truth", curve: [trueCurve()] }, ...curves];
}

/** The query's weights and prediction in each way. */
export function rowsAt({ query, ...ask }: RowsAsk): Rows {
  const row = (way: Way): Rows[Way] => rowOf(ask, way, query);
  return { average: row("average"), fixed: row("fixed"), learned: row("learned") };
}

/** The weights of many queries, for the heatmaps. */
export function heats(ask: LookAsk): Heats {
  const heat = (way: Way): Heat =>
    scope(() => {
      const { weights } = attend(ask, way, sinTestGrid()); // (50, n)
      return { rows: weights.size(0), cols: weights.size(1), data: Float32Array.from(weights.dataSync()) };
    });
  return { fixed: heat("fixed"), learned: heat("learned") };
}

/** Trains w by gradient descent. All points are one batch. */
export function makeTrainer({ points, w, lr }: TrainingSettings): {
  readonly net: NadarayaWatson;
  readonly trainer: Trainer<Batch>;
} {
  const net = netOf(w);
  const trainer = new Trainer<Batch>({
    model: net,
    optimizer: new SGD(net, { lr }),
    data: [batchOf(points)],
    trainingStep: (batch) => lossOf(net, batch),
    maxSteps: Number.POSITIVE_INFINITY,
  });
  return { net, trainer };
}
