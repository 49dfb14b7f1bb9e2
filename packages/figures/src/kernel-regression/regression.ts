import {
  type Attended,
  averagePooling,
  leaveOneOut,
  NadarayaWatson,
  nadarayaWatson,
} from "@saccade/attention";
import { sinTruth } from "@saccade/datasets";
import { mseLoss } from "@saccade/nn";
import { linspace, scope, type Tensor, tensor } from "@saccade/tensor";
import { type Curve, type LookAsk, type Points, type Row, type Run, type Way, xRange } from "./data.ts";

export { waysToPool } from "./data.ts";

const numbers = (t: Tensor): number[] => Array.from(t.dataSync());

/** Where smooth curves are drawn; a kernel that ends bends and breaks between, and takes five times as many. */
const grid: readonly number[] = scope(() => numbers(linspace(...xRange, 101)));
const fine: readonly number[] = scope(() => numbers(linspace(...xRange, 501)));

/** The curve that noisy points are drawn from: 2 sin x + x^0.8. */
export function trueCurve(): Run {
  return scope(() => ({ x: grid, y: numbers(sinTruth(tensor([...grid]))) }));
}

/** Weights and predictions of queries (m) in one of the three ways; to be called within a scope. */
export function attend({ points, kernel, bandwidth, w }: LookAsk, way: Way, queries: Tensor): Attended {
  const keys = tensor([...points.x]); // (n)
  const values = tensor([...points.y]); // (n)
  if (way === "average") return averagePooling(queries, values);
  if (way === "learned") return netOf(w).forward(queries, keys, values);
  return nadarayaWatson(queries, keys, values, { kernel, bandwidth });
}

/** The predictions of one way; none where no key is in the window. */
export function curveOf(ask: LookAsk, way: Way): Curve {
  return scope(() => {
    const isWhole = way !== "fixed" || ask.kernel === "gaussian";
    const x = isWhole ? grid : fine;
    const { output, weights } = attend(ask, way, tensor([...x]));
    const y = numbers(output);
    if (isWhole) return [{ x, y }];
    const shares = numbers(weights.sum(-1));
    const runs: { x: number[]; y: number[] }[] = [];
    for (const [i, at] of x.entries()) {
      if (shares[i]! === 0) continue;
      if (i === 0 || shares[i - 1]! === 0) runs.push({ x: [], y: [] });
      const run = runs.at(-1)!;
      if (ask.kernel === "boxcar" && run.x.length > 0) {
        // It goes level and then straight up or down.
        const step = (run.x.at(-1)! + at) / 2;
        run.x.push(step, step);
        run.y.push(run.y.at(-1)!, y[i]!);
      }
      run.x.push(at);
      run.y.push(y[i]!);
    }
    return runs;
  });
}

/** A query's weights and prediction in one way. */
export function rowOf(ask: LookAsk, way: Way, query: number): Row {
  return scope(() => {
    const { output, weights } = attend(ask, way, tensor([query]));
    const shares = numbers(weights);
    return { weights: shares, prediction: shares.some((share) => share > 0) ? output.item() : null };
  });
}

/** A learned kernel of inverse bandwidth w. */
export function netOf(w: number): NadarayaWatson {
  const net = new NadarayaWatson();
  net.loadStateDict({ w: tensor([w]) });
  return net;
}

/** All points, and for each the others as its keys: if a point could see itself, the narrowest kernel would be the best. */
export interface Batch {
  readonly x: Tensor;
  readonly y: Tensor;
  /** (n, n − 1). */
  readonly keys: Tensor;
  readonly values: Tensor;
}

export function batchOf(points: Points): Batch {
  const [x, y] = [tensor([...points.x]), tensor([...points.y])];
  return { x, y, ...leaveOneOut(x, y) };
}

/** Half the summed squared errors when each point is predicted from the others. */
export function lossOf(net: NadarayaWatson, { x, y, keys, values }: Batch): Tensor {
  return mseLoss(net.forward(x, keys, values).output, y, { reduction: "sum" }).div(2);
}
