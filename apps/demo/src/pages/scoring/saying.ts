import type { Attended, Head } from "./calls.ts";
import type { RowNames } from "./names.ts";
import type { PresetName } from "./presets.ts";
import type { Texts } from "./words.ts";

/** Weights that are written alike count as equal. */
const written = (weight: number): string => weight.toFixed(2);

/** A sentence about a query's row of weights, computed from the row itself. */
export function resultOf(
  t: Texts,
  names: RowNames,
  query: number,
  weights: readonly number[],
  allowed: readonly boolean[],
): string {
  const name = names.queries[query] ?? "";
  const open = names.keys.flatMap((key, j) =>
    allowed[j] === false ? [] : [{ key, weight: weights[j] ?? 0 }],
  );
  if (open.length === 0) return t.resultNone(name);
  const most = written(Math.max(...open.map(({ weight }) => weight)));
  const best = open.filter(({ weight }) => written(weight) === most).map(({ key }) => key);
  if (best.length === open.length && open.length > 1) return t.resultEven(name);
  return t.resultOf(name, best, most);
}

/** The aim of each preset: the key that a query should find. */
export const finds: Readonly<Record<PresetName, readonly (readonly [query: number, key: number])[]>> = {
  pronoun: [[2, 0]],
  previous: [
    [1, 0],
    [2, 1],
    [3, 2],
  ],
  copy: [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  translation: [
    [2, 3],
    [3, 2],
  ],
};

/** Whether the weights that are shown do what the preset is made to do: more than half goes to each key. */
export function doesFind(preset: PresetName, { weights }: Pick<Head, "weights">): boolean {
  return finds[preset].every(([query, key]) => (weights[query]?.[key] ?? 0) > 0.5);
}

interface Meaning {
  readonly preset: PresetName;
  /** Whether the reader has changed Q or K, on which the weights depend. */
  readonly isEdited: boolean;
  readonly attended: Pick<Attended, "heads">;
  /** Whether the weights are seen. */
  readonly isFinished: boolean;
}

/** The meaning of a preset's numbers, as far as they are its own, and their effect. */
export function meaningOf(t: Texts, { preset, isEdited, attended, isFinished }: Meaning): string {
  const { columns, asks, found } = t.meaning[preset];
  const [head, other] = attended.heads;
  const isFound = isFinished && head !== undefined && other === undefined && doesFind(preset, head);
  return [columns, isEdited ? "" : asks, isFound ? found : ""].filter((text) => text !== "").join(t.between);
}
