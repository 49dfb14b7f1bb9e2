// The arena: small tasks, and how far each mechanism learns them with the same data, steps and nearly the same parameters.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hopfieldSizes, recallPatterns } from "./arena/hopfield.ts";
import { setNames, trainSets } from "./arena/sets.ts";
import { printResults, printTrials, type Results } from "./arena/table.ts";
import { taskNames } from "./arena/tasks.ts";
import { nameOf, runTrial, trials } from "./arena/trials.ts";
import { useBackend } from "./backend.ts";
import { mean } from "./numbers.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { UsageError } from "./usage.ts";

const file = join(import.meta.dirname, "arena", "results.gen.json");

/** The trials of a run without options, and what their means are held to. */
const goals: Readonly<Record<string, Partial<Figure>>> = {
  "recall, softmax, 2 heads": { atLeast: 0.95 },
  "recall, linear, 2 heads": {},
  "recall, deltaNet, 2 heads": { atLeast: 0.95 },
  "recall, bareSoftmax, 2 heads": { atMost: 0.5 },
};

const program: Program = {
  name: "arena",
  about: "Small tasks that tell mechanisms apart: which learn them, at which length, with which state.",
  options: [
    {
      flag: "--only <text>",
      about: `Trials with this in their names, such as "${nameOf(trials[0]!)}", with three seeds`,
    },
    { flag: "--table", about: "Only print what --all has written" },
    { flag: "--all", about: "Every task and mechanism with three seeds: examples/arena/results.gen.json" },
  ],
  async run(options: RunOptions): Promise<Outcome> {
    await useBackend("auto", { threads: 1 }); // a step's processor time is then its time
    const { own, quick, print } = options;
    if (quick) return fewSteps(options);
    if (own["all"] === undefined && own["table"] === undefined) return chosen(options);
    if (own["all"] !== undefined) everything(options);
    const results: Results = JSON.parse(readFileSync(file, "utf8"));
    printResults(print, results);
    return { figures: [{ name: "trials", value: results.trials.length }], losses: {} };
  },
};

/** The trials that --only names with three seeds, or a few with one. */
function chosen({ own: { only }, seed, print }: RunOptions): Outcome {
  const wanted = trials.filter((trial) =>
    only === undefined ? nameOf(trial) in goals : nameOf(trial).includes(only),
  );
  if (wanted.length === 0)
    throw new UsageError(`--only ${only}: no trial has this in its name, such as "${nameOf(trials[0]!)}".`);
  const losses: Record<string, readonly number[]> = {};
  const figures = wanted.map((trial) => {
    const run = runTrial(trial, only === undefined ? [seed] : threeFrom(seed));
    printTrials(print, [run.result]);
    const name = nameOf(trial);
    losses[name] = run.losses;
    const { asked, wrong } = Object.values(run.result.tests)[0]!;
    return { name, value: 1 - mean(wrong) / asked, ...goals[name] };
  });
  return { figures, losses };
}

const threeFrom = (seed: number): number[] => [seed, seed + 1, seed + 2];

/** A few steps of each task, and of the networks of sets. */
function fewSteps({ seed }: RunOptions): Outcome {
  const losses: Record<string, readonly number[]> = {};
  for (const [i, task] of taskNames.entries()) {
    const ofTask = trials.filter((trial) => trial.task === task);
    const run = runTrial(ofTask[i % ofTask.length]!, [seed], { steps: 20, tested: 32 });
    // Random tokens that are not copied yet cannot be known: that loss falls after hundreds of steps.
    if (task !== "repeat") losses[task] = run.losses;
  }
  for (const kind of setNames) losses[kind] = trainSets(kind, seed, 60).losses;
  const { modern } = recallPatterns(seed, 9);
  return { figures: [{ name: "patterns of signs recalled", value: modern[1]![0]! }], losses };
}

/** The whole table. It is written after every trial, and a run that was stopped goes on from there. */
function everything({ seed }: RunOptions): void {
  const seeds = threeFrom(seed);
  let results: Results = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {
        trials: [],
        sets: setNames.map((kind) => {
          const runs = seeds.map((seed) => trainSets(kind, seed, 1500));
          const { parameters, steps } = runs[0]!;
          return { kind, parameters, steps, errors: runs.map(({ error }) => error) };
        }),
        hopfield: { rows: hopfieldSizes.map((size) => recallPatterns(seed, size)) },
      };
  const done = new Set(results.trials.map(nameOf));
  for (const trial of trials.filter((one) => !done.has(nameOf(one)))) {
    results = { ...results, trials: [...results.trials, runTrial(trial, seeds).result] };
    writeFileSync(file, `${JSON.stringify(results)}\n`);
  }
}

await runProgram(program);
