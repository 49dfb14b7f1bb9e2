import { SGD } from "@saccade/nn";
import { scope } from "@saccade/tensor";
import type { Points } from "./data.ts";
import noisy from "./points.json" with { type: "json" };
import { batchOf, lossOf, netOf } from "./regression.ts";

/** Noisy points of 2 sin x + x^0.8: keys and values. The chapter's programs have the same. */
export const points: Points = noisy;
export const widths = { least: 0.05, most: 5 } as const;
const batch = batchOf(points);

/** The loss of a kernel of this width, each point predicted from the others. */
export function lossAt(width: number): number {
  return scope(() => lossOf(netOf(1 / width), batch).item());
}

/** Gradient descent on w = 1/width from a width; each call of the result is a step and returns the new width. */
export function descent(from: number): () => number {
  const net = netOf(1 / from);
  const optimizer = new SGD(net, { lr: 0.1 });
  return () => {
    optimizer.step(() => lossOf(net, batch));
    return 1 / net.w.item();
  };
}

/** A width that training has passed. */
export interface Passed {
  readonly width: number;
  readonly loss: number;
}
