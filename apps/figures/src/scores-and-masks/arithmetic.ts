import { type Kind, keys, queries, size, terms } from "./attention.ts";

export interface Cell {
  readonly row: number;
  readonly col: number;
}

export const show = (value: number, digits = 2): string =>
  (Number.isInteger(value) ? String(value) : value.toFixed(digits)).replace("-", "−");

/** The terms of a pair's score, in words: "1·0 + 2·2 + 0·(−1) = 4". */
export function arithmetic(kind: Kind, { row, col }: Cell, score: number): string {
  const q = queries[row] ?? [];
  const k = keys[col] ?? [];
  const part = (value: number): string => (value < 0 ? `(${show(value)})` : show(value));
  const sum = q.map((value, i) => terms[kind].text(part(value), part(k[i] ?? 0))).join(" + ");
  return kind === "scaled" ? `(${sum}) / √${size} = ${show(score)}` : `${sum} = ${show(score)}`;
}
