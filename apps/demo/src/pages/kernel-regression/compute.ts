import { NadarayaWatson } from "@saccade/attention";
import { sinData, sinTestGrid } from "@saccade/datasets";
import type { Line, LookAsk, Points, Row, Way } from "@saccade/figures/kernel-regression";
import {
  attend,
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

/** The settings of a data set. */
export interface DataAsk {
  readonly seed: number;
  readonly n: number;
  readonly noise: number;
}

/** The position of the query, too. */
export interface RowsAsk extends LookAsk {
  readonly query: number;
}

/** The query's weights and prediction in each way. */
export type Rows = Readonly<Record<Way, Row>>;

/** Weights of 50 queries from 0 to 4.9, row after row. */
export interface Heat {
  readonly rows: number;
  readonly cols: number;
  /** (rows · cols). */
  readonly data: Float32Array;
  /** The effective number of keys per query: the mean over the rows of exp(entropy). */
  readonly effective: number;
  readonly greatest: number;
}

/** What the page draws of its points in a setting. */
export interface Look {
  /** The true curve and those of the three ways. */
  readonly lines: readonly Line[];
  readonly heats: Readonly<Record<"fixed" | "learned", Heat>>;
}

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

/** All curves, and the weights of many queries. */
export function look(ask: LookAsk): Look {
  const curves = waysToPool.map((name) => ({ name, curve: curveOf(ask, name) }));
  return {
    lines: [{ name: "truth", curve: [trueCurve()] }, ...curves],
    heats: { fixed: heatOf(ask, "fixed"), learned: heatOf(ask, "learned") },
  };
}

function heatOf(ask: LookAsk, way: Way): Heat {
  return scope(() => {
    const { weights } = attend(ask, way, sinTestGrid()); // (50, n)
    const [rows, cols] = weights.dims(2);
    const data = Float32Array.from(weights.dataSync());
    const logs = weights.clamp({ min: 1e-30 }).log(); // a weight of 0 adds nothing
    const effective = weights.mul(logs).sum(1).neg().exp().mean().item();
    return { rows, cols, data, effective, greatest: weights.max().item() };
  });
}

/** The query's weights and prediction in each way. */
export function rowsAt({ query, ...ask }: RowsAsk): Rows {
  const row = (way: Way): Row => rowOf(ask, way, query);
  return { average: row("average"), fixed: row("fixed"), learned: row("learned") };
}

export interface StepAsk {
  readonly points: Points;
  readonly w: number;
  readonly lr: number;
}

/** Where a step of gradient descent over all points takes w, and the loss before it. */
export function step({ points, w, lr }: StepAsk): { readonly w: number; readonly loss: number } {
  return scope(() => {
    const net = netOf(w);
    const batch = batchOf(points);
    const loss = new SGD(net, { lr }).step(() => lossOf(net, batch));
    return { loss: loss.item(), w: net.w.item() };
  });
}
