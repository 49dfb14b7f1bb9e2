import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tryFaults } from "./apps.ts";
import { type Run, runnerIn } from "./command.ts";
import { readFaults, readLevels } from "./faults.ts";
import { packages, tryPackages } from "./packages.ts";
import { type Result, writeResults } from "./table.ts";
import { Trials } from "./trial.ts";
import { copyWorkspace, installedCopy } from "./workspace.ts";

const usage = `pnpm mutation [--count 10] [--seed 0] [--package NAME]… [--file PATH]… [--quick]
pnpm mutation --apps [--fault ID]… [--levels FILE]
  --package  mutate only this package (${packages.join(", ")})
  --file     mutate only sources whose path contains this text
  --quick    of the dependent packages, run only the tests of the lowest
  --apps     make the faults of faults.json in the apps
  --fault    only those whose name, kind or page contains this text
  --levels   the levels of tests, cheapest first (default levels.json)
Both:
  --limit    levels that take more seconds count as failed (default 240, with --apps 1800)
  --trust    do not check that the tests that catch a change pass without it
  --out      write the table to this Markdown or JSON file`;

const here = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10" },
    seed: { type: "string", default: "0" },
    package: { type: "string", multiple: true, default: packages },
    file: { type: "string", multiple: true, default: [""] },
    quick: { type: "boolean", default: false },
    apps: { type: "boolean", default: false },
    fault: { type: "string", multiple: true, default: [""] },
    levels: { type: "string", default: here("levels.json") },
    limit: { type: "string" },
    trust: { type: "boolean", default: false },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`mutation: --${name} is ${text}; write a whole number\n${usage}`);
  return Number(text);
}

function warn(text: string): void {
  console.error(`mutation: ${text}`);
  process.exitCode = 1;
}

function results(root: string, run: Run): AsyncGenerator<Result> {
  if (values.apps) {
    const faults = readFaults(here("faults.json")).filter(({ id, kind, page }) =>
      values.fault.some((text) => [id, kind, page].join("\n").includes(text)),
    );
    return tryFaults(root, faults, readLevels(values.levels), { run, trust: values.trust, warn });
  }
  const odd = values.package.find((name) => !packages.includes(name));
  if (odd !== undefined) throw new Error(`mutation: there is no package ${odd}\n${usage}`);
  const [count, seed] = [wholeNumber("count", values.count), wholeNumber("seed", values.seed)];
  const { package: chosen, file: files, quick } = values;
  const choice = { packages: chosen, files, count, seed, quick };
  return tryPackages(root, choice, new Trials(run, values.trust));
}

async function run(root: string, signal: AbortSignal): Promise<void> {
  const seconds = wholeNumber("limit", values.limit ?? (values.apps ? "1800" : "240"));
  const all: Result[] = [];
  for await (const result of results(root, runnerIn(root, seconds, signal))) {
    all.push(result);
    const { id, change, caught } = result;
    const verdict = caught === undefined ? "SURVIVED" : `caught by ${caught.level}: ${caught.test}`;
    console.log(`${all.length} ${id}: ${change}\n  ${verdict}`);
    // Immediately, so that results are kept when the rest is stopped.
    if (values.out !== undefined) writeResults(values.out, all);
  }
  const caught = all.filter((result) => result.caught !== undefined).length;
  console.log(`\n${values.apps ? "" : `seed ${values.seed}: `}${caught} of ${all.length} caught`);
}

if (values.help) console.log(usage);
else {
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => interrupted.abort(new Error(`mutation: stopped by ${name}`)));
  const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
  const copy = values.apps ? installedCopy(root) : copyWorkspace(root);
  try {
    await run(copy.folder, interrupted.signal);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    copy.remove();
  }
}
