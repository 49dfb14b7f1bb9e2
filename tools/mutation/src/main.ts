import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { applyMutant, type Mutant, mutants, runtimeCode } from "./mutants.ts";
import { shuffled } from "./shuffle.ts";
import { runStage, type Stage, stagesOf } from "./stages.ts";
import { copyWorkspace, sourcesIn } from "./workspace.ts";

const packages = ["tensor", "autograd", "nn", "attention", "models", "train", "datasets", "pretrained"];
const usage = `pnpm mutation [--count 10] [--seed 0] [--package NAME]… [--file PATH]… [--limit SECONDS] [--quick] [--trust]
  --package  mutate only this package (${packages.join(", ")})
  --file     mutate only sources whose path contains this text
  --limit    stages that take longer count as caught (default 240)
  --quick    of the dependent packages, run only the tests of the lowest
  --trust    do not check that the tests that catch a mutant pass without it`;

interface Place {
  readonly path: string;
  readonly name: string;
  readonly mutant: Mutant;
}

interface Survivor {
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10" },
    seed: { type: "string", default: "0" },
    package: { type: "string", multiple: true, default: packages },
    file: { type: "string", multiple: true, default: [""] },
    limit: { type: "string", default: "240" },
    quick: { type: "boolean", default: false },
    trust: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`mutation: --${name} is ${text}; write a whole number\n${usage}`);
  return Number(text);
}

function places(root: string): Place[] {
  const odd = values.package.find((name) => !packages.includes(name));
  if (odd !== undefined) throw new Error(`mutation: there is no package ${odd}\n${usage}`);
  return values.package.flatMap((name) =>
    sourcesIn(join(root, "packages", name, "src"))
      .filter((path) => values.file.some((text) => relative(root, path).includes(text)))
      .flatMap((path) => mutants(path, readFileSync(path, "utf8")).map((mutant) => ({ path, name, mutant }))),
  );
}

function lineAt(source: string, offset: number): string {
  return (
    source
      .slice(source.lastIndexOf("\n", offset - 1) + 1)
      .split("\n", 1)[0]
      ?.trim() ?? ""
  );
}

/** The mutated source, or undefined when it does not compile or runs the same code. */
async function changed(path: string, source: string, mutant: Mutant): Promise<string | undefined> {
  const text = applyMutant(source, mutant);
  const original = await runtimeCode(path, source);
  const other = await runtimeCode(path, text).catch(() => original);
  return other === original ? undefined : text;
}

// Stages of which it is known that they pass without a mutant.
const sound = new Set<string>();

async function caughtBy(
  root: string,
  place: Place,
  source: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const stage of stagesOf(root, place.name, place.path, values.quick)) {
    const verdict = await runStage(root, stage, wholeNumber("limit", values.limit), signal);
    if (verdict === "passed") continue;
    writeFileSync(place.path, source);
    await checkStage(root, stage, signal);
    return verdict === "timeout" ? `${stage.name}, over the time limit` : stage.name;
  }
  return undefined;
}

// A stage that fails without a mutant, too, catches nothing.
async function checkStage(root: string, stage: Stage, signal: AbortSignal): Promise<void> {
  const key = stage.args.join(" ");
  if (values.trust || sound.has(key)) return;
  const verdict = await runStage(root, stage, wholeNumber("limit", values.limit), signal);
  if (verdict !== "passed")
    throw new Error(`mutation: ${stage.name} fails without a mutant (${verdict}): node ${key}`);
  sound.add(key);
}

function printTable(
  tried: ReadonlyMap<string, { caught: number; made: number }>,
  survivors: readonly Survivor[],
): void {
  for (const { where, before, after } of survivors)
    console.log(`\nsurvived: ${where}\n  - ${before}\n  + ${after}`);
  console.log(`\nseed ${values.seed}`);
  for (const [name, { caught, made }] of tried) console.log(`${name.padEnd(10)} ${caught} of ${made} caught`);
}

async function run(root: string, signal: AbortSignal): Promise<void> {
  const count = wholeNumber("count", values.count);
  const tried = new Map<string, { caught: number; made: number }>();
  const survivors: Survivor[] = [];
  const chosen: (Place & { readonly source: string; readonly text: string })[] = [];
  for (const place of shuffled(places(root), wholeNumber("seed", values.seed))) {
    if (chosen.length === count) break;
    const source = readFileSync(place.path, "utf8");
    const text = await changed(place.path, source, place.mutant);
    if (text !== undefined) chosen.push({ ...place, source, text });
  }
  for (const [i, { source, text, ...place }] of chosen.entries()) {
    const { start } = place.mutant;
    const where = `${relative(root, place.path)}:${source.slice(0, start).split("\n").length}`;
    const [before, after] = [lineAt(source, start), lineAt(text, start)];
    writeFileSync(place.path, text);
    const stage = await caughtBy(root, place, source, signal).finally(() =>
      writeFileSync(place.path, source),
    );
    const score = tried.get(place.name) ?? { caught: 0, made: 0 };
    tried.set(place.name, { caught: score.caught + (stage === undefined ? 0 : 1), made: score.made + 1 });
    if (stage === undefined) survivors.push({ where, before, after });
    const verdict = stage === undefined ? "SURVIVED" : `caught by ${stage}`;
    console.log(`${i + 1}/${chosen.length} ${where}: ${after}: ${verdict}`);
  }
  printTable(tried, survivors);
}

if (values.help) console.log(usage);
else {
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => interrupted.abort(new Error(`mutation: stopped by ${name}`)));
  const copy = copyWorkspace(resolve(dirname(fileURLToPath(import.meta.url)), "../../.."));
  try {
    await run(copy.folder, interrupted.signal);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    copy.remove();
  }
}
