// Runs the examples of packages: takes them as JSON on standard input, and prints problems as JSON. Everything that
// users can import is in scope, with the names of the example's own entry first, then the package's.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { getBackend, manualSeed, setBackend } from "@saccade/tensor";
import { readEntries } from "./entries.ts";
import { bodyOf, type Example, statementsOf } from "./example.ts";
import type { Batch } from "./examples.ts";
import type { Outcome } from "./outcome.ts";
import { installPage } from "./page-stand-in.ts";
import { agrees, show } from "./value.ts";

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<void>;
const skipped = /kernels-(wasm|webgpu)\/worker$/;

interface Scope {
  readonly all: Readonly<Record<string, unknown>>;
  /** By entry: the definition of an op may have the name of the op. */
  readonly own: ReadonlyMap<string, object>;
}

async function readScope(folder: string): Promise<Scope> {
  const entries = readEntries().filter(({ name, folder }) => !skipped.test(name) && folder !== "saccade");
  const scope: Record<string, unknown> = {};
  // Later ones win: main entries over authors' ones, this package over all.
  const rank = (entry: (typeof entries)[number]): number =>
    (entry.folder === folder ? 2 : 0) + (entry.main ? 1 : 0);
  const own = new Map<string, object>();
  for (const { name, file } of [...entries].sort((a, b) => rank(a) - rank(b))) {
    const exported: object = await import(pathToFileURL(file).href);
    Object.assign(scope, exported);
    own.set(name, exported);
  }
  if (folder === "saccade") Object.assign(scope, await import("saccade"));
  return { all: scope, own };
}

async function run({ id, code }: Example, { all, own }: Scope): Promise<Outcome> {
  const scope: Record<string, unknown> = { ...all, ...own.get(id.split(": ")[0]!) };
  // A method's name that is not a variable's.
  delete scope["var"];
  const statements = statementsOf(code);
  const problems: string[] = [];
  const values: Outcome["values"][number][] = [];
  const record = async (index: number, value: () => unknown): Promise<void> => {
    const { expected, text } = statements[index]!;
    let actual: string;
    try {
      actual = show(await value());
    } catch (error) {
      if (!expected!.startsWith("throws ")) throw error;
      actual = `throws ${(error as Error).name}: ${(error as Error).message}`;
      if (!expected!.includes(":")) actual = actual.slice(0, actual.indexOf(":"));
    }
    values.push({ text, expected: expected!, actual });
    if (!agrees(actual, expected!)) problems.push(`${text} // ${expected}\n    gives ${actual}`);
  };
  try {
    manualSeed(0);
    const names = Object.keys(scope);
    const make = new AsyncFunction("record__", ...names, bodyOf(statements));
    await make(record, ...names.map((name) => scope[name]));
  } catch (error) {
    problems.push(`${code}\n    throws ${(error as Error).name}: ${(error as Error).message}`);
  }
  if (problems.length === 0 && values.length === 0) problems.push(`${code}\n    has no value to compare`);
  return { id, problems, values };
}

// Not by readFileSync, which throws EAGAIN where a pipe is empty for a moment.
const batches = (await json(process.stdin)) as Batch[];
// Before the packages load: uPlot looks for a page then.
const page = batches.some(({ folder }) => folder === "plot") ? installPage() : {};
const scratch = mkdtempSync(join(tmpdir(), "saccade-examples-"));
process.chdir(scratch);
const backend = getBackend();
const outcomes: Outcome[][] = [];
console.log = () => {};
for (const { folder, examples } of batches) {
  const { all, own } = await readScope(folder);
  const scope: Scope = { all: { ...all, ...page }, own };
  const ran: Outcome[] = [];
  for (const example of examples) {
    ran.push(await run(example, scope));
    setBackend(backend);
  }
  outcomes.push(ran);
}
process.chdir("/");
rmSync(scratch, { recursive: true, force: true });
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
