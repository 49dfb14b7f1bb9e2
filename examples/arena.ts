// The arena: small tasks, and how far each mechanism learns them with the same data, steps and nearly the same parameters.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HopfieldResult, hopfieldBetas, hopfieldSizes, recallPatterns } from "./arena/hopfield.ts";
import { type MixerName, mixerNames } from "./arena/model.ts";
import { type SetResult, setNames, trainSets } from "./arena/sets.ts";
import { taskNames } from "./arena/sizes.ts";
import { runTrial, type Trial, type TrialResult, trialsOf } from "./arena/trials.ts";
import { useBackend } from "./backend.ts";
import { mean } from "./numbers.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { printTable } from "./table.ts";
import { UsageError } from "./usage.ts";

const file = join(import.meta.dirname, "arena", "results.gen.json");

/** The file of `--all`. */
interface Results {
  readonly seeds: readonly number[];
  readonly trials: readonly TrialResult[];
  readonly sets: readonly (Omit<SetResult, "losses" | "error"> & { readonly errors: readonly number[] })[];
  readonly hopfield: { readonly betas: readonly number[]; readonly rows: readonly HopfieldResult[] };
}

/** The mechanisms of a run without options. */
const short: readonly MixerName[] = ["softmax", "linear", "deltaNet", "bareSoftmax"];

const program: Program = {
  name: "arena",
  about: "Small tasks that tell mechanisms apart: which learn them, at which length, with which state.",
  options: [
    { flag: "--task <name>", about: `One of ${taskNames.join(", ")} (default: recall)` },
    { flag: "--mixer <name>", about: `One of ${mixerNames.join(", ")} (default: a few)` },
    { flag: "--seeds <n>", about: "How many seeds, from --seed on (default: 1)" },
    { flag: "--steps <n>", about: "Steps of each run (default: the task's)" },
    {
      flag: "--all",
      about: "Every task and mechanism with three seeds, written to examples/arena/results.gen.json",
    },
  ],
  async run(options: RunOptions): Promise<Outcome> {
    await useBackend("auto", { threads: 1 }); // a step's processor time is then its time
    if (options.own["all"] !== undefined) return everything(options);
    return options.quick ? fewSteps(options) : chosen(options);
  },
};

/** The trials that the options name, and the default. */
function chosen({ own, seed, print }: RunOptions): Outcome {
  const task = nameOf(own, "task", taskNames) ?? "recall";
  const mixer = nameOf(own, "mixer", mixerNames);
  const isPlain = Object.keys(own).length === 0;
  const seeds = Array.from({ length: countOf(own, "seeds") ?? 1 }, (_, i) => seed + i);
  const losses: Record<string, number[]> = {};
  const results = trialsOf(task, mixer)
    .filter(({ mixer }) => !isPlain || short.includes(mixer))
    .map((trial) =>
      runTrial(trial, {
        seeds,
        steps: countOf(own, "steps"),
        onLosses: (curve) => (losses[`${trial.mixer} of ${trial.heads} heads`] = [...curve]),
      }),
    );
  printTrials(print, results);
  const goals: Partial<Record<MixerName, object>> = {
    softmax: { atLeast: 0.95 },
    deltaNet: { atLeast: 0.95 },
    bareSoftmax: { atMost: 0.5 },
  };
  const figures = results.map((result) => ({
    name: `${task}, ${result.mixer}, ${result.heads} heads`,
    value: mean(sharesOf(result)),
    ...(isPlain && goals[result.mixer]),
  }));
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
function everything({ seed, print }: RunOptions): Outcome {
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
  for (const trial of trialsOf()) {
    const isSame = ({ task, mixer, heads }: Trial): boolean =>
      task === trial.task && mixer === trial.mixer && heads === trial.heads;
    if (trials.some(isSame)) continue;
    const result = runTrial(trial, { seeds });
    trials.push(result);
    printTrials(print, [result]);
    writeFileSync(file, `${JSON.stringify({ ...found, trials })}\n`);
  }
  return { figures: [{ name: "trials", value: trials.length }], losses: {} };
}

function printTrials(print: RunOptions["print"], results: readonly TrialResult[]): void {
  const rows = results.flatMap((result) =>
    Object.entries(result.tests).map(([test, { asked, wrong }], i) => {
      const shares = wrong.map((one) => 1 - one / asked);
      return [
        i === 0 ? `${result.task}, ${result.mixer}` : "",
        test,
        mean(shares).toFixed(4),
        `${Math.min(...shares).toFixed(4)} … ${Math.max(...shares).toFixed(4)}`,
        String(Math.max(...wrong)),
        ...(i === 0
          ? [
              result.heads,
              result.parameters,
              result.kept,
              result.steps,
              result.ms.toFixed(1),
              (result.bytes / 1e6).toFixed(1),
            ]
          : Array(6).fill("")
        ).map(String),
      ];
    }),
  );
  printTable(
    print,
    ["", "test", "right", "least … most", "wrong", "heads", "parameters", "kept", "steps", "ms", "MB"],
    rows,
  );
}

/** The share of right answers at the sizes that were trained, one a seed. */
function sharesOf({ tests }: TrialResult): number[] {
  const { asked, wrong } = Object.values(tests)[0]!;
  return wrong.map((one) => 1 - one / asked);
}

function nameOf<Name extends string>(
  own: RunOptions["own"],
  option: string,
  names: readonly Name[],
): Name | undefined {
  const given = own[option];
  const name = names.find((name) => name === given);
  if (given !== undefined && name === undefined)
    throw new UsageError(`--${option} ${given}: choose one of ${names.join(", ")}.`);
  return name;
}

function countOf(own: RunOptions["own"], option: string): number | undefined {
  const given = own[option];
  if (given === undefined) return undefined;
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1)
    throw new UsageError(`--${option} takes a whole number from 1 up, not ${given}.`);
  return count;
}

await runProgram(program);
