import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { choosePlayers, UsageError } from "./choose-players.ts";
import { comparisonTable } from "./comparison.ts";
import { ourPlayers, peerPlayers } from "./players.ts";
import { caseTable, ceilingLine, goalTable, machineLines } from "./print.ts";
import { type Choice, runBench } from "./run.ts";
import { quick, type Settings, thorough } from "./settings.ts";
import { workloads } from "./workloads/index.ts";

const several = { type: "string", multiple: true } as const;
const options = {
  json: { type: "boolean" },
  out: several,
  quick: { type: "boolean" },
  list: { type: "boolean" },
  backend: several,
  peer: several,
  player: several,
  base: several,
  before: several,
  rounds: several,
  python: several,
  help: { type: "boolean", short: "h" },
} as const;

const help = `Usage: pnpm bench [names] [options]

  Benchmarks Saccade and other libraries. Runs all workloads unless some are named: matmul/64 attention --peer torch

  --json              print all results as JSON instead of tables
  --out <file>        also write the results to a file as JSON
  --quick             few, short samples, to check that everything runs
  --list              list the workloads and their cases without running them
  --backend <name>    run only this backend; may be repeated (${ourPlayers.join(", ")}).
                      webgpu means all four on WebGPU, and the libraries that run there;
                      they take part only when asked for
  --peer <name>       run only this library; may be repeated (${peerPlayers.join(", ")}, none)
  --player <name>     run exactly the named players; may be repeated
  --base <name>       the player to compare the others with (default: wasm, else webgpu)
  --before <folder>   compare with another installed checkout of the project, round by round
  --rounds <n>        samples per player
  --python <command>  a Python interpreter with torch (default: python3)`;

function choose(names: readonly string[]): Choice[] {
  const all = Object.entries(workloads).map(([workload, { cases }]) => ({ workload, cases }));
  if (names.length === 0) return all;
  for (const name of names) {
    const known = (choice: Choice): boolean =>
      choice.workload === name || choice.cases.some((test) => matches(name, choice.workload, test.name));
    if (!all.some(known))
      throw new UsageError(`no workload ${name}; choose from ${Object.keys(workloads).join(", ")}`);
  }
  return all
    .map(({ workload, cases }) => ({
      workload,
      cases: cases.filter((test) => names.some((name) => matches(name, workload, test.name))),
    }))
    .filter(({ workload, cases }) => cases.length > 0 || names.includes(workload));
}

// "matmul" is a workload, "matmul/64" those of its cases whose names hold "64".
function matches(name: string, workload: string, test: string): boolean {
  const [wanted, ...part] = name.split("/");
  return wanted === workload && test.includes(part.join("/"));
}

function settingsOf(options: Options): Settings {
  const before = options.before === undefined ? null : otherCheckout(options.before);
  const { players, asked, checkers } = choosePlayers({ ...options, before: before !== null });
  const base = options.base === undefined ? null : (players.find((name) => name === options.base) ?? null);
  if (options.base !== undefined && base === null)
    throw new UsageError(`--base ${options.base} does not run`);
  const pace = options.quick ? quick : thorough;
  return {
    ...pace,
    ...(options.rounds !== undefined && { rounds: options.rounds }),
    players,
    asked,
    checkers,
    base,
    before,
  };
}

function otherCheckout(folder: string): string {
  const path = fromCaller(folder);
  if (existsSync(join(path, "tools/bench/src/player.ts"))) return path;
  throw new UsageError(
    `--before ${folder} is not a checkout of the project: it has no tools/bench/src/player.ts`,
  );
}

/** The value of an option that is given at most once. @throws UsageError */
function single(name: string, [value, ...more]: readonly string[] = []): string | undefined {
  if (value !== "" && more.length === 0) return value;
  throw new UsageError(`--${name} takes one value, not ${JSON.stringify([value, ...more])}`);
}

function roundsOf(given: readonly string[] | undefined): number | undefined {
  if (given === undefined) return undefined;
  const rounds = Number(given[0]);
  if (given.length === 1 && Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000) return rounds;
  const text = given.map((value) => JSON.stringify(value)).join(", ");
  throw new UsageError(`--rounds takes a whole number from 1 to 1000, once, not ${text}`);
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
type Options = ReturnType<typeof optionsOf>;

/** The values that may be given once, read. @throws UsageError */
function optionsOf({ out, base, before, python, rounds, ...rest }: Values) {
  return {
    ...rest,
    out: single("out", out),
    base: single("base", base),
    before: single("before", before),
    python: single("python", python),
    rounds: roundsOf(rounds),
  };
}

async function run(names: readonly string[], options: Options): Promise<void> {
  const choices = choose(names);
  const settings = settingsOf(options);
  if (options.list) {
    for (const { workload, cases } of choices)
      console.log(`${workload}: ${cases.map((test) => test.name).join("; ")}`);
    return;
  }
  const json = options.json ?? false;
  const print = (text: string): void => (json ? undefined : console.log(text));
  const interpreters = options.python === undefined ? ["python3", "/usr/bin/python3"] : [options.python];
  const results = await runBench(choices, settings, interpreters, {
    ceiling: (result) => print(ceilingLine(result)),
    workload: (title) => print(`\n${title}`),
    case: (result) => print(caseTable(result)),
    status: (text) => {
      if (json || process.stderr.isTTY) process.stderr.write(json ? `${text}\n` : `${text}\r`);
    },
  });
  const text = JSON.stringify(results, null, 1);
  if (options.out !== undefined) writeFileSync(fromCaller(options.out), `${text}\n`);
  if (json) console.log(text);
  else if (options.before !== undefined)
    print(`\n${comparisonTable(results.cases)}\n\n${machineLines(results)}`);
  else print(`\n${goalTable(results.goals)}\n\n${machineLines(results)}`);
}

// pnpm runs scripts in the workspace's folder; a path means the folder where the command was given.
function fromCaller(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", path);
}

process.once("SIGINT", () => process.exit(130)); // temporary files are removed at exit

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(help);
  else await run(positionals, optionsOf(values));
} catch (error) {
  const isArgument =
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  const usage = error instanceof UsageError || isArgument;
  console.error(usage ? `bench: ${error.message}` : error);
  process.exitCode = usage ? 2 : 1;
}
