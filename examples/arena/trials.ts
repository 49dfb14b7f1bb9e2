// A mechanism at a task, and what came of it.
import { memory, resetPeakMemory } from "@saccade/tensor";
import { keptNumbers, type MixerName } from "./model.ts";
import { Run } from "./run.ts";
import { type SinkWeights, sinkWeights } from "./sinks.ts";
import { arena, sequencesOf, type TaskName, taskNames } from "./tasks.ts";

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

export const trials: readonly Trial[] = taskNames.flatMap((task) =>
  arena[task].mixers.flatMap((mixer) => arena[task].heads.map((heads) => ({ task, mixer, heads }))),
);

export const nameOf = ({ task, mixer, heads }: Trial): string => `${task}, ${mixer}, ${heads} heads`;

/** Trains a model for each seed and tests it: for as many steps and sequences as the task says, or a few. The losses are those of the first. */
export function runTrial(
  trial: Trial,
  seeds: readonly number[],
  few?: { readonly steps: number; readonly tested: number },
): { readonly result: TrialResult; readonly losses: readonly number[] } {
  const { tests } = arena[trial.task];
  const runs = seeds.map((seed) => {
    const before = memory().bytes;
    resetPeakMemory();
    const run = new Run({ ...trial, seed, steps: few?.steps });
    const start = process.cpuUsage();
    const losses = Array.from({ length: run.steps }, () => run.next());
    const { user, system } = process.cpuUsage(start);
    const bytes = memory().peak - before;
    const scores = tests.map((test) => run.test(test, few?.tested));
    const sinks = trial.task === "backcopy" ? sinkWeights(run) : null;
    const parameters = run.net.numParameters();
    run.free();
    return { losses, scores, sinks, bytes, parameters, ms: (user + system) / 1000 / losses.length };
  });
  const { losses, parameters, scores } = runs[0]!;
  const sinks = runs.flatMap(({ sinks }) => sinks ?? []);
  const result = {
    ...trial,
    steps: losses.length,
    parameters,
    kept: keptNumbers(
      trial.mixer,
      trial.heads,
      sequencesOf(arena[trial.task], tests[0]!, 0, 1)[0]!.tokens.length,
    ),
    tests: Object.fromEntries(
      tests.map(({ name }, i) => [
        name,
        { asked: scores[i]!.asked, wrong: runs.map(({ scores }) => scores[i]!.wrong) },
      ]),
    ),
    ms: Math.min(...runs.map(({ ms }) => ms)),
    bytes: Math.max(...runs.map(({ bytes }) => bytes)),
    ...(sinks.length > 0 && { sinks }),
  };
  return { result, losses };
}
