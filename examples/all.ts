// `pnpm examples`: runs the programs one after the other, each in a process of its own, and prints one table.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { readArguments } from "./command-line.ts";
import { goalOf, type ProgramResult, reached } from "./program.ts";
import { programs } from "./programs.ts";
import { runMain, UsageError } from "./usage.ts";

interface CommandLine {
  readonly quick: boolean;
  readonly seeds: readonly number[];
  readonly names: readonly string[];
}

function parse(argv: readonly string[]): CommandLine | null {
  const line = readArguments(
    "examples",
    "[names] [options]\n\n  Runs the example programs and prints what they reach, in one table.",
    [
      ["--quick", "A few steps of each; checks that the losses fall"],
      ["--seed <n>", "Seed; may be repeated to run each program with several", 0],
    ],
    argv,
  );
  if (line === null) return null;
  const { options, args } = line;
  const stranger = args.find((name) => !programs.includes(name));
  if (stranger !== undefined)
    throw new UsageError(`no example "${stranger}"; there are ${programs.join(", ")}.`);
  const seeds: unknown[] = [options["seed"]].flat();
  for (const seed of seeds) {
    if (!(typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0))
      throw new UsageError(`--seed takes a whole number from 0 up, not ${JSON.stringify(seed)}.`);
  }
  return {
    quick: options["quick"] === true,
    seeds: seeds.map(Number),
    names: args.length > 0 ? args : programs,
  };
}

/** Runs one program. Returns its result, or null if it ended without one; its error is then on standard error. */
function runOne(name: string, seed: number, quick: boolean): Promise<ProgramResult | null> {
  const file = join(import.meta.dirname, `${name}.ts`);
  const args = ["--import", "tsx", "--conditions=@saccade/source", file, "--json", "--seed", String(seed)];
  return new Promise((done, failed) => {
    let stdout = "";
    let stderr = "";
    const child = spawn(process.execPath, quick ? [...args, "--quick"] : args);
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.on("error", failed);
    child.on("close", () => {
      const line = stdout.trim().split("\n").at(-1) ?? "";
      if (line.startsWith("{")) return done(JSON.parse(line));
      process.stderr.write(stderr);
      return done(null);
    });
  });
}

type Row = readonly [
  program: string,
  seed: string,
  figure: string,
  value: string,
  goal: string,
  verdict: string,
  time: string,
];

function rowsOf(name: string, seed: number, result: ProgramResult | null): Row[] {
  if (result === null) return [[name, String(seed), "", "", "", "FAILED", ""]];
  const { figures, faults, quick, seconds, skipped } = result;
  if (skipped !== null) return [[name, String(seed), `skipped: ${skipped}`, "", "", "", ""]];
  const rows = figures.map((figure, i): Row => {
    const goal = quick ? "" : goalOf(figure);
    const verdict = goal === "" ? "" : reached(figure) ? "ok" : "MISSED";
    const first = i === 0;
    const value = String(Number(figure.value.toPrecision(4)));
    return [
      first ? name : "",
      first ? String(seed) : "",
      figure.name,
      value,
      goal,
      verdict,
      first ? `${seconds} s` : "",
    ];
  });
  if (!quick) return rows;
  const losses: Row = [
    name,
    String(seed),
    "losses fall",
    "",
    "",
    faults.length === 0 ? "ok" : "FAILED",
    `${seconds} s`,
  ];
  return [losses, ...faults.map((fault): Row => ["", "", fault, "", "", "", ""])];
}

function printTable(rows: readonly Row[]): void {
  const head: Row = ["program", "seed", "figure", "value", "goal", "", "time"];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  for (const row of all)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    );
}

await runMain("examples", async () => {
  const line = parse(process.argv.slice(2));
  if (line === null) return 0;
  const rows: Row[] = [];
  let [passed, failed] = [0, 0];
  for (const name of line.names) {
    for (const seed of line.seeds) {
      process.stderr.write(`${name}, seed ${seed} … `);
      const result = await runOne(name, seed, line.quick);
      const good = result !== null && result.faults.length === 0;
      const isSkipped = good && result.skipped !== null;
      process.stderr.write(`${isSkipped ? "skipped" : good ? "ok" : "FAILED"}\n`);
      if (!good) failed++;
      else if (!isSkipped) passed++;
      rows.push(...rowsOf(name, seed, result));
    }
  }
  printTable(rows);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
