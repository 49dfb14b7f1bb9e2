import { type CarriedData, CheckpointError, readCheckpoint } from "@saccade/nn";
import { describeValue } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import type { EarlyStoppingState } from "./early-stopping.ts";
import type { Numbers } from "./events.ts";
import { bytes as bytesRule } from "./rules.ts";

const isFinite = (value: unknown): value is number => Number.isFinite(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const count = c.whole(0, { min: 0 });
const numbers = c.rule(
  "numbers by name",
  (value): value is Numbers => isRecord(value) && Object.values(value).every(isFinite),
  {},
);

const stateRules = {
  /** Optimizer steps completed. */
  step: count,
  /** Batches completed in the current epoch. */
  batch: count,
  /** True if the data of the current epoch are exhausted, but the end of the epoch has not been processed. */
  epochEnded: c.flag(false),
  /** Sums over the current epoch. */
  sums: numbers,
  /** The duration of its steps. */
  seconds: { ...c.number(0, { min: 0 }), must: "a number ≥ 0" },
  /** The loss of each completed epoch. */
  losses: { ...c.listOf(c.number()), must: "a list of numbers", default: [] } as c.Rule<
    readonly number[],
    []
  >,
  /** The step after which validation was done last, 0 for never, and its metrics. */
  validatedAt: count,
  /** The results of the last validation, or null. */
  validation: c.nullable(numbers, null),
  /** The step after which `checkpointEvery` was served last. */
  checkpointedAt: count,
  /** The best value so far, and for how long there was no better one. */
  earlyStopping: c.rule<EarlyStoppingState>(
    "{ best, bad }, a number or null and a whole number ≥ 0",
    (value): value is EarlyStoppingState => {
      const { best, bad, ...rest }: Record<string, unknown> = isRecord(value) ? value : {};
      return (best === null || isFinite(best)) && count.holds(bad) && Object.keys(rest).length === 0;
    },
    { best: null, bad: 0 },
  ),
};

/** The progress of a run: JSON, saved in checkpoints. */
export interface TrainerState extends c.SettingsOf<c.Options<typeof stateRules>> {}

const defaults = Object.entries(stateRules).map(([field, { default: value }]) => [field, value]);

/** The state before the first step. */
export const firstState: TrainerState = Object.fromEntries(defaults);

/** The contents of a trainer's checkpoint besides tensors. */
export interface TrainerCheckpoint {
  /** The progress of the training. */
  readonly state: TrainerState;
  /** The position of the data; undefined for data without a state. */
  readonly data: unknown;
  /** The saved `extra`. */
  readonly extra: unknown;
  /** The kernels it was made with. A resumed run is bitwise identical only with the same kernels. */
  readonly kernels: string;
  /** How the data were cut; undefined in files of versions that did not save it. */
  readonly batching?: Batching | undefined;
}

/** The batching of data, if they report it. */
export interface Batching {
  /** The number of batches in an epoch. */
  readonly batchesPerEpoch?: number;
  /** The rows of a batch. */
  readonly batchSize?: number;
}

/** How these data are cut into batches. */
export function batchingOf(data: object): Batching {
  const { batchesPerEpoch, length, batchSize }: Record<string, unknown> = Object(data);
  const known = batchesPerEpoch ?? length;
  return {
    ...(count.holds(known) && { batchesPerEpoch: known }),
    ...(count.holds(batchSize) && { batchSize }),
  };
}

/** The part of a checkpoint that a trainer adds as `extra`. */
export function packExtra(state: TrainerState, extra: unknown, batching: Batching): object {
  return { trainer: state, extra, batching };
}

const what = "readTrainerCheckpoint";
const read = c.signature(`${what}(bytes)`, { bytes: c.required(bytesRule) });

/**
 * Reads a run's progress and `extra` without restoring anything, for example to build its model first. Verifies the
 * file's checksum.
 *
 * @throws CheckpointError for a file that no Trainer wrote, is cut short or damaged; ArgumentError for anything but
 * bytes.
 * @example readTrainerCheckpoint(new Uint8Array(3)); // throws CheckpointError
 */
export function readTrainerCheckpoint(bytes: Uint8Array): TrainerCheckpoint {
  read([bytes]);
  return unpack(readCheckpoint(bytes));
}

/** The trainer's part of a checkpoint, checked. @throws CheckpointError naming every field that is wrong. */
export function unpack({ data, extra: packed, kernels }: CarriedData): TrainerCheckpoint {
  const { trainer, extra, batching, ...rest }: Record<string, unknown> = Object(packed);
  if (trainer === undefined || Object.keys(rest).length > 0)
    throw unreadable(["it holds no run of a Trainer"], another);
  const problems = problemsOf(trainer);
  if (problems.length > 0) throw unreadable(problems, "The file was changed; go back to an older one.");
  return {
    state: trainer as TrainerState,
    data,
    extra,
    kernels,
    ...(batching !== undefined && { batching: batchingOf(Object(batching)) }),
  };
}

const another = "Take a file that trainer.checkpoint() gave; plain weights are read with loadSafetensors.";

function unreadable(problems: readonly string[], fix: string): CheckpointError {
  const parts = problems.map((problem) => ({ part: "extra" as const, problem }));
  return new CheckpointError("the checkpoint cannot be read", parts, undefined, fix);
}

/** The error for a state that does not fit the data, for this reason. */
export function otherData(problem: string): CheckpointError {
  const fix =
    "Resume with the data and the batchSize that it was saved with; between epochs, both may change.";
  return new CheckpointError(
    "the checkpoint does not fit the data",
    [{ part: "extra", problem }],
    undefined,
    fix,
  );
}

function problemsOf(state: unknown): string[] {
  if (!isRecord(state)) return [`trainer must be its state, got ${describeValue(state)}`];
  const problems: string[] = [];
  for (const [field, { must, holds }] of Object.entries(stateRules)) {
    const value = Object.hasOwn(state, field) ? state[field] : undefined;
    if (!holds(value)) problems.push(`trainer.${field} must be ${must}, got ${describeValue(value)}`);
  }
  for (const field of Object.keys(state))
    if (!Object.hasOwn(stateRules, field)) problems.push(`trainer.${field} is unknown`);
  for (const field of ["validatedAt", "checkpointedAt"])
    if (problems.length === 0 && Number(state[field]) > Number(state["step"]))
      problems.push(`trainer.${field} is beyond step ${state["step"]}`);
  return problems;
}
