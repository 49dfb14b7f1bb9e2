import {
  type Attended,
  averagePooling,
  leaveOneOut,
  NadarayaWatson,
  nadarayaWatson,
} from "@saccade/attention";
import { sinData, sinTestGrid, sinTruth } from "@saccade/datasets";
import { mseLoss, SGD } from "@saccade/nn";
import { linspace, manualSeed, scope, type Tensor, tensor } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import type { DataAsk, Heat, Look, LookAsk, Points, Row, TrainingSettings, Way } from "./calls.ts";

/** Where the data lie, and the curves are looked at. */
export const xRange: readonly [number, number] = [0, 5];
const gridSize = 101;

/** The noisy points that a seed gives. */
export function drawPoints({ seed, n, noise }: DataAsk): Points {
  return scope(() => {
    const { xTrain, yTrain } = sinData({ n, noise, seed });
    return { x: numbers(xTrain), y: numbers(yTrain) };
  });
}

/** The w that a seed gives before training, uniform in [0, 1). */
export function untrainedW(seed: number): number {
  manualSeed(seed);
  return scope(() => new NadarayaWatson().w.item());
}

/** All curves, the query's weights in each way, and the heatmaps. */
export function look({ points, kernel, bandwidth, w, query }: LookAsk): Look {
  return scope(() => {
    const keys = tensor([...points.x]); // (n)
    const values = tensor([...points.y]); // (n)
    const learned = netOf(w);
    const pool: Readonly<Record<Way, (queries: Tensor) => Attended>> = {
      average: (queries) => averagePooling(queries, values),
      fixed: (queries) => nadarayaWatson(queries, keys, values, { kernel, bandwidth }),
      learned: (queries) => learned.forward(queries, keys, values),
    };
    const grid = linspace(xRange[0], xRange[1], gridSize); // (g)
    const rows = sinTestGrid(); // (50)
    const asked = tensor([query]); // (1)
    const curve = (name: Way): readonly number[] => numbers(pool[name](grid).output);
    const row = (name: Way): Row => {
      const { output, weights } = pool[name](asked);
      return { weights: numbers(weights), prediction: output.item() };
    };
    return {
      grid: numbers(grid),
      truth: numbers(sinTruth(grid)),
      curves: { average: curve("average"), fixed: curve("fixed"), learned: curve("learned") },
      rows: { average: row("average"), fixed: row("fixed"), learned: row("learned") },
      heat: { fixed: heatOf(pool.fixed(rows).weights), learned: heatOf(pool.learned(rows).weights) },
    };
  });
}

/** One batch: all points, and for each the others as its keys. */
interface Batch {
  readonly x: Tensor;
  readonly y: Tensor;
  /** (n, n − 1). */
  readonly keys: Tensor;
  readonly values: Tensor;
}

/**
 * What trains w by gradient descent on half the summed squares, each point predicted from all the others: if a point
 * could see itself, the best kernel would be the narrowest. An epoch is one step.
 */
export function makeTrainer({ points, w, lr }: TrainingSettings): {
  readonly net: NadarayaWatson;
  readonly trainer: Trainer<Batch>;
} {
  const net = netOf(w);
  const x = tensor([...points.x]);
  const y = tensor([...points.y]);
  const trainer = new Trainer<Batch>({
    model: net,
    optimizer: new SGD(net, { lr }),
    data: [{ x, y, ...leaveOneOut(x, y) }],
    trainingStep: ({ x, y, keys, values }) =>
      mseLoss(net.forward(x, keys, values).output, y, { reduction: "sum" }).div(2),
    maxSteps: Number.POSITIVE_INFINITY,
  });
  return { net, trainer };
}

function netOf(w: number): NadarayaWatson {
  const net = new NadarayaWatson();
  net.loadStateDict({ w: tensor([w]) });
  return net;
}

function numbers(t: Tensor): number[] {
  return Array.from(t.dataSync());
}

function heatOf(weights: Tensor): Heat {
  return { rows: weights.size(0), cols: weights.size(1), data: Float32Array.from(weights.dataSync()) };
}
