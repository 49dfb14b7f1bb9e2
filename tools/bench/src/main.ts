import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cac } from "cac";
import { comparisonTable } from "./comparison.ts";
import { beforePlayers, counterpart, ourPlayers, type PlayerName, peerPlayers } from "./players.ts";
import { caseTable, ceilingLine, goalTable, machineLines } from "./print.ts";
import { type Choice, runBench } from "./run.ts";
import { quick, type Settings, thorough } from "./settings.ts";
import { workloads } from "./workloads/index.ts";

interface Options {
  readonly json?: boolean;
  readonly out?: string;
  readonly quick?: boolean;
  readonly list?: boolean;
  readonly backend?: readonly string[];
  readonly peer?: readonly string[];
  readonly base?: string;
  readonly before?: string;
  readonly rounds?: number;
  readonly python?: string;
  readonly "--"?: readonly string[];
}

/** What was asked for cannot be done: nothing was run. */
class UsageError extends Error {}

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
  const ours = pick("backend", options.backend, ourPlayers);
  const peers = options.peer?.includes("none") ? [] : pick("peer", options.peer, peerPlayers);
  const asked = [...(options.backend ?? []), ...(options.peer ?? [])];
  const before = options.before === undefined ? null : otherCheckout(options.before);
  const others =
    before === null ? [] : beforePlayers.filter((name) => ours.some((our) => our === counterpart(name)));
  const players: PlayerName[] = [...ours, ...others, ...peers];
  const base = options.base === undefined ? null : (players.find((name) => name === options.base) ?? null);
  if (options.base !== undefined && base === null)
    throw new UsageError(`--base ${options.base} does not run`);
  const pace = options.quick ? quick : thorough;
  return {
    ...pace,
    ...(options.rounds !== undefined && { rounds: options.rounds }),
    players,
    asked: players.filter((name) => asked.includes(name)),
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

function pick<N extends PlayerName>(
  what: string,
  asked: readonly string[] | undefined,
  all: readonly N[],
): readonly N[] {
  if (asked === undefined) return all;
  const odd = asked.find((name) => !all.some((player) => player === name));
  if (odd !== undefined) throw new UsageError(`no ${what} ${odd}; choose from ${all.join(", ")}`);
  return all.filter((name) => asked.includes(name));
}

/** @throws UsageError for a value that cannot be, before anything is run. */
function checkValues({ rounds, ...options }: Options): void {
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000))
    throw new UsageError(`--rounds takes a whole number from 1 to 1000, once, not ${JSON.stringify(rounds)}`);
  for (const name of ["out", "base", "before", "python"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && (typeof value !== "string" || value === ""))
      throw new UsageError(`--${name} takes one value, not ${JSON.stringify(value)}`);
  }
  const rest = options["--"]?.[0];
  if (rest !== undefined) throw new UsageError(`unexpected argument ${rest} after --`);
}

async function run(names: readonly (string | number)[], options: Options): Promise<void> {
  checkValues(options);
  // cac makes numbers of what looks like one.
  const choices = choose(names.map(String));
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

const several: { type: [StringConstructor] } = { type: [String] };
const cli = cac("bench");
cli
  .command("[...names]", "Benchmark Saccade and other libraries; runs all workloads unless some are named")
  .option("--json", "Print all results as JSON instead of tables")
  .option("--out <file>", "Also write the results to a file as JSON")
  .option("--quick", "Few, short samples, to check that everything runs")
  .option("--list", "List the workloads and their cases without running them")
  .option("--backend <name>", `Run only this backend; may be repeated (${ourPlayers.join(", ")})`, several)
  .option(
    "--peer <name>",
    `Run only this library; may be repeated (${peerPlayers.join(", ")}, none)`,
    several,
  )
  .option("--base <name>", "The player to compare the others with (default: wasm)")
  .option("--before <folder>", "Compare with another installed checkout of the project, round by round")
  .option("--rounds <n>", "Samples per player")
  .option("--python <command>", "A Python interpreter with torch (default: python3)")
  .example("bench matmul/64 attention --peer torch")
  .action(run);
cli.help();
process.once("SIGINT", () => process.exit(130)); // what was made on the way is removed at exit

try {
  cli.parse(process.argv, { run: false });
  await cli.runMatchedCommand();
} catch (error) {
  const usage = error instanceof UsageError || (error instanceof Error && error.name === "CACError");
  console.error(usage ? `bench: ${error.message}` : error);
  process.exitCode = usage ? 2 : 1;
}
