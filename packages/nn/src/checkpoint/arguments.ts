import { badArgument, checkOptions, type OptionNames, optionNames } from "@saccade/tensor/backend";
import type { CheckpointParts, TrainingObjects } from "./objects.ts";

const objects = { model: true, optimizer: true, scheduler: true } as const;

export const partNames: OptionNames = optionNames<CheckpointParts>(
  "encodeCheckpoint",
  { ...objects, data: true, extra: true },
  "encodeCheckpoint({ model, optimizer, extra: { epoch } })",
);

export const objectNames: OptionNames = optionNames<TrainingObjects>(
  "restoreCheckpoint",
  objects,
  "restoreCheckpoint(bytes, { model, optimizer })",
  {
    data: "write const { data } = restoreCheckpoint(…) and hand it to the data's restore",
    extra: "write const { extra } = restoreCheckpoint(…)",
  },
);

/** @throws ArgumentError unless `parts` is an object with known names whose objects have what a checkpoint asks of them. */
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
