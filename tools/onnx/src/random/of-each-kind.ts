import { programOf } from "./program.ts";

/** A few of the programs that together have each kind of step which all of them have. */
export function ofEachKind(programs: readonly number[]): number[] {
  const kinds = new Map(programs.map((i) => [i, new Set(programOf(i).names)]));
  const missing = new Set([...kinds.values()].flatMap((names) => [...names]));
  const found = (i: number): number => [...(kinds.get(i) ?? [])].filter((name) => missing.has(name)).length;
  const chosen: number[] = [];
  while (missing.size > 0) {
    const best = programs.reduce((a, b) => (found(b) > found(a) ? b : a));
    for (const name of kinds.get(best) ?? []) missing.delete(name);
    chosen.push(best);
  }
  return chosen.sort((a, b) => a - b);
}
