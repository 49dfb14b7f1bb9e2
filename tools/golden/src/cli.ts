import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { named } from "./backends.ts";
import { isFolder, openFolder } from "./open-folder.ts";
import { printOutcome, progressLine } from "./print.ts";
import { runFolder } from "./run-folder.ts";

const tool = dirname(dirname(fileURLToPath(import.meta.url)));
const workspace = dirname(dirname(tool));

interface Options {
  readonly backend?: readonly string[];
  readonly data?: readonly string[];
  readonly filter?: readonly string[];
  readonly verbose?: boolean;
}

const usage = "Usage: pnpm golden [DIR] [--backend NAME]… [--data FILE] [--filter TEXT] [--verbose]";

const help = `${usage}

  Runs all golden cases of a folder (default: the project's own copy) through the public API.

  --backend NAME  run only this backend; may be repeated (${Object.keys(named).join(", ")})
  --data FILE     the text of the English-French pairs (default: ../data/fra-eng.txt beside DIR)
  --filter TEXT   run only cases whose file, name or op contains this text
  --verbose       also list the cases that pass, and all findings`;

/** The request cannot be carried out: no case was run. */
class UsageError extends Error {}

// pnpm runs scripts in the package's folder; a path means the folder where the command was given.
function fromCaller(path: string): string {
  const caller = process.env["INIT_CWD"];
  const there = caller === undefined ? undefined : resolve(caller, path);
  return there !== undefined && existsSync(there) ? there : resolve(path);
}

function corpusPaths(dir: string, data: string | undefined): string[] {
  if (data !== undefined) return [fromCaller(data)];
  return [join(dir, "../data/fra-eng.txt"), join(workspace, "../shared/data/fra-eng.txt")];
}

/** The value of an option that is given at most once. @throws UsageError */
function single(name: string, values: readonly string[] | undefined): string | undefined {
  if (values === undefined) return undefined;
  const [value, ...others] = values;
  if (value === undefined || value === "" || others.length > 0)
    throw new UsageError(`--${name} takes one value, once`);
  return value;
}

async function run([given, rest]: readonly string[], options: Options): Promise<number> {
  if (rest !== undefined) throw new UsageError(`unexpected argument ${rest}`);
  const dir = given === undefined ? join(tool, "data") : fromCaller(given);
  const filter = single("filter", options.filter);
  const data = single("data", options.data);
  if (data !== undefined && !existsSync(fromCaller(data)))
    throw new UsageError(`there is no file ${data}; --data takes the text of the English-French pairs`);
  if (!isFolder(dir))
    throw new UsageError(`there is no folder ${dir}; give a folder that contains golden .json files`);
  const names = checkBackends(options.backend);
  const verbose = options.verbose ?? false;
  const outcome = await runFolder(openFolder(dir), {
    ...(names && { backends: names }),
    ...(filter !== undefined && { filter }),
    corpusPaths: corpusPaths(dir, data),
    onResult: progressLine(process.stderr),
  });
  // One result a backend is about memory; with no other, nothing was checked.
  if (outcome.results.every(({ file }) => file === "memory")) {
    const what =
      filter === undefined ? "contains no golden files" : `contains no case that matches "${filter}"`;
    throw new UsageError(`${dir} ${what}`);
  }
  printOutcome(outcome, { verbose, write: (line) => console.log(line) });
  return outcome.failed > 0 ? 1 : 0;
}

function checkBackends(names: readonly string[] | undefined): readonly string[] | undefined {
  const odd = names?.find((name) => !Object.hasOwn(named, name));
  if (odd !== undefined)
    throw new UsageError(`unknown backend ${odd}; choose from ${Object.keys(named).join(", ")}`);
  return names;
}

const options = {
  backend: { type: "string", multiple: true },
  data: { type: "string", multiple: true },
  filter: { type: "string", multiple: true },
  verbose: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Runs the command line `argv`, as `process.argv` has it; gives the exit status. */
export async function golden(argv: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: argv.slice(2), options, allowPositionals: true });
    if (!values.help) return await run(positionals, values);
    console.log(help);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !isArgumentError(error)) throw error;
    console.error(`golden: ${error.message}\n${usage}`);
    return 2;
  }
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
