// Prints the results of several runs as one table: node … examples/fra-eng/table.ts FILES…

import { readFileSync } from "node:fs";
import type { Results } from "../fra-eng.ts";
import { mean } from "../numbers.ts";
import { tableLines } from "../table.ts";
import { runMain, UsageError } from "../usage.ts";

await runMain("table", async () => {
  const paths = process.argv.slice(2);
  if (paths.length === 0) throw new UsageError("name files that --results or --json wrote.");
  const files = paths.map((path) => ({ path, results: read(path) }));
  const [first] = files;
  for (const { path, results } of files) checkSame(path, results, first!);
  const names = [...new Set(files.map(({ results }) => nameOf(results)))];
  const groups = first!.results.byLength.map(({ from, to }) => `${from}–${to}`);
  const head = ["program: model", "seeds", ...groups, "BLEU", "ms a step", "to PyTorch"];
  const rows = names.map((name) => {
    const runs = files.map(({ results }) => results).filter((results) => nameOf(results) === name);
    const peer = files.map(({ results }) => results).filter((r) => nameOf(r) === `PyTorch: ${modelOf(name)}`);
    const [own, theirs] = [processorTime(runs), processorTime(peer)];
    return [
      name,
      runs.map(({ settings }) => settings.seed).join(", "),
      ...groups.map((_, i) => number(meanOf(runs.map(({ byLength }) => byLength[i]!.bleu)), 3)),
      number(meanOf(runs.map(({ bleu }) => bleu)), 3),
      number(own, 0),
      number(own === null || theirs === null ? null : own / theirs, 2),
    ];
  });
  const lines = [
    ...tableLines(head, rows),
    "BLEU: means over the seeds, by the words of the source. ms: processor time of the last epoch, mean over its steps.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
});

/** @throws UsageError for a file that is no result. */
function read(path: string): Results {
  const text = readFileSync(path, "utf8");
  let value: Partial<Results>;
  try {
    value = Object(JSON.parse(text));
  } catch {
    value = {};
  }
  if (typeof value.bleu !== "number" || !Array.isArray(value.byLength) || value.settings === undefined)
    throw new UsageError(`${path}: no results of fra-eng.ts or fra_eng.py.`);
  return value as Results;
}

/** @throws UsageError for settings that differ in more than model and seed: such runs are not one table. */
function checkSame(path: string, { settings }: Results, first: { path: string; results: Results }): void {
  for (const [name, value] of Object.entries(first.results.settings)) {
    const own: unknown = Object(settings)[name];
    if (name !== "model" && name !== "seed" && own !== value)
      throw new UsageError(`${path}: its ${name} is ${String(own)}, not ${value} as in ${first.path}.`);
  }
}

function nameOf({ program, settings }: Results): string {
  return `${program}: ${settings.model}`;
}

function modelOf(name: string): string {
  return name.slice(name.indexOf(": ") + 2);
}

function processorTime(runs: readonly Results[]): number | null {
  return meanOf(runs.map(({ msPerStep }) => msPerStep?.processor ?? null));
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

function number(value: number | null, digits: number): string {
  return value === null ? "–" : value.toFixed(digits);
}
