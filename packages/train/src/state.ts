import { type CarriedData, CheckpointError, readCheckpoint } from "@saccade/nn";
import { describeValue, refuseExtra } from "@saccade/tensor/checks";
import { checkBytes } from "./check-bytes.ts";
import type { EarlyStoppingState } from "./early-stopping.ts";
import type { Numbers } from "./events.ts";

/** The progress of a run: JSON, saved in checkpoints. */
export interface TrainerState {
  /** Optimizer steps completed. */
  readonly step: number;
  /** Batches completed in the current epoch. */
  readonly batch: number;
  /** True if the data of the current epoch are exhausted, but the end of the epoch has not been processed. */
  readonly epochEnded: boolean;
  /** Sums over the current epoch. */
  readonly sums: Numbers;
  /** The duration of its steps. */
  readonly seconds: number;
  /** The loss of each completed epoch. */
  readonly losses: readonly number[];
  /** The step after which validation was done last, 0 for never, and its metrics. */
  readonly validatedAt: number;
  /** The results of the last validation, or null. */
  readonly validation: Numbers | null;
  /** The step after which `checkpointEvery` was served last. */
  readonly checkpointedAt: number;
  /** The best value so far, and for how long there was no better one. */
  readonly earlyStopping: EarlyStoppingState;
}

export const firstState: TrainerState = {
  step: 0,
  batch: 0,
  epochEnded: false,
  sums: {},
  seconds: 0,
  losses: [],
  validatedAt: 0,
  validation: null,
  checkpointedAt: 0,
  earlyStopping: { best: null, bad: 0 },
};

/** The contents of a trainer's checkpoint besides tensors. */
export interface TrainerCheckpoint {
  /** Where the training stands. */
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

/** How data are cut into batches, as far as they tell. */
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
    ...(isCount(known) && { batchesPerEpoch: Number(known) }),
    ...(isCount(batchSize) && { batchSize: Number(batchSize) }),
  };
}

/** The part of a checkpoint that a trainer adds as `extra`. */
export function packExtra(state: TrainerState, extra: unknown, batching: Batching): object {
  return { trainer: state, extra, batching };
}

/**
 * Reads a run's progress and `extra` without restoring anything, for example to build its model first. Verifies the
 * file's checksum.
 *
 * @throws CheckpointError for a file that no Trainer wrote, is cut short or damaged; ArgumentError for anything but
 * bytes.
 * @example readTrainerCheckpoint(new Uint8Array(3)); // throws CheckpointError
 */
export function readTrainerCheckpoint(bytes: Uint8Array): TrainerCheckpoint {
  refuseExtra("readTrainerCheckpoint", arguments, 1);
  checkBytes("readTrainerCheckpoint", bytes);
  return unpack(readCheckpoint(bytes));
}

/** The trainer's part of a checkpoint, checked. @throws CheckpointError naming every field that is wrong. */
export function unpack({ data, extra: packed, kernels }: CarriedData): TrainerCheckpoint {
  const { trainer, extra, batching, ...rest }: Record<string, unknown> = Object(packed);
  if (trainer === undefined || Object.keys(rest).length > 0) throw notATrainers();
  const problems = stateProblems(trainer);
  if (problems.length > 0) throw unfit(problems);
  return {
    state: trainer as TrainerState,
    data,
    extra,
    kernels,
    ...(batching !== undefined && { batching: batchingOf(Object(batching)) }),
  };
}

/** The error for a trainer's state with these problems. */
function unfit(problems: readonly string[]): CheckpointError {
  return new CheckpointError(
    "the checkpoint cannot be read",
    problems.map((problem) => ({ part: "extra", problem })),
    undefined,
    "The file was changed; go back to an older one.",
  );
}

/** The error for a state that does not fit the data, for this reason. */
export function otherData(problem: string): CheckpointError {
  return new CheckpointError(
    "the checkpoint does not fit the data",
    [{ part: "extra", problem }],
    undefined,
    "Resume with the data and the batchSize that it was saved with; between epochs, both may change.",
  );
}

function notATrainers(): CheckpointError {
  return new CheckpointError(
    "the checkpoint cannot be read",
    [{ part: "extra", problem: "it holds no run of a Trainer" }],
    undefined,
    "Take a file that trainer.checkpoint() gave; plain weights are read with loadSafetensors.",
  );
}

type Rule = readonly [is: (value: unknown) => boolean, rule: string];

const count: Rule = [isCount, "a whole number ≥ 0"];
const numbers: Rule = [isNumbers, "numbers by name"];

const rules: { readonly [Field in keyof TrainerState]: Rule } = {
  step: count,
  batch: count,
  epochEnded: [(value) => typeof value === "boolean", "true or false"],
  sums: numbers,
  seconds: [(value) => isNumber(value) && value >= 0, "a number ≥ 0"],
  losses: [(value) => Array.isArray(value) && value.every(isNumber), "a list of numbers"],
  validatedAt: count,
  validation: [(value) => value === null || isNumbers(value), "numbers by name, or null"],
  checkpointedAt: count,
  earlyStopping: [isEarlyStopping, "{ best, bad }, a number or null and a whole number ≥ 0"],
};

function stateProblems(trainer: unknown): string[] {
  if (!isRecord(trainer)) return [`trainer must be its state, got ${describeValue(trainer)}`];
  const problems: string[] = [];
  for (const [field, [is, rule]] of Object.entries(rules)) {
    const value = Object.hasOwn(trainer, field) ? trainer[field] : undefined;
    if (!is(value)) problems.push(`trainer.${field} must be ${rule}, got ${describeValue(value)}`);
  }
  for (const field of Object.keys(trainer))
    if (!Object.hasOwn(rules, field)) problems.push(`trainer.${field} is unknown`);
  if (problems.length > 0) return problems;
  const { step } = trainer;
  for (const field of ["validatedAt", "checkpointedAt"])
    if (Number(trainer[field]) > Number(step)) problems.push(`trainer.${field} is beyond step ${step}`);
  return problems;
}

function isEarlyStopping(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { best, bad, ...rest } = value;
  return (best === null || isNumber(best)) && isCount(bad) && Object.keys(rest).length === 0;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isNumbers(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isNumber);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
