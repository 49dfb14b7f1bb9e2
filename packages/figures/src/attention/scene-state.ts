import type { Lang } from "../index.ts";
import { dictionary } from "../messages.ts";
import { type Attended, at, bestKey, type Head, isAllowed, range, type ScoreName } from "./attended.ts";
import en from "./attention.en.json" with { type: "json" };
import { type Layout, layoutOf } from "./layout.ts";
import type { Moment } from "./motion.ts";
import { divisorOf, divisorText } from "./terms.ts";

/** A cell that the reader points at or has focused. */
export interface Looked {
  readonly kind: "score" | "weight";
  readonly row: number;
  readonly key: number;
}

/** Names of rows and columns. */
export interface RowNames {
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** Columns of Q and K, and of V; none where columns mean nothing. */
  readonly features: readonly string[];
  readonly meanings: readonly string[];
}

/** The state that a scene shows. */
export interface Shown {
  readonly attended: Attended;
  readonly score: ScoreName;
  readonly temperature?: number;
  /** The head that is shown, from 0. */
  readonly head?: number;
  /** The query whose row is computed. */
  readonly row: number;
  readonly looked: Looked | undefined;
  readonly moment: Moment;
  readonly names: RowNames;
  readonly lang: Lang;
  /** Whether it must be low where it is narrow, as it stays in sight. */
  readonly isLow?: boolean;
}

/** All that a drawing of one moment is made of. */
export interface SceneState {
  readonly layout: Layout;
  readonly attended: Attended;
  /** The head that is shown, its columns of Q and K, and those of V and the output. */
  readonly head: Head;
  readonly columns: readonly number[];
  readonly valueColumns: readonly number[];
  readonly score: ScoreName;
  /** The divisor of the sums (√d, the temperature), and how one writes it; empty for 1. */
  readonly divisor: number;
  readonly divisorText: string;
  /** The query whose row is computed or looked at, and the key that is looked at. */
  readonly row: number;
  readonly target: number;
  readonly kind: Looked["kind"];
  /** Whether the reader looks at a cell. */
  readonly isLooking: boolean;
  readonly moment: Moment;
  readonly names: RowNames;
  readonly t: Texts;
}

/** The scene in a figure of a width. The row is the one that is computed, or, at the end, the one that is looked at. */
export function sceneOf(shown: Shown, width: number): SceneState {
  const { attended, score, temperature = 1, moment, looked, names, isLow = false } = shown;
  const [dims, valueDims] = [attended.k[0]?.length ?? 0, attended.v[0]?.length ?? 0];
  const isNamed = names.features.length > 0;
  // The last answer may still be to another number of heads.
  const count = attended.heads.length;
  const index = Math.min(shown.head ?? 0, count - 1);
  const head = attended.heads[index] ?? { scores: [], weights: [], output: [], terms: [] };
  const part = (size: number): number[] => range(size / count).map((c) => (index * size) / count + c);
  // While a row is computed, looking at another lights its inputs but does not change the row.
  const row = (moment.finished ? looked?.row : undefined) ?? shown.row;
  const isLooking = looked !== undefined && looked.row === row;
  return {
    layout: layoutOf(width, { count: attended.k.length, dims, valueDims, isNamed, isLow }),
    ...{ attended, head, columns: part(dims), valueColumns: part(valueDims) },
    score,
    divisor: divisorOf(score, dims / count, temperature),
    divisorText: divisorText(score, dims / count, temperature),
    row,
    target: isLooking ? looked.key : Math.max(0, bestKey(head, row)),
    kind: isLooking ? looked.kind : "weight",
    ...{ isLooking, moment, names, t: words[shown.lang] },
  };
}

/** The exponentials of a row's scores, the largest 1: what softmax shares out. 0 where masked. */
export function powersOf(state: Pick<SceneState, "head" | "attended">, row: number): number[] {
  const scores = state.head.scores[row] ?? [];
  const most = Math.max(...scores.filter((_, j) => isAllowed(state, row, j)));
  return scores.map((score, j) => (isAllowed(state, row, j) ? Math.exp(score - most) : 0));
}

/** The key whose score is computed or looked at; −1 for none. */
export function keyInSight({ moment, isLooking, target }: SceneState): number {
  if (moment.step.kind === "score" && !isLooking) return moment.step.key;
  return moment.finished || isLooking ? target : -1;
}

/** How far a value row has come while the values mix: one sets out after the other. */
export function arrival(key: number, part: number): number {
  const t = Math.min(1, Math.max(0, (part - key * 0.14) / 0.44));
  return t * t * (3 - 2 * t);
}

/** An output while its values arrive; the library's when all have. */
export function mixedSoFar(
  { attended, head }: Pick<SceneState, "attended" | "head">,
  row: number,
  col: number,
  part: number,
): number {
  if (part >= 1) return at(attended.output, row, col);
  return range(attended.v.length).reduce(
    (sum, j) => sum + (arrival(j, part) >= 0.999 ? at(head.weights, row, j) * at(attended.v, j, col) : 0),
    0,
  );
}

export const words = dictionary(en, () => import("./attention.zh.json"));

export type Texts = (typeof words)["en"];
