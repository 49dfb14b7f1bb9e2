import { availableParallelism } from "node:os";
import type { Report } from "./programs/report.ts";

export interface Expected {
  readonly threads: number;
  readonly note: RegExp;
  /** What the reference backend's losses are. */
  readonly losses: readonly number[];
}

/** What is wrong with a report. */
export function problemsOf(report: Report, { threads, note, losses }: Expected): string[] {
  if ("error" in report) return [report.error];
  const problems: string[] = [];
  const hold = (holds: boolean, otherwise: string): void => {
    if (!holds) problems.push(otherwise);
  };
  hold(report.threads === threads, `${report.threads} threads: ${report.threadsNote}`);
  hold(note.test(report.threadsNote), `the note says: ${report.threadsNote}`);
  hold(report.workersCompute === (threads === 1 ? null : true), "the workers do not compute");
  const auto = threads === 1 ? 1 : Math.min(8, report.cores ?? availableParallelism());
  hold(report.auto === auto, `"auto" gives ${report.auto} threads, not ${auto}`);
  hold(near(report.losses, losses), `losses ${report.losses.join(" ")}, not ${losses.join(" ")}`);
  return problems;
}

/** float32 sums in another order. */
function near(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, i) => Math.abs(x - b[i]!) <= 1e-5 * Math.abs(b[i]!));
}
