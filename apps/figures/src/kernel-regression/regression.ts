import { leaveOneOut, NadarayaWatson, nadarayaWatson } from "@saccade/attention";
import { sinTruth } from "@saccade/datasets";
import { mseLoss, SGD } from "@saccade/nn";
import { linspace, scope, type Tensor, tensor } from "@saccade/tensor";
import { keys, values, widths } from "./points.ts";

const numbers = (t: Tensor): number[] => Array.from(t.dataSync());
const [x, y] = [tensor([...keys]), tensor([...values])]; // (n), (n)
const others = leaveOneOut(x, y); // (n, n − 1) each

/** Where curves are drawn. */
export const grid: readonly number[] = scope(() => numbers(linspace(0, 5, 101)));
export const truth: readonly number[] = scope(() => numbers(sinTruth(tensor([...grid]))));

/** The regression's curve on {@link grid}. */
export function curveAt(bandwidth: number): readonly number[] {
  return scope(() => numbers(nadarayaWatson(tensor([...grid]), x, y, { bandwidth }).output));
}

/** A query's weights on all keys, and what they give. */
export interface Look {
  readonly weights: readonly number[];
  readonly prediction: number;
}

export function lookFrom(query: number, bandwidth: number): Look {
  return scope(() => {
    const { output, weights } = nadarayaWatson(tensor([query]), x, y, { bandwidth });
    return { weights: numbers(weights), prediction: output.item() };
  });
}

/** Half the summed squared errors when each point is predicted from the others. */
function lossOf(net: NadarayaWatson): Tensor {
  const { output } = net.forward(x, others.keys, others.values);
  return mseLoss(output, y, { reduction: "sum" }).div(2);
}

function netOf(width: number): NadarayaWatson {
  const net = new NadarayaWatson();
  net.loadStateDict({ w: tensor([1 / width]) });
  return net;
}

export function lossAt(width: number): number {
  return scope(() => lossOf(netOf(width)).item());
}

/** The loss at widths along the slider, narrow to wide. */
export function lossCurve(count: number): {
  readonly widths: readonly number[];
  readonly losses: readonly number[];
} {
  const ratio = widths.most / widths.least;
  const at = Array.from({ length: count }, (_, i) => widths.least * ratio ** (i / (count - 1)));
  return { widths: at, losses: at.map(lossAt) };
}

/** Gradient descent on w = 1/width from a width; each call of the result is a step and returns the new width. */
export function descent(from: number): () => number {
  const net = netOf(from);
  const optimizer = new SGD(net, { lr: 0.1 });
  return () => {
    optimizer.step(() => lossOf(net));
    return 1 / net.w.item();
  };
}
