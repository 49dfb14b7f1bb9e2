import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Check, checksOf, examplesOf } from "./coverage.ts";
import { packages } from "./entries.ts";
import { runExamples } from "./examples.ts";
import type { Documented } from "./symbols.ts";

/** Docstrings that are known to be missing, one a line. The list may only shrink. */
const missing: string = fileURLToPath(new URL("../missing.txt", import.meta.url));

/**
 * Checks the docstrings of all packages or of one, and runs their examples. What fails and is not in missing.txt counts as
 * failed, and so does what is in missing.txt and does not fail.
 */
export async function check(
  documented: Documented,
  only?: string,
): Promise<{ passed: number; failed: number }> {
  const known = new Set(
    existsSync(missing)
      ? readFileSync(missing, "utf8")
          .split("\n")
          .filter((line) => line !== "")
      : [],
  );
  const checks: Check[] = [];
  const reports: string[] = [];
  for (const folder of packages.filter((name) => only === undefined || name === only)) {
    const symbols = documented.symbols.filter(({ entry }) => entry.folder === folder);
    const before = checks.length;
    checks.push(...symbols.flatMap((symbol) => checksOf(symbol, documented.project)));
    const outcomes = await runExamples(folder, symbols.flatMap(examplesOf));
    for (const { id, problems } of outcomes)
      checks.push({ id, problem: problems.length === 0 ? null : problems.join("\n  ") });
    reports.push(report(folder, checks.slice(before)));
  }
  const failing = checks.filter(({ problem }) => problem !== null);
  const unknown = failing.filter(({ id }) => !known.has(id));
  for (const { id, problem } of unknown) console.log(`${id}\n  ${problem}`);
  const failed = new Set(failing.map(({ id }) => id));
  const done = only === undefined ? [...known].filter((id) => !failed.has(id)) : [];
  for (const id of done) console.log(`${id}\n  passes now: remove it from missing.txt`);
  if (only === undefined) for (const complaint of documented.complaints) console.log(`TypeDoc: ${complaint}`);
  console.log(reports.join("\n"));
  if (process.env["REFERENCE_WRITE_MISSING"] === "1")
    writeFileSync(
      missing,
      [...failed]
        .sort()
        .map((id) => `${id}\n`)
        .join(""),
    );
  const passed = checks.length - failing.length;
  const bad = unknown.length + done.length + (only === undefined ? documented.complaints.length : 0);
  if (known.size > 0) console.log(`${known.size} more are in missing.txt`);
  return { passed, failed: bad };
}

function report(folder: string, checks: readonly Check[]): string {
  const good = checks.filter(({ problem }) => problem === null).length;
  const percent = ((100 * good) / Math.max(checks.length, 1)).toFixed(1);
  return `${folder.padEnd(16)}${String(good).padStart(5)} of ${String(checks.length).padStart(5)}  ${percent} %`;
}
