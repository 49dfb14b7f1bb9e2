/** Rows of numbers, all of one length. */
export type Rows = readonly (readonly number[])[];

/** "unprojected" is additive without its projections, Σ tanh(q + k), so that it can be followed by eye. */
export type ScoreName = "scaled" | "dot" | "additive" | "unprojected" | "gaussian" | "average";

export interface AttendAsk {
  /** (lq, d), (lk, d), (lk, dv). */
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly score: ScoreName;
  /** The divisor of all scores; 1 unless given. */
  readonly temperature?: number;
  /** How many keys count, from the first; all unless given. */
  readonly validLen?: number;
  readonly causal?: boolean;
  /** Cells (query · lk + key) that are masked beside. */
  readonly forbidden?: readonly number[];
  /** Into how many the columns of Q, K and V are split; 1 unless given. */
  readonly heads?: number;
  /** Of the layer that additive scores come from. */
  readonly seed?: number;
}

/** The result of one head. */
export interface Head {
  /** (lq, lk), before masks. */
  readonly scores: Rows;
  /** (lq, lk). */
  readonly weights: Rows;
  /** (lq, dv / heads). */
  readonly output: Rows;
  /** For each query and key the pairs that its score is a sum over: (lq, lk, c, 2). What a pair means follows from the score. */
  readonly terms: readonly (readonly Rows[])[];
}

export interface Attended {
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly heads: readonly Head[];
  /** (lq, lk): where a query may attend. */
  readonly allowed: readonly (readonly boolean[])[];
  /** (lq, dv): the heads side by side. */
  readonly output: Rows;
}

/** The numbers 0 to n − 1. */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** An element of a matrix; 0 outside. */
export function at(matrix: Rows, row: number, col: number): number {
  return matrix[row]?.[col] ?? 0;
}

/** The pairs that a score is a sum over. */
export function pairsOf({ head }: { readonly head: Head }, row: number, key: number): Rows {
  return head.terms[row]?.[key] ?? [];
}

export function isAllowed(
  { attended }: { readonly attended: Pick<Attended, "allowed"> },
  row: number,
  key: number,
): boolean {
  return attended.allowed[row]?.[key] ?? true;
}

/** The key that takes most of a query's weight. */
export function bestKey({ weights }: Head, query: number): number {
  const row = weights[query] ?? [];
  return row.indexOf(Math.max(...row));
}
