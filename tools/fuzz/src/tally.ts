import type { News } from "./verdict.ts";

/** Faults of one function that are printed; the rest are counted. */
const printed = 3;
const longest = 300;

/** Counts of what became of cases. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #seen = new Map<string, number>();
  readonly #functions = new Map<string, Set<string>>();
  faults = 0;

  /** Counts a case; true for a fault that is to be printed. */
  count(part: string, { of, outcome = "", fault }: News): boolean {
    const what = fault === undefined ? outcome : "FAULT";
    const counts = this.#counts.get(part) ?? new Map<string, number>();
    this.#counts.set(part, counts.set(what, (counts.get(what) ?? 0) + 1));
    this.#functions.set(part, (this.#functions.get(part) ?? new Set()).add(of));
    if (fault === undefined) return false;
    this.faults++;
    const key = `${part} ${of}`;
    this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
    return this.#seen.get(key)! <= printed;
  }

  line(part: string, seed: number, { index, of, fault, args }: News): string {
    const short = (text = ""): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
    return `${of}: ${short(fault)}\n  given ${short(args)}\n  pnpm fuzz --seed ${seed} --only ${part} --case ${index}`;
  }

  /** A table of the counts, a row for each part. */
  table(seed: number): string {
    const outcomes = [...new Set([...this.#counts.values()].flatMap((counts) => [...counts.keys()]))].sort();
    const rows = [...this.#counts].map(([part, counts]) => {
      const each = outcomes.map((outcome) => counts.get(outcome) ?? 0);
      const cases = each.reduce((sum, count) => sum + count, 0);
      return [part, cases, this.#functions.get(part)!.size, ...each];
    });
    const all = [[`seed ${seed}`, "cases", "functions", ...outcomes], ...rows].map((row) => row.map(String));
    const widths = all[0]!.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
    return `\n${all.map((row) => row.map((cell, i) => cell.padStart(widths[i]!)).join("  ")).join("\n")}`;
  }
}
