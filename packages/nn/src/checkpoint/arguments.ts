import type { Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import type { OptimizerState } from "../optim/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";

/**
 * The members of a model that a checkpoint needs. Modules have them. If a load throws, it must not have changed
 * anything.
 */
export interface CheckpointModel {
  /** The parameters by name. */
  stateDict(): Record<string, Tensor>;
  /** Loads what `stateDict` gave. */
  loadStateDict(state: Readonly<Record<string, Tensor>>): unknown;
}

/** The members of an optimizer that a checkpoint needs. If a load throws, it must not have changed anything. */
export interface CheckpointOptimizer {
  /** The name of the class, which a checkpoint must match. */
  readonly kind: string;
  /** The parameters' names. */
  readonly names: readonly string[];
  /** The settings and the state of each parameter. */
  stateDict(): OptimizerState;
  /** The reasons why a state cannot be loaded; empty if there are none. */
  stateProblems(state: OptimizerState): string[];
  /** Loads what `stateDict` gave. */
  loadStateDict(state: OptimizerState): void;
}

/** The members of a scheduler that a checkpoint needs. If a load throws, it must not have changed anything. */
export interface CheckpointScheduler {
  /** The name of the class, which a checkpoint must match. */
  readonly kind: string;
  /** The settings and the last step. */
  stateDict(): SchedulerState;
  /** The reasons why a state cannot be loaded; empty if there are none. */
  stateProblems(state: SchedulerState): string[];
  /** Loads what `stateDict` gave. */
  loadStateDict(state: SchedulerState): void;
}

/** An object with the methods that a checkpoint needs. */
/* @__NO_SIDE_EFFECTS__ */
function having<T>(must: string, ...methods: readonly (keyof T)[]): c.Rule<T, undefined> {
  const has = (value: unknown, method: PropertyKey): boolean =>
    typeof Reflect.get(Object(value), method) === "function";
  return c.rule(must, (value): value is T => methods.every((method) => has(value, method)));
}

const objectRules = {
  /** The network. */
  model: c.required(having<CheckpointModel>("a Module", "stateDict", "loadStateDict")),
  /** Its optimizer. */
  optimizer: c.required(
    having<CheckpointOptimizer>("an Optimizer", "stateDict", "stateProblems", "loadStateDict"),
  ),
  /** The optimizer's scheduler, if there is one. */
  scheduler: having<CheckpointScheduler>("a Scheduler", "stateDict", "stateProblems", "loadStateDict"),
};

const partRules = {
  ...objectRules,
  /** The position of the data iterator: any JSON. */
  data: c.unchecked<unknown>("JSON"),
  /** Other values that the program needs to resume, such as the epoch and the best loss: any JSON. */
  extra: c.unchecked<unknown>("JSON"),
};

/** The objects whose state a checkpoint holds. */
export interface TrainingObjects extends c.OptionsOf<c.Options<typeof objectRules>> {}

/** The contents of a checkpoint. See {@link encodeCheckpoint}. */
export interface CheckpointParts extends c.OptionsOf<c.Options<typeof partRules>> {}

/** The contract of a function that saves. `path` is the first argument in its example: "path, " or empty. */
export function saves(what: string, path: string): c.Options<typeof partRules> {
  return c.options(`${what}(${path}{ model, optimizer, extra: { epoch } })`, partRules);
}

/** The contract of a function that restores. */
export function restores(what: string, file: string): c.Options<typeof objectRules> {
  const renamed = {
    data: `write const { data } = ${what}(…) and hand it to the data's restore`,
    extra: `write const { extra } = ${what}(…)`,
  };
  return c.options(`${what}(${file}, { model, optimizer })`, objectRules, { renamed });
}

/** The rule of a file's content. `load` is the corresponding function that takes a path. */
export function bytesFor(load: string): c.RequiredRule<Uint8Array> {
  const fix = (bytes: unknown): string | undefined => {
    if (bytes instanceof ArrayBuffer) return "write new Uint8Array(buffer)";
    if (bytes instanceof Promise) return "await it first";
    return typeof bytes === "string"
      ? `${load}(path, …) of @saccade/nn/node reads a file by its path`
      : undefined;
  };
  const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
  return c.required({ ...c.rule("the file's content, a Uint8Array", isBytes), fix });
}
