import type { KernelName } from "@saccade/attention";

/** The low and the high end of an axis. */
export type Range = readonly [low: number, high: number];

/** Where the data lie, and the curves are looked at. */
export const xRange: Range = [0, 5];

/** Points to learn from, by rising x; both lists of one length, at least 2. */
export interface Points {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** A part of a curve without a gap. */
export interface Run {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Predictions over {@link xRange}, from left to right; none between runs. */
export type Curve = readonly Run[];

/** A query's weights on every key, and its prediction; null where no key has a weight, so that there is none. */
export interface Row {
  readonly weights: readonly number[];
  readonly prediction: number | null;
}

/** The three ways to predict. */
export const waysToPool = ["average", "fixed", "learned"] as const;
export type Way = (typeof waysToPool)[number];

/** The inputs of curves and weights. */
export interface LookAsk {
  readonly points: Points;
  readonly kernel: KernelName;
  readonly bandwidth: number;
  /** The learned inverse bandwidth. */
  readonly w: number;
}

/** A curve of the plot; its name is the class that gives it its colour. */
export interface Line {
  readonly name: "truth" | Way;
  readonly curve: Curve;
}
