import {
  Generator,
  getRandomState,
  type RandomState,
  scope,
  setRandomState,
  type Tensor,
} from "@saccade/tensor";
import { formatShape, sameShape } from "@saccade/tensor/backend";
import type { OptimizerState } from "../optim/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";
import { CheckpointError, type CheckpointPart, type CheckpointProblem } from "./errors.ts";
import { toJson } from "./json.ts";
import { type Contents, readCheckpoint, VERSION, VERSION_KEY } from "./read-checkpoint.ts";
import { toSafetensors } from "./tensors-file.ts";

/** What a checkpoint needs of a model: a Module has it. */
export interface CheckpointModel {
  stateDict(): Record<string, Tensor>;
  loadStateDict(state: Readonly<Record<string, Tensor>>): unknown;
}

/** What a checkpoint needs of an optimizer. */
export interface CheckpointOptimizer {
  readonly kind: string;
  readonly names: readonly string[];
  stateDict(): OptimizerState;
  stateProblems(state: OptimizerState): string[];
  loadStateDict(state: OptimizerState): void;
}

/** What a checkpoint needs of a scheduler. */
export interface CheckpointScheduler {
  readonly kind: string;
  stateDict(): SchedulerState;
  stateProblems(state: SchedulerState): string[];
  loadStateDict(state: SchedulerState): void;
}

/** The objects whose states a checkpoint holds. */
export interface TrainingObjects {
  readonly model: CheckpointModel;
  readonly optimizer: CheckpointOptimizer;
  readonly scheduler?: CheckpointScheduler | undefined;
}

export interface CheckpointParts extends TrainingObjects {
  /** Where the data iterator stands: any JSON. */
  readonly data?: unknown;
  /** Whatever else the program needs to go on, such as the epoch and the best loss: any JSON. */
  readonly extra?: unknown;
}

export interface RestoredCheckpoint {
  /** What was saved as `data`; undefined without. */
  readonly data: unknown;
  /** What was saved as `extra`; undefined without. */
  readonly extra: unknown;
  /** The kernels it was made with. Only with the same ones are the numbers that follow equal to the last bit. */
  readonly kernels: string;
}

/**
 * A training run as it stands, as one safetensors file: `model.*` (a Module's state under PyTorch's names),
 * `optimizer.{parameter}.{name}`, and in the metadata the optimizer's options and step counts, the scheduler, the
 * random numbers' state, `data` and `extra`. A run that is restored from it goes on with exactly the same numbers.
 *
 * @throws CheckpointError for data or extra that are not JSON.
 */
export function encodeCheckpoint(parts: CheckpointParts): Uint8Array<ArrayBuffer> {
  return scope(() => {
    const { model, optimizer, scheduler, data, extra } = parts;
    const values = model.stateDict();
    const { state, paramGroups } = optimizer.stateDict();
    const tensors: Record<string, Tensor> = {};
    for (const [name, x] of Object.entries(values)) tensors[`model.${name}`] = x;
    const steps: Record<string, number> = {};
    for (const [index, entries] of Object.entries(state)) {
      for (const [name, x] of Object.entries(entries)) {
        if (typeof x === "number") steps[index] = x;
        else tensors[`optimizer.${index}.${name}`] = x;
      }
    }
    const { kind, names } = optimizer;
    return toSafetensors(tensors, {
      [VERSION_KEY]: String(VERSION),
      kernels: kernelsOf(values),
      optimizer: toJson("optimizer", { kind, names, paramGroups, steps }),
      random: toJson("random", getRandomState()),
      ...(scheduler && { scheduler: toJson("scheduler", scheduler.stateDict()) }),
      ...(data !== undefined && { data: toJson("data", data) }),
      ...(extra !== undefined && { extra: toJson("extra", extra) }),
    });
  });
}

function kernelsOf(values: Readonly<Record<string, Tensor>>): string {
  const names = Object.values(values).map(({ backend: { name, variant } }) =>
    variant === undefined ? name : `${name}-${variant}`,
  );
  return [...new Set(names)].join("+");
}

/**
 * Puts a training run back to where {@link encodeCheckpoint} left it: writes model, optimizer, scheduler and the
 * state of the random numbers. Everything is checked before anything is written.
 *
 * @throws CheckpointError for a file that is no checkpoint or is damaged, and listing everything in it that does
 * not fit the objects.
 */
export function restoreCheckpoint(bytes: Uint8Array, objects: TrainingObjects): RestoredCheckpoint {
  return scope(() => {
    const contents = readCheckpoint(bytes);
    const problems = findProblems(contents, objects);
    if (problems.length > 0) throw new CheckpointError("the checkpoint does not fit", problems);
    const { model, optimizer, scheduler } = objects;
    model.loadStateDict(contents.model);
    optimizer.loadStateDict(contents.optimizer.state);
    if (scheduler && contents.scheduler) scheduler.loadStateDict(contents.scheduler);
    setRandomState(contents.random);
    const { data, extra, kernels } = contents;
    return { data, extra, kernels };
  });
}

function findProblems(contents: Contents, objects: TrainingObjects): CheckpointProblem[] {
  const at = (part: CheckpointPart, problems: readonly string[]): CheckpointProblem[] =>
    problems.map((problem) => ({ part, problem }));
  return [
    ...at("model", modelProblems(objects.model.stateDict(), contents.model)),
    ...at("optimizer", optimizerProblems(objects.optimizer, contents.optimizer)),
    ...at("scheduler", schedulerProblems(objects.scheduler, contents.scheduler)),
    ...at("random", randomProblems(contents.random)),
  ];
}

function modelProblems(
  here: Readonly<Record<string, Tensor>>,
  saved: Readonly<Record<string, Tensor>>,
): string[] {
  const problems: string[] = [];
  for (const [name, x] of Object.entries(here)) {
    const value = Object.hasOwn(saved, name) ? saved[name] : undefined;
    if (value === undefined) problems.push(`${name} ${formatShape(x.shape)} is not in the checkpoint`);
    else if (!sameShape(x.shape, value.shape) || x.dtype !== value.dtype) {
      problems.push(`${name} is ${value.describe()} in the checkpoint, ${x.describe()} in the model`);
    }
  }
  for (const name of Object.keys(saved)) {
    if (!Object.hasOwn(here, name)) problems.push(`${name} is in the checkpoint, not in the model`);
  }
  return problems;
}

function optimizerProblems(here: CheckpointOptimizer, saved: Contents["optimizer"]): string[] {
  if (here.kind !== saved.kind) return [`it is ${saved.kind} in the checkpoint, ${here.kind} here`];
  const problems = here.stateProblems(saved.state);
  if (problems.length > 0) return problems;
  return here.names.flatMap((name, i) =>
    name === saved.names[i]
      ? []
      : [`parameter ${i} is ${saved.names[i] ?? "absent"} in the checkpoint, ${name} here`],
  );
}

function schedulerProblems(
  here: CheckpointScheduler | undefined,
  saved: SchedulerState | undefined,
): string[] {
  if (here !== undefined && saved !== undefined) return here.stateProblems(saved);
  if (saved !== undefined) return [`the checkpoint has one (${saved.kind}), but none was handed over`];
  return here === undefined ? [] : [`the checkpoint has none, but a ${here.kind} was handed over`];
}

function randomProblems(saved: RandomState): string[] {
  try {
    new Generator().setState(saved);
    return [];
  } catch {
    return ["the state of the random numbers is damaged"];
  }
}
