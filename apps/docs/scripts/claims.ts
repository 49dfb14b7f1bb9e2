// Writes the page of claims in both languages from the records of the examples:
//   pnpm docs:claims
//   pnpm docs:claims --check    says whether the pages are up to date
//   pnpm docs:claims --record recall additive-or-dot --seeds 5    runs examples, and writes their records and the pages
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { claimsPage } from "./claims/page.ts";
import { type Printed, readRecords, writeRecord } from "./claims/records.ts";
import { fewestSeeds } from "./claims/statistics.ts";
import { topics } from "./claims/topics.ts";

const { values, positionals } = parseArgs({
  options: {
    check: { type: "boolean" },
    record: { type: "boolean" },
    seeds: { type: "string", default: "3" },
  },
  allowPositionals: true,
});
const docs = fileURLToPath(new URL("../", import.meta.url));

if (values.record) {
  const seeds = Number(values.seeds);
  if (!(Number.isSafeInteger(seeds) && seeds >= fewestSeeds))
    throw new Error(`--seeds is ${values.seeds}; give a whole number of at least ${fewestSeeds}.`);
  for (const program of positionals)
    writeRecord(
      program,
      Array.from({ length: seeds }, (_, seed) => run(program, seed)),
    );
}
const records = readRecords();
for (const [path, lang] of [
  ["book/claims.md", "en"],
  ["zh/book/claims.md", "zh"],
] as const) {
  const page = claimsPage(topics, records, lang);
  if (!values.check) writeFileSync(docs + path, page);
  else if (readFileSync(docs + path, "utf8") !== page) {
    console.error(`apps/docs/${path} is not what records/claims give; run pnpm docs:claims`);
    process.exitCode = 1;
  }
}

/** Runs an example. A figure that misses its goal is a result like others. */
function run(program: string, seed: number): Printed {
  console.log(`${program}, seed ${seed} …`);
  const file = fileURLToPath(new URL(`../../../examples/${program}.ts`, import.meta.url));
  const args = ["--import", "tsx", "--conditions=@saccade/source", file, "--json", "--seed", String(seed)];
  const line = lastLine(args);
  return JSON.parse(line);
}

function lastLine(args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    // It ends with status 1 where a figure misses its goal, and has printed its figures.
    if (error instanceof Error && "stdout" in error && String(error.stdout).startsWith("{"))
      return String(error.stdout);
    throw error;
  }
}
