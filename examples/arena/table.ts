// What `pnpm arena` prints; its records are in the book.
import { mean } from "../numbers.ts";
import { printTable } from "../table.ts";
import { type HopfieldResult, hopfieldBetas } from "./hopfield.ts";
import type { SetResult } from "./sets.ts";
import { nameOf, type TrialResult, trials } from "./trials.ts";

/** The file of `pnpm arena --all`. */
export interface Results {
  readonly trials: readonly TrialResult[];
  readonly sets: readonly (Omit<SetResult, "losses" | "error"> & { readonly errors: readonly number[] })[];
  readonly hopfield: { readonly rows: readonly HopfieldResult[] };
}

type Print = (line: string) => void;

/** Prints the right answers of trials: the mean, the least and the most of the seeds. */
export function printTrials(print: Print, results: readonly TrialResult[]): void {
  const head = ["", "test", "right", "least … most", "wrong"];
  const facts = ["heads", "weights", "kept", "steps", "ms", "MB"];
  const rows = results.flatMap(({ task, mixer, heads, parameters, kept, steps, ms, bytes, tests }) =>
    Object.entries(tests).map(([test, { asked, wrong }], i) => {
      const shares = wrong.map((one) => 1 - one / asked);
      const range = `${Math.min(...shares).toFixed(4)} … ${Math.max(...shares).toFixed(4)}`;
      const answers = [test, mean(shares).toFixed(4), range, Math.max(...wrong)];
      // Once for all tests.
      if (i > 0) return ["", ...answers, ...facts.map(() => "")];
      const mb = (bytes / 1e6).toFixed(0);
      return [`${task}, ${mixer}`, ...answers, heads, parameters, kept, steps, ms.toFixed(0), mb];
    }),
  );
  printTable(print, [...head, ...facts], rows);
}

/** Prints everything that was measured, trials in the order of their tasks. */
export function printResults(print: Print, { trials: found, sets, hopfield }: Results): void {
  const byName = new Map(found.map((result) => [nameOf(result), result]));
  printTrials(
    print,
    trials.flatMap((trial) => byName.get(nameOf(trial)) ?? []),
  );
  printTable(
    print,
    ["backcopy", "on begin", "on the token before", "length of begin's value"],
    found.flatMap(({ mixer, sinks = [] }) =>
      sinks.map((one) => [
        mixer,
        ...[one.onBegin, one.onBefore, one.beginValue].map((value) => value.toFixed(2)),
      ]),
    ),
  );
  printTable(
    print,
    ["largest of a set", "errors of three seeds", "parameters", "steps"],
    sets.map(({ kind, errors, parameters, steps }) => [
      kind,
      errors.map((error) => error.toFixed(2)).join(" "),
      parameters,
      steps,
    ]),
  );
  printTable(
    print,
    ["patterns", "classical", ...hopfieldBetas.map((beta) => `β ${beta}: 1 / 5 updates`)],
    hopfield.rows.map(({ patterns, classical, modern }) => [
      patterns,
      classical.toFixed(3),
      ...modern.map((shares) => shares.map((share) => share.toFixed(3)).join(" / ")),
    ]),
  );
}
