// The arena: small tasks, and how far each mechanism learns them with the same data, steps and nearly the same parameters.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HopfieldResult, hopfieldBetas, hopfieldSizes, recallPatterns } from "./arena/hopfield.ts";
import { type MixerName, mixerNames } from "./arena/model.ts";
import { type SetResult, setNames, trainSets } from "./arena/sets.ts";
import { taskNames } from "./arena/sizes.ts";
import { runTrial, sameTrial, sharesOf, type TrialResult, trialsOf } from "./arena/trials.ts";
import { useBackend } from "./backend.ts";
import { mean } from "./numbers.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { leftLines } from "./table.ts";
import { UsageError } from "./usage.ts";

const file = join(import.meta.dirname, "arena", "results.gen.json");

/** The file of `--all`. */
interface Results {
  readonly seeds: readonly number[];
  readonly trials: readonly TrialResult[];
  readonly sets: readonly (Omit<SetResult, "losses" | "error"> & { readonly errors: readonly number[] })[];
  readonly hopfield: { readonly betas: readonly number[]; readonly rows: readonly HopfieldResult[] };
}

/** The mechanisms of a run without options, and what they are held to. */
const goals: Readonly<Partial<Record<MixerName, object>>> = {
  softmax: { atLeast: 0.95 },
  linear: {},
  deltaNet: { atLeast: 0.95 },
  bareSoftmax: { atMost: 0.5 },
};

const program: Program = {
  name: "arena",
  about: "Small tasks that tell mechanisms apart: which learn them, at which length, with which state.",
  options: [
    { flag: "--task <name>", about: `One of ${taskNames.join(", ")} (default: recall)` },
    { flag: "--mixer <name>", about: `One of ${mixerNames.join(", ")} (default: a few)` },
    { flag: "--seeds <n>", about: "How many seeds, from --seed on (default: 1)" },
    { flag: "--steps <n>", about: "Steps of each run (default: the task's)" },
    { flag: "--table", about: "Only print what --all has written" },
    { flag: "--all", about: "Every task and mechanism with three seeds: examples/arena/results.gen.json" },
  ],
  async run(options: RunOptions): Promise<Outcome> {
    await useBackend("auto", { threads: 1 }); // a step's processor time is then its time
    if (options.own["table"] !== undefined) return table(JSON.parse(readFileSync(file, "utf8")), options);
    if (options.own["all"] !== undefined) return everything(options);
    return options.quick ? fewSteps(options) : chosen(options);
  },
};

/** The trials that the options name, and the default. */
function chosen({ own, seed, print }: RunOptions): Outcome {
  const isPlain = Object.keys(own).length === 0;
  const task = nameOf(own, "task", taskNames) ?? "recall";
  const trials = trialsOf(task, nameOf(own, "mixer", mixerNames));
  const [steps, count = 1] = [countOf(own, "steps"), countOf(own, "seeds")];
  const seeds = Array.from({ length: count }, (_, i) => seed + i);
  const losses: Record<string, readonly number[]> = {};
  const figures = trials
    .filter(({ mixer }) => !isPlain || mixer in goals)
    .map((trial) => {
      const name = `${task}, ${trial.mixer}, ${trial.heads} heads`;
      const onLosses = (curve: readonly number[]): void => {
        losses[name] = curve;
      };
      const result = runTrial(trial, { seeds, steps, onLosses });
      printTrials(print, [result]);
      const [test] = Object.keys(result.tests);
      return { name, value: mean(sharesOf(result, test!)), ...(isPlain && goals[trial.mixer]) };
    });
  return { figures, losses };
}

/** A few steps of each task, and of the networks of sets. */
function fewSteps({ seed }: RunOptions): Outcome {
  const losses: Record<string, readonly number[]> = {};
  taskNames.forEach((task, i) => {
    const ofTask = trialsOf(task);
    const trial = ofTask[i % ofTask.length]!;
    const onLosses = (curve: readonly number[]): void => {
      // Random tokens that are not copied yet cannot be known: that loss falls after hundreds of steps.
      if (task !== "repeat") losses[`${task}, ${trial.mixer}`] = curve;
    };
    runTrial(trial, { seeds: [seed], steps: 20, tested: 32, onLosses });
  });
  for (const kind of setNames) losses[`sets, ${kind}`] = trainSets(kind, seed, 60).losses;
  const { modern } = recallPatterns(seed, 9);
  return { figures: [{ name: "patterns of signs recalled", value: modern[1]![0] }], losses };
}

/** The whole table. It is written after every trial, and a run that was stopped goes on from there. */
function everything(options: RunOptions): Outcome {
  const { seed } = options;
  const seeds = [0, 1, 2].map((i) => seed + i);
  const found: Results = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {
        seeds,
        trials: [],
        sets: setNames.map((kind) => {
          const runs = seeds.map((seed) => trainSets(kind, seed, 1500));
          const { parameters, steps } = runs[0]!;
          return { kind, parameters, steps, errors: runs.map(({ error }) => error) };
        }),
        hopfield: { betas: hopfieldBetas, rows: hopfieldSizes.map((size) => recallPatterns(seed, size)) },
      };
  const trials = [...found.trials];
  for (const trial of trialsOf().filter((one) => !found.trials.some((old) => sameTrial(old, one)))) {
    trials.push(runTrial(trial, { seeds }));
    writeFileSync(file, `${JSON.stringify({ ...found, trials })}\n`);
  }
  return table({ ...found, trials }, options);
}

/** Prints the results of all trials. */
function table({ trials, sets, hopfield }: Results, { print }: RunOptions): Outcome {
  const order = trialsOf();
  const place = (one: TrialResult): number => order.findIndex((trial) => sameTrial(trial, one));
  printTrials(
    print,
    trials.toSorted((a, b) => place(a) - place(b)),
  );
  const sinks = trials.flatMap(({ mixer, sinks = [] }) =>
    sinks.map((one) =>
      [mixer, one.onBegin, one.onBefore, one.beginValue].map((x) =>
        typeof x === "string" ? x : x.toFixed(2),
      ),
    ),
  );
  for (const line of leftLines(
    ["backcopy", "on begin", "on the token before", "length of begin's value"],
    sinks,
  ))
    print(line);
  const ofSets = sets.map(({ kind, errors, parameters, steps }) =>
    [kind, ...errors.map((error) => error.toFixed(2)), parameters, steps].map(String),
  );
  for (const line of leftLines(["largest of a set", "error", "", "", "parameters", "steps"], ofSets))
    print(line);
  const patterns = hopfield.rows.map(({ patterns, classical, modern }) =>
    [
      patterns,
      classical.toFixed(3),
      ...modern.map((shares) => shares.map((one) => one.toFixed(3)).join(" / ")),
    ].map(String),
  );
  const betas = hopfield.betas.map((beta) => `β ${beta}: 1 / 5 updates`);
  for (const line of leftLines(["patterns", "classical", ...betas], patterns)) print(line);
  return { figures: [{ name: "trials", value: trials.length }], losses: {} };
}

function printTrials(print: RunOptions["print"], results: readonly TrialResult[]): void {
  const rows = results.flatMap((result) => {
    const { task, mixer, heads, parameters, kept, steps, ms, bytes } = result;
    return Object.entries(result.tests).map(([test, { wrong }], i) => {
      const shares = sharesOf(result, test);
      const range = `${Math.min(...shares).toFixed(4)} … ${Math.max(...shares).toFixed(4)}`;
      const facts = [heads, parameters, kept, steps, ms.toFixed(0), (bytes / 1e6).toFixed(0)];
      const start = [
        i === 0 ? `${task}, ${mixer}` : "",
        test,
        mean(shares).toFixed(4),
        range,
        Math.max(...wrong),
      ];
      return [...start, ...(i === 0 ? facts : facts.map(() => ""))].map(String);
    });
  });
  const head = [
    "",
    "test",
    "right",
    "least … most",
    "wrong",
    "heads",
    "weights",
    "kept",
    "steps",
    "ms",
    "MB",
  ];
  for (const line of leftLines(head, rows)) print(line);
}

function nameOf<Name extends string>(
  own: RunOptions["own"],
  option: string,
  names: readonly Name[],
): Name | undefined {
  const given = own[option];
  const name = names.find((name) => name === given);
  if (given === name) return name;
  throw new UsageError(`--${option} ${given}: choose one of ${names.join(", ")}.`);
}

function countOf(own: RunOptions["own"], option: string): number | undefined {
  const count = Number(own[option]);
  if (own[option] === undefined) return undefined;
  if (Number.isInteger(count) && count > 0) return count;
  throw new UsageError(`--${option} takes a whole number from 1 up, not ${own[option]}.`);
}

await runProgram(program);
