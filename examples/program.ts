import { mkdir } from "node:fs/promises";
import { manualSeed } from "@saccade/tensor";
import { backendOption, useBackend } from "./backend.ts";
import { camel, type OptionLine, readArguments, wholeNumber } from "./command-line.ts";
import { mean } from "./numbers.ts";
import { seededRandom } from "./random.ts";
import { runMain, UsageError } from "./usage.ts";

export { seededRandom };

/** A number that a program measured on data it was not trained on, with the goal it is held to, if there is one. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The result of a run. */
export interface Outcome {
  readonly figures: readonly Figure[];
  /** Training losses in order, of one model or of each in turn. A quick run must bring each of them down. */
  readonly losses: Readonly<Record<string, readonly number[]>>;
  /** Why there was nothing to run, where something is missing on this machine; the run then counts as skipped. */
  readonly skipped?: string;
}

/** An option that a program has beside the common ones. */
export interface OwnOption {
  /** Such as "--python <command>"; one without <…> takes no value. */
  readonly flag: string;
  readonly about: string;
}

/** How to run. */
export interface RunOptions {
  readonly seed: number;
  /** A few steps only: enough to check shapes and to see every loss fall. Figures then have no goals. */
  readonly quick: boolean;
  /** A folder for pictures, or null for none. */
  readonly out: string | null;
  /** Uniform numbers in [0, 1) that depend on the seed alone; for data. Tensors use the library's generator. */
  readonly random: () => number;
  /** The values of the program's own options that were given, by name; "" for one that takes no value. */
  readonly own: Readonly<Record<string, string>>;
  /** Prints a line for people. */
  readonly print: (line: string) => void;
}

/** One program of `pnpm examples`. */
export interface Program {
  readonly name: string;
  /** One sentence for --help. */
  readonly about: string;
  readonly options?: readonly OwnOption[];
  run(options: RunOptions): Promise<Outcome> | Outcome;
}

/** The output of `--json` at the end, on one line. */
export interface ProgramResult {
  readonly program: string;
  readonly seed: number;
  readonly quick: boolean;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  /** The problems in words; empty if the run is good. */
  readonly faults: readonly string[];
  /** Why it did not run; null if it did. */
  readonly skipped: string | null;
}

/** Runs a program from the command line. It ends with status 1 if a figure misses its goal. */
export function runProgram(program: Program): Promise<void> {
  return runMain(program.name, async () => {
    const line = parse(program);
    if (line === null) return 0;
    const { seed, quick, json, out, own } = line;
    const print = (text: string): void => {
      (json ? process.stderr : process.stdout).write(`${text}\n`);
    };
    print(`backend ${await useBackend(line.backend)}, seed ${seed}`);
    manualSeed(seed);
    if (out !== null) await mkdir(out, { recursive: true });
    const start = performance.now();
    const outcome = await program.run({ seed, quick, out, random: seededRandom(seed), own, print });
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    const wrong = outcome.figures.find(({ value }) => !Number.isFinite(value));
    if (wrong !== undefined) throw new Error(`the figure "${wrong.name}" is ${wrong.value}.`);
    const faults = quick ? lossFaults(outcome) : goalFaults(outcome);
    const { figures, skipped = null } = outcome;
    const result: ProgramResult = { program: program.name, seed, quick, seconds, figures, faults, skipped };
    if (skipped !== null) print(`skipped: ${skipped}`);
    if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
    else for (const figure of figures) print(describe(figure, quick));
    for (const fault of faults) process.stderr.write(`${program.name}: ${fault}\n`);
    return faults.length === 0 ? 0 : 1;
  });
}

/** Whether a figure reaches its goal; one without a goal does. NaN reaches none. */
export function reached({ value, atLeast, atMost }: Figure): boolean {
  return (
    !Number.isNaN(value) &&
    (atLeast === undefined || value >= atLeast) &&
    (atMost === undefined || value <= atMost)
  );
}

/** A figure's goal in words, such as "≥ 0.95"; empty if it has none. */
export function goalOf({ atLeast, atMost }: Figure): string {
  return [atLeast === undefined ? "" : `≥ ${atLeast}`, atMost === undefined ? "" : `≤ ${atMost}`]
    .filter((part) => part !== "")
    .join(", ");
}

function describe(figure: Figure, quick: boolean): string {
  const goal = quick ? "" : goalOf(figure);
  const value = Number(figure.value.toPrecision(4));
  return `${figure.name}: ${value}${goal === "" ? "" : ` (goal ${goal}: ${reached(figure) ? "reached" : "missed"})`}`;
}

function goalFaults({ figures }: Outcome): string[] {
  return figures
    .filter((figure) => !reached(figure))
    .map((figure) => `${figure.name} is ${figure.value}, goal ${goalOf(figure)}`);
}

function lossFaults({ losses }: Outcome): string[] {
  return Object.entries(losses).flatMap(([name, values]) => {
    if (values.length < 2)
      return [`the loss of ${name} has ${values.length} values, at least 2 show that it falls`];
    if (!values.every(Number.isFinite)) return [`the loss of ${name} is not finite: ${values.join(", ")}`];
    const quarter = Math.max(1, Math.floor(values.length / 4));
    const [first, last] = [mean(values.slice(0, quarter)), mean(values.slice(-quarter))];
    return last < first ? [] : [`the loss of ${name} does not fall: ${first} at first, ${last} at last`];
  });
}

function parse({ name, about, options: ownOptions = [] }: Program) {
  const lines: OptionLine[] = [
    ["--seed <n>", "Seed of the data, the weights and the order", 0],
    ["--quick", "A few steps only; checks that the losses fall"],
    ["--out <folder>", "Save pictures of the attention in this folder"],
    ["--backend <name>", "reference, wasm or auto (the fastest available)", "auto"],
    ["--json", "Print one JSON line with the figures; the rest goes to standard error"],
    ...ownOptions.map(({ flag, about }): OptionLine => [flag, about]),
  ];
  const line = readArguments(name, `[options]\n\n  ${about}`, lines, process.argv.slice(2));
  if (line === null) return null;
  const { options, args } = line;
  if (args.length > 0) throw new UsageError(`unexpected argument "${args[0]}".`);
  const { out } = options;
  const seed = wholeNumber("seed", options["seed"], 0, ", once");
  if (out !== undefined && (typeof out !== "string" || out === ""))
    throw new UsageError("--out takes one folder.");
  const own: Record<string, string> = {};
  for (const { flag } of ownOptions) {
    const key = flag.slice(2).split(" ")[0]!;
    const value: unknown = options[camel(key)];
    if (value === undefined) continue;
    if (value === true && !flag.includes("<")) {
      own[key] = "";
      continue;
    }
    if ((typeof value !== "string" && typeof value !== "number") || value === "")
      throw new UsageError(`--${key} takes one value.`);
    own[key] = String(value);
  }
  return {
    own,
    seed,
    quick: options["quick"] === true,
    json: options["json"] === true,
    out: out ?? null,
    backend: backendOption(String(options["backend"])),
  };
}
