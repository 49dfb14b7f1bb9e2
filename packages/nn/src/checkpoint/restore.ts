import { Generator, type RandomState, scope, setRandomState, type Tensor } from "@saccade/tensor";
import { formatShape, requireFresh, sameShape } from "@saccade/tensor/backend";
import { callable, type OptionsOf, options, readRule } from "@saccade/tensor/contract";
import type { SchedulerState } from "../schedulers/index.ts";
import {
  bytesFor,
  type CheckpointOptimizer,
  type CheckpointScheduler,
  restores,
  type TrainingObjects,
} from "./arguments.ts";
import { CheckpointError, type CheckpointPart, type CheckpointProblem } from "./errors.ts";
import { type CarriedData, type Contents, readContents } from "./read-checkpoint.ts";

/** The data in a restored checkpoint besides the state of its objects. */
export type RestoredCheckpoint = CarriedData;

const objectsOf = restores("restoreCheckpoint", "bytes");

const restoreOptions = options(
  "restoreCheckpoint(bytes, { model, optimizer }, { before: ({ data }) => batches.restore(data) })",
  {
    /**
     * Called with `data` and `extra` after all checks, before anything is written. Check `extra` and restore the data
     * here. If it throws, nothing is written.
     */
    before: callable<(carried: CarriedData) => void>(),
  },
);

/** Options of {@link restoreCheckpoint}. */
export interface RestoreOptions extends OptionsOf<typeof restoreOptions> {}

/**
 * Restores a training run saved by `encodeCheckpoint`: model, optimizer, scheduler and random state. Everything is
 * checked before anything is written, so a failed restore changes nothing. A file of version 1, which has no digest, is
 * restored with a warning.
 *
 * @throws CheckpointError if the file is not a checkpoint or is damaged, or listing everything that does not match the
 * objects; ArgumentError for invalid arguments.
 * @example
 * const model = new Linear(2, 1);
 * const optimizer = new SGD(model, { lr: 0.1 });
 * const bytes = encodeCheckpoint({ model, optimizer, extra: { epoch: 3 } });
 * restoreCheckpoint(bytes, { model, optimizer }).extra // { epoch: 3 }
 */
export function restoreCheckpoint(
  bytes: Uint8Array,
  objects: TrainingObjects,
  given?: RestoreOptions,
): RestoredCheckpoint {
  readRule("restoreCheckpoint", "bytes", bytesFor("loadCheckpoint"), bytes, objectsOf.example);
  objectsOf(objects);
  const { before } = restoreOptions(given);
  requireFresh("restoreCheckpoint");
  return scope(() => {
    const contents = readContents(bytes);
    const problems = findProblems(contents, objects);
    if (problems.length > 0) throw new CheckpointError("the checkpoint does not fit", problems);
    const { data, extra, kernels } = contents;
    const carried = { data, extra, kernels };
    before?.(carried);
    writeAll(contents, objects);
    if (!contents.isSealed) {
      console.warn(
        "restoreCheckpoint: the file is of version 1, which has no checksum: damage to its numbers would go unnoticed. " +
          "Save it again with saveCheckpoint.",
      );
    }
    return carried;
  });
}

/**
 * Writes everything or nothing. After the checks above, built-in objects can fail only if memory runs out; everything
 * written so far is then rolled back.
 */
function writeAll(contents: Contents, { model, optimizer, scheduler }: TrainingObjects): void {
  const before = {
    model: model.stateDict(),
    optimizer: optimizer.stateDict(),
    scheduler: scheduler?.stateDict(),
  };
  const undo: (() => void)[] = [];
  try {
    model.loadStateDict(contents.model);
    undo.push(() => model.loadStateDict(before.model));
    optimizer.loadStateDict(contents.optimizer.state);
    undo.push(() => optimizer.loadStateDict(before.optimizer));
    if (scheduler && contents.scheduler) scheduler.loadStateDict(contents.scheduler);
  } catch (error) {
    for (const goBack of undo.reverse()) goBack();
    throw error;
  }
  setRandomState(contents.random); // already checked
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
  if (here.names.length !== saved.names.length)
    return [`${saved.names.length} names in the checkpoint, ${here.names.length} here`];
  return here.names.flatMap((name, i) =>
    name === saved.names[i] ? [] : [`parameter ${i} is ${saved.names[i]} in the checkpoint, ${name} here`],
  );
}

function schedulerProblems(
  here: CheckpointScheduler | undefined,
  saved: SchedulerState | undefined,
): string[] {
  if (here !== undefined && saved !== undefined) return here.stateProblems(saved);
  if (saved !== undefined) return [`the checkpoint has one (${saved.kind}), but no scheduler was passed`];
  return here === undefined ? [] : [`the checkpoint has none, but a ${here.kind} was passed`];
}

function randomProblems(saved: RandomState): string[] {
  const extra = Object.keys(Object(saved)).find((name) => name !== "seed" && name !== "offset");
  if (extra !== undefined) return [`it has an unknown entry ${extra}`];
  try {
    new Generator().setState(saved);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
