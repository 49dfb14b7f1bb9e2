import { availableParallelism } from "node:os";
import type { Expected } from "./cases.ts";
import type { Report } from "./programs/report.ts";

/** The problems of a report; `losses` are those of the reference backend. */
export function problemsOf(report: Report, expected: Expected, losses: readonly number[]): string[] {
  if ("error" in expected) {
    const said = "error" in report ? report.error : `${report.threads} threads and no error`;
    return expected.error.test(said) ? [] : [said];
  }
  if ("error" in report) return [report.error];
  const { threads, note } = expected;
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
