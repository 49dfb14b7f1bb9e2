import type { Attended, Head, Rows, ScoreName } from "./calls.ts";
import type { Layout } from "./layout.ts";
import type { Looked } from "./model.ts";
import type { Moment } from "./steps.ts";

/** All that a drawing of one moment is made of. */
export interface SceneState {
  readonly layout: Layout;
  readonly attended: Attended;
  /** The head that is shown, and its columns of Q, K, V and the output. */
  readonly head: Head;
  readonly columns: readonly number[];
  readonly score: ScoreName;
  /** The divisor of the sums: √d, the temperature. */
  readonly divisor: number;
  /** The query whose row is computed or looked at, and the key that is looked at. */
  readonly row: number;
  readonly target: number;
  readonly kind: Looked["kind"];
  /** Whether the reader looks at a cell. */
  readonly isLooking: boolean;
  readonly moment: Moment;
}

/** The numbers 0 to n − 1. */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** An element of a matrix; 0 outside. */
export function at(matrix: Rows, row: number, col: number): number {
  return matrix[row]?.[col] ?? 0;
}

/** The pairs that a score is a sum over. */
export function pairsOf({ head }: Pick<SceneState, "head">, row: number, key: number): Rows {
  return head.terms[row]?.[key] ?? [];
}

export function isAllowed({ attended }: Pick<SceneState, "attended">, row: number, key: number): boolean {
  return attended.allowed[row]?.[key] ?? true;
}

/** The key that takes most of a query's weight. */
export function bestKey({ weights }: Head, query: number): number {
  const row = weights[query] ?? [];
  return row.indexOf(Math.max(...row));
}

/** The exponentials of a row's scores, the largest 1: what softmax shares out. 0 where masked. */
export function powersOf(state: Pick<SceneState, "head" | "attended">, row: number): number[] {
  const scores = state.head.scores[row] ?? [];
  const most = Math.max(...scores.filter((_, j) => isAllowed(state, row, j)));
  return scores.map((score, j) => (isAllowed(state, row, j) ? Math.exp(score - most) : 0));
}

/** How far a value row has come while the values mix: one sets out after the other. */
export function arrival(key: number, part: number): number {
  const t = Math.min(1, Math.max(0, (part - key * 0.15) / 0.5));
  return t * t * (3 - 2 * t);
}

/** An output while its values arrive; the library's when all have. */
export function mixedSoFar(state: SceneState, row: number, col: number, part: number): number {
  const { attended, head } = state;
  if (part >= 1) return at(attended.output, row, col);
  return range(attended.v.length).reduce(
    (sum, j) => sum + (arrival(j, part) >= 0.999 ? at(head.weights, row, j) * at(attended.v, j, col) : 0),
    0,
  );
}
