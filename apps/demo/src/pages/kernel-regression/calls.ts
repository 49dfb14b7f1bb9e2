import type { KernelName } from "@saccade/attention";

/** Points to learn from, by rising x; both lists of one length, at least 2. */
export interface Points {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** What makes a data set. */
export interface DataAsk {
  readonly seed: number;
  readonly n: number;
  readonly noise: number;
}

/** The three ways to predict. */
export const waysToPool = ["average", "fixed", "learned"] as const;
export type Way = (typeof waysToPool)[number];

/** What is to be seen of some points. */
export interface LookAsk {
  readonly points: Points;
  readonly kernel: KernelName;
  readonly bandwidth: number;
  /** The learned inverse bandwidth. */
  readonly w: number;
  /** Where the query stands. */
  readonly query: number;
}

/** A query's weights on every key, and its prediction. */
export interface Row {
  readonly weights: readonly number[];
  readonly prediction: number;
}

/** Weights of many queries, row after row. */
export interface Heat {
  readonly rows: number;
  readonly cols: number;
  /** (rows · cols). */
  readonly data: Float32Array;
}

export interface Look {
  /** Where the curves are looked at, (g). */
  readonly grid: readonly number[];
  readonly truth: readonly number[];
  /** (g) each. */
  readonly curves: Readonly<Record<Way, readonly number[]>>;
  /** At the query. */
  readonly rows: Readonly<Record<Way, Row>>;
  /** Of 50 queries from 0 to 4.9. */
  readonly heat: Readonly<Record<"fixed" | "learned", Heat>>;
}

/** One training step over all points. */
export interface Epoch {
  /** Half the summed squares, each point predicted from the others, before the update. */
  readonly loss: number;
  /** After it. */
  readonly w: number;
}

/** What the trainer in the worker is made of. */
export interface TrainingSettings {
  readonly points: Points;
  /** Where w starts. */
  readonly w: number;
  readonly lr: number;
}
