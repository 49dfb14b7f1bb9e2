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
import type {
  Curve,
  DataAsk,
  Heat,
  Heats,
  Look,
  LookAsk,
  Points,
  Row,
  Rows,
  RowsAsk,
  TrainingSettings,
  Way,
} from "./calls.ts";
import { xRange } from "./range.ts";
import { edgesOf, stepRuns, supportsOf } from "./windows.ts";

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

type Pool = (queries: Tensor) => Attended;

/** All curves. */
export function look(ask: LookAsk): Look {
  return scope(() => {
    const { points, kernel, bandwidth } = ask;
    const pool = poolsOf(ask);
    const grid = [numbers(linspace(xRange[0], xRange[1], gridSize))];
    const fixed =
      kernel === "gaussian"
        ? curveOn(grid, pool.fixed)
        : kernel === "boxcar"
          ? stepsOf(points.x, bandwidth, pool.fixed)
          : curveOn(supportsOf(points.x, bandwidth, xRange, grid[0] ?? []), pool.fixed);
    return {
      truth: { x: grid[0] ?? [], y: numbers(sinTruth(tensor(grid[0] ?? []))) },
      curves: { average: curveOn(grid, pool.average), fixed, learned: curveOn(grid, pool.learned) },
    };
  });
}

/** The query's weights and prediction in each way. */
export function rowsAt(ask: RowsAsk): Rows {
  return scope(() => {
    const pool = poolsOf(ask);
    const asked = tensor([ask.query]); // (1)
    const row = (name: Way): Row => {
      const { output, weights } = pool[name](asked);
      const shares = numbers(weights);
      return { weights: shares, prediction: shares.some((share) => share > 0) ? output.item() : null };
    };
    return { average: row("average"), fixed: row("fixed"), learned: row("learned") };
  });
}

/** The weights of many queries, for the heatmaps. */
export function heats(ask: LookAsk): Heats {
  return scope(() => {
    const pool = poolsOf(ask);
    const rows = sinTestGrid(); // (50)
    return { fixed: heatOf(pool.fixed(rows).weights), learned: heatOf(pool.learned(rows).weights) };
  });
}

function poolsOf({ points, kernel, bandwidth, w }: LookAsk): Readonly<Record<Way, Pool>> {
  const keys = tensor([...points.x]); // (n)
  const values = tensor([...points.y]); // (n)
  const learned = netOf(w);
  return {
    average: (queries) => averagePooling(queries, values),
    fixed: (queries) => nadarayaWatson(queries, keys, values, { kernel, bandwidth }),
    learned: (queries) => learned.forward(queries, keys, values),
  };
}

function curveOn(runs: readonly (readonly number[])[], pool: Pool): Curve {
  return runs.map((x) => ({ x, y: numbers(pool(tensor([...x])).output) }));
}

/** A boxcar's curve: a step between any two places where a key enters or leaves the window, a gap where none is inside. */
function stepsOf(keys: readonly number[], bandwidth: number, pool: Pool): Curve {
  const edges = edgesOf(keys, bandwidth, xRange);
  const middles = edges.slice(1).map((edge, i) => ((edges[i] ?? edge) + edge) / 2);
  const { output, weights } = pool(tensor(middles));
  const shares = numbers(weights.sum(-1));
  const heights = numbers(output).map((y, i) => ((shares[i] ?? 0) > 0 ? y : null));
  return stepRuns(edges, heights);
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
 * Trains w by gradient descent on half the summed squares, each point predicted from all the others: if a point
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
