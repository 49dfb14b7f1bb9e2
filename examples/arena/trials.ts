// What the arena runs, and the table that comes of it.
import { memory, resetPeakMemory } from "@saccade/tensor";
import { keptNumbers, type MixerName } from "./model.ts";
import { Run, testSeed } from "./run.ts";
import { type SinkWeights, sinkWeights } from "./sinks.ts";
import { arena, sequencesOf, type TaskName, taskNames } from "./sizes.ts";

/** A mechanism at a task. */
export interface Trial {
  readonly task: TaskName;
  readonly mixer: MixerName;
  /** Of a layer: more heads of the same width together keep a smaller state. */
  readonly heads: number;
}

/** What came out of a trial. Lists have one number a seed. */
export interface TrialResult extends Trial {
  readonly steps: number;
  readonly parameters: number;
  /** Numbers that a layer keeps of a sequence as long as those trained on. */
  readonly kept: number;
  /** Of each test: how many answers were asked for, and how many of them were wrong. */
  readonly tests: Readonly<Record<string, { readonly asked: number; readonly wrong: readonly number[] }>>;
  /** Milliseconds of processor time of a step, the least of the seeds' means. */
  readonly ms: number;
  /** The most bytes that tensors took at once. */
  readonly bytes: number;
  /** Of Bigram-Backcopy. */
  readonly sinks?: readonly SinkWeights[];
}

/** All trials, those of a task, or those of a mechanism. */
export function trialsOf(task?: TaskName, mixer?: MixerName): Trial[] {
  return taskNames
    .filter((name) => task === undefined || name === task)
    .flatMap((task) =>
      arena[task].mixers
        .filter((name) => mixer === undefined || name === mixer)
        .flatMap((mixer) =>
          (task === "fullState" ? [2, 4, 8] : [arena[task].model.heads ?? 2]).map((heads) => ({
            task,
            mixer,
            heads,
          })),
        ),
    );
}

export function sameTrial(one: Trial, other: Trial): boolean {
  return one.task === other.task && one.mixer === other.mixer && one.heads === other.heads;
}

/** The share of right answers to a test, one a seed. */
export function sharesOf({ tests }: TrialResult, test: string): number[] {
  const { asked, wrong } = tests[test]!;
  return wrong.map((one) => 1 - one / asked);
}

/** How a trial is run. */
export interface TrialSettings {
  readonly seeds: readonly number[];
  /** Default the task's. */
  readonly steps?: number | undefined;
  /** The most sequences of a test. */
  readonly tested?: number | undefined;
  readonly onLosses?: (losses: readonly number[]) => void;
}

/** Trains a model for each seed and tests it. */
export function runTrial(
  trial: Trial,
  { seeds, steps, tested = Number.POSITIVE_INFINITY, onLosses }: TrialSettings,
): TrialResult {
  const runs = seeds.map((seed) => {
    const before = memory().bytes;
    resetPeakMemory();
    const run = new Run({ ...trial, seed, steps });
    const start = process.cpuUsage();
    const losses = Array.from({ length: run.steps }, () => run.next());
    const { user, system } = process.cpuUsage(start);
    onLosses?.(losses);
    const bytes = memory().peak - before;
    const scores = run.task.tests.map((test) => run.test(test, Math.min(test.count, tested)));
    const sinks = trial.task === "backcopy" ? sinkWeights(run, testSeed) : undefined;
    const parameters = run.net.numParameters();
    run.free();
    return { scores, sinks, bytes, parameters, steps: run.steps, ms: (user + system) / 1000 / run.steps };
  });
  const [first] = runs;
  const { length } = sequencesOf(arena[trial.task], arena[trial.task].tests[0]!, 0, 1);
  const sinks = runs.flatMap(({ sinks }) => sinks ?? []);
  return {
    ...trial,
    steps: first!.steps,
    parameters: first!.parameters,
    kept: keptNumbers(trial.mixer, trial.heads, length),
    tests: Object.fromEntries(
      first!.scores.map(({ asked }, i) => {
        const wrong = runs.map(({ scores }) => asked - scores[i]!.right);
        return [arena[trial.task].tests[i]!.name, { asked, wrong }];
      }),
    ),
    ms: Math.min(...runs.map(({ ms }) => ms)),
    bytes: Math.max(...runs.map(({ bytes }) => bytes)),
    ...(sinks.length > 0 && { sinks }),
  };
}
