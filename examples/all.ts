// `pnpm examples`: runs the programs one after the other, each in a process of its own, and prints one table.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { readArguments, wholeNumber } from "./command-line.ts";
import { goalOf, type ProgramResult, reached } from "./program.ts";
import { programs } from "./programs.ts";
import { leftLines } from "./table.ts";
import { runMain, UsageError } from "./usage.ts";

/** The programs to run, and how; null when the command line only asked for help. */
function parse(argv: readonly string[]) {
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
  const seeds = [options["seed"]].flat().map((seed) => wholeNumber("seed", seed));
  return { quick: options["quick"] === true, seeds, names: args.length > 0 ? args : programs };
}

/** Runs one program. Returns its result, or null if it ended without one; its error is then on standard error. */
function runOne(name: string, seed: number, quick: boolean): Promise<ProgramResult | null> {
  const file = join(import.meta.dirname, `${name}.ts`);
  const args = ["--import", "tsx", "--conditions=@saccade/source", file, "--json", "--seed", String(seed)];
  return new Promise((done) => {
    execFile(
      process.execPath,
      quick ? [...args, "--quick"] : args,
      { maxBuffer: 2 ** 30 },
      (_, stdout, stderr) => {
        const line = stdout.trim().split("\n").at(-1) ?? "";
        if (line.startsWith("{")) return done(JSON.parse(line));
        process.stderr.write(stderr);
        return done(null);
      },
    );
  });
}

const head = ["program", "seed", "figure", "value", "goal", "", "time"];

function rowsOf(name: string, seed: number, result: ProgramResult | null): string[][] {
  const run = [name, String(seed)];
  if (result === null) return [[...run, "", "", "", "FAILED", ""]];
  const { figures, faults, quick, seconds, skipped } = result;
  if (skipped !== null) return [[...run, `skipped: ${skipped}`, "", "", "", ""]];
  const time = `${seconds} s`;
  const rows = figures.map((figure, i) => {
    const goal = quick ? "" : goalOf(figure);
    const verdict = goal === "" ? "" : reached(figure) ? "ok" : "MISSED";
    const value = String(Number(figure.value.toPrecision(4)));
    return [...(i === 0 ? run : ["", ""]), figure.name, value, goal, verdict, i === 0 ? time : ""];
  });
  if (!quick) return rows;
  const losses = [...run, "losses fall", "", "", faults.length === 0 ? "ok" : "FAILED", time];
  return [losses, ...faults.map((fault) => ["", "", fault, "", "", "", ""])];
}

await runMain("examples", async () => {
  const line = parse(process.argv.slice(2));
  if (line === null) return 0;
  const rows: string[][] = [];
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
  console.log(leftLines(head, rows).join("\n"));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
