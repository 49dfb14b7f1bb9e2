import { leftLines } from "../table.ts";
import type { Measures } from "./evaluate.ts";

/** The result of one run. */
export interface Row extends Measures {
  readonly model: string;
  readonly seed: number;
  readonly seconds: number;
}

/** The goals of the model that aligns best, over its seeds. */
const goals = { aerMedian: 0.1, aerWorst: 0.2, contentWeight: 0.75, bleu: 0.9, seconds: 60 };

/** The rows as a table, a line for each model: median and worst of its seeds. */
export function tableOf(rows: readonly Row[]): string {
  const models = [...new Set(rows.map(({ model }) => model))];
  const lines = models.map((model) => {
    const of = rows.filter((row) => row.model === model);
    const figure = (name: keyof Measures, worst: "max" | "min"): string => {
      const values = of.map((row) => row[name]);
      return `${median(values).toFixed(3)} ${Math[worst](...values).toFixed(3)}`;
    };
    const seconds = median(of.map((row) => row.seconds)).toFixed(0);
    return [
      model,
      String(of.length),
      figure("aer", "max"),
      figure("contentWeight", "min"),
      figure("bleu", "min"),
      seconds,
    ];
  });
  const head = ["model", "seeds", "AER, worst", "content weight, worst", "BLEU, worst", "seconds"];
  return leftLines(head, lines).join("\n");
}

/** The goals that the model with the lowest median AER reaches, in one line. */
export function verdictOf(rows: readonly Row[]): string {
  const models = [...new Set(rows.map(({ model }) => model))];
  const of = (model: string, name: keyof Measures | "seconds"): number[] =>
    rows.filter((row) => row.model === model).map((row) => row[name]);
  const best = models.toSorted((a, b) => median(of(a, "aer")) - median(of(b, "aer")))[0]!;
  const checks: readonly (readonly [string, number, boolean])[] = [
    goal("AER, median", median(of(best, "aer")), "≤", goals.aerMedian),
    goal("AER, worst", Math.max(...of(best, "aer")), "≤", goals.aerWorst),
    goal("content weight, worst", Math.min(...of(best, "contentWeight")), "≥", goals.contentWeight),
    goal("BLEU, worst", Math.min(...of(best, "bleu")), "≥", goals.bleu),
    goal("seconds, worst", Math.max(...of(best, "seconds")), "≤", goals.seconds),
  ];
  const parts = checks.map(
    ([text, value, met]) => `${text} (${value.toFixed(3)}: ${met ? "reached" : "missed"})`,
  );
  return `${best} aligns best: ${parts.join(", ")}`;
}

function goal(name: string, value: number, sign: "≤" | "≥", limit: number): [string, number, boolean] {
  return [`${name} ${sign} ${limit}`, value, sign === "≤" ? value <= limit : value >= limit];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
