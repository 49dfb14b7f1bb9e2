import { badArgument, checkOptions, type OptionNames, optionNames } from "@saccade/tensor/backend";
import type { CheckpointParts, TrainingObjects } from "./objects.ts";

const objects = { model: true, optimizer: true, scheduler: true } as const;

/** The option names of a function that saves. `path` is the first argument in its example: "path, " or empty. */
export function partNames(what: string, path: string): OptionNames {
  const known = { ...objects, data: true, extra: true } as const;
  return optionNames<CheckpointParts>(what, known, `${what}(${path}{ model, optimizer, extra: { epoch } })`);
}

/** The option names of a function that restores. */
export function objectNames(what: string, file: string): OptionNames {
  return optionNames<TrainingObjects>(what, objects, `${what}(${file}, { model, optimizer })`, {
    data: `write const { data } = ${what}(…) and hand it to the data's restore`,
    extra: `write const { extra } = ${what}(…)`,
  });
}

/**
 * @throws ArgumentError unless `parts` is an object with known names whose objects have the members that a checkpoint
 * needs.
 */
export function checkObjects(names: OptionNames, parts: TrainingObjects): void {
  if (parts === undefined)
    throw badArgument(names.what, "objects", "an object", parts, `write ${names.example}`);
  checkOptions(names, parts);
  const { model, optimizer, scheduler } = parts;
  const { what } = names;
  require(what, "model", "a Module", model, ["stateDict", "loadStateDict"]);
  const methods = ["stateDict", "stateProblems", "loadStateDict"];
  require(what, "optimizer", "an Optimizer", optimizer, methods);
  if (scheduler !== undefined) require(what, "scheduler", "a Scheduler", scheduler, methods);
}

function require(what: string, name: string, rule: string, value: unknown, methods: readonly string[]): void {
  const has = (method: string): boolean => typeof Reflect.get(Object(value), method) === "function";
  if (!methods.every(has)) throw badArgument(what, name, rule, value);
}
