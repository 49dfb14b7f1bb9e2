import type { Line, LookAsk, Points, Row, Way } from "@saccade/figures/kernel-regression";

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

/** Weights of many queries, row after row. */
export interface Heat {
  readonly rows: number;
  readonly cols: number;
  /** (rows · cols). */
  readonly data: Float32Array;
}

/** The weights of 50 queries from 0 to 4.9. */
export type Heats = Readonly<Record<"fixed" | "learned", Heat>>;

/** The parts of the trainer in the worker. */
export interface TrainingSettings {
  readonly points: Points;
  /** Where w starts. */
  readonly w: number;
  readonly lr: number;
}

/** The page's requests other than training. */
export interface RegressionQueries {
  readonly draw: (ask: DataAsk) => Points;
  /** The true curve and those of the three ways. */
  readonly look: (ask: LookAsk) => readonly Line[];
  readonly rows: (ask: RowsAsk) => Rows;
  readonly heats: (ask: LookAsk) => Heats;
  readonly untrained: (seed: number) => number;
  readonly w: () => number;
  readonly [name: string]: (...args: never[]) => unknown;
}
