import { type Check, checksOf, examplesOf } from "./coverage.ts";
import { packages } from "./entries.ts";
import { runExamples } from "./examples.ts";
import type { Documented, PublicSymbol } from "./symbols.ts";

/** Checks the docstrings of all packages or of one, and runs their examples. */
export async function check(
  documented: Documented,
  only?: string,
): Promise<{ passed: number; failed: number }> {
  const folders = packages.filter((name) => only === undefined || name === only);
  const symbolsOf = (folder: string): readonly PublicSymbol[] =>
    documented.symbols.filter(({ entry }) => entry.folder === folder);
  const batches = folders.map((folder) => ({ folder, examples: symbolsOf(folder).flatMap(examplesOf) }));
  const outcomes = await runExamples(batches);
  const reports: string[] = [];
  const checks = folders.flatMap((folder, i) => {
    const ofFolder: Check[] = symbolsOf(folder).flatMap((symbol) => checksOf(symbol, documented.project));
    for (const { id, problems } of outcomes[i] ?? [])
      ofFolder.push({ id, problem: problems.length === 0 ? null : problems.join("\n  ") });
    reports.push(report(folder, ofFolder));
    return ofFolder;
  });
  const failing = checks.filter(({ problem }) => problem !== null);
  for (const { id, problem } of failing) console.log(`${id}\n  ${problem}`);
  const complaints = only === undefined ? documented.complaints : [];
  for (const complaint of complaints) console.log(`TypeDoc: ${complaint}`);
  console.log(reports.join("\n"));
  return { passed: checks.length - failing.length, failed: failing.length + complaints.length };
}

function report(folder: string, checks: readonly Check[]): string {
  const good = checks.filter(({ problem }) => problem === null).length;
  const percent = ((100 * good) / Math.max(checks.length, 1)).toFixed(1);
  return `${folder.padEnd(16)}${String(good).padStart(5)} of ${String(checks.length).padStart(5)}  ${percent} %`;
}
