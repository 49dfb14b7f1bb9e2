import { CheckpointError, decodeSafetensors } from "@saccade/nn";
import type { EarlyStoppingState } from "./early-stopping.ts";
import type { Numbers } from "./events.ts";

/** How far a run is: JSON that a checkpoint holds. */
export interface TrainerState {
  /** Optimizer steps done. */
  readonly step: number;
  /** Batches of the running epoch that are done. */
  readonly batch: number;
  /** The data of the running epoch are exhausted; what belongs to its end is yet to be done. */
  readonly epochEnded: boolean;
  /** Sums over the running epoch. */
  readonly sums: Numbers;
  /** What its steps took. */
  readonly seconds: number;
  /** The loss of each epoch that is done. */
  readonly losses: readonly number[];
  /** The step after which validation was done last, 0 for never, and its metrics. */
  readonly validatedAt: number;
  readonly validation: Numbers | null;
  /** The step after which `checkpointEvery` was served last. */
  readonly checkpointedAt: number;
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

/** What a trainer's checkpoint says beside tensors. */
export interface TrainerCheckpoint {
  readonly state: TrainerState;
  /** Where the data stood; undefined for data without a state. */
  readonly data: unknown;
  /** What was given as `extra`. */
  readonly extra: unknown;
  /** The kernels it was made with. Only with the same ones are the numbers that follow equal to the last bit. */
  readonly kernels: string;
}

/** What a trainer hands to nn's checkpoints as `extra`. */
export function packExtra(state: TrainerState, extra: unknown): object {
  return { trainer: state, extra };
}

/**
 * Reads how far a run was, and what it carried, without restoring anything: enough to build its model.
 *
 * @throws CheckpointError for a file that no Trainer wrote; SafetensorsError for one that is cut short.
 */
export function readTrainerCheckpoint(bytes: Uint8Array): TrainerCheckpoint {
  const { metadata } = decodeSafetensors(bytes);
  const { trainer, extra }: { trainer?: unknown; extra?: unknown } = Object(parse(metadata["extra"]));
  if (!isState(trainer)) throw notATrainers();
  return { state: trainer, data: parse(metadata["data"]), extra, kernels: metadata["kernels"] ?? "unknown" };
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw notATrainers();
  }
}

function notATrainers(): CheckpointError {
  return new CheckpointError(
    "the checkpoint cannot be read",
    [{ part: "extra", problem: "it holds no run of a Trainer" }],
    undefined,
    "Take a file that trainer.checkpoint() gave; plain weights are read with loadSafetensors.",
  );
}

function isState(value: unknown): value is TrainerState {
  const state: { readonly [K in keyof TrainerState]?: unknown } = Object(value);
  const { step, batch, epochEnded, sums, seconds, losses } = state;
  const { validatedAt, validation, checkpointedAt, earlyStopping } = state;
  const { best, bad }: { best?: unknown; bad?: unknown } = Object(earlyStopping);
  return (
    [step, batch, validatedAt, checkpointedAt, bad].every(isCount) &&
    typeof epochEnded === "boolean" &&
    isNumbers(sums) &&
    typeof seconds === "number" &&
    Array.isArray(losses) &&
    losses.every((loss) => typeof loss === "number") &&
    (validation === null || isNumbers(validation)) &&
    (best === null || typeof best === "number")
  );
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isNumbers(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((x) => typeof x === "number")
  );
}
