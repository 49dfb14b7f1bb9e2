import type { KernelName } from "@saccade/attention";

/** Points to learn from, by rising x; both lists of one length, at least 2. */
export interface Points {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The settings of a data set. */
export interface DataAsk {
  readonly seed: number;
  readonly n: number;
  readonly noise: number;
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

/** Where the query stands, beside. */
export interface RowsAsk extends LookAsk {
  readonly query: number;
}

/** A query's weights on every key, and its prediction; null where no key has a weight, so that there is none. */
export interface Row {
  readonly weights: readonly number[];
  readonly prediction: number | null;
}

/** A part of a curve without a gap. */
export interface Run {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Predictions from 0 to 5, from left to right; none between runs. */
export type Curve = readonly Run[];

/** Weights of many queries, row after row. */
export interface Heat {
  readonly rows: number;
  readonly cols: number;
  /** (rows · cols). */
  readonly data: Float32Array;
}

export interface Look {
  readonly truth: Run;
  readonly curves: Readonly<Record<Way, Curve>>;
}

/** The query's weights and prediction in each way. */
export type Rows = Readonly<Record<Way, Row>>;

/** The weights of 50 queries from 0 to 4.9. */
export type Heats = Readonly<Record<"fixed" | "learned", Heat>>;

/** One training step over all points. */
export interface Epoch {
  /** Half the summed squares, each point predicted from the others, before the update. */
  readonly loss: number;
  /** After it. */
  readonly w: number;
}

/** The parts of the trainer in the worker. */
export interface TrainingSettings {
  readonly points: Points;
  /** Where w starts. */
  readonly w: number;
  readonly lr: number;
}
