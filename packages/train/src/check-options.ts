import {
  ArgumentError,
  badArgument,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/checks";
import { checkSchedule } from "./check-schedule.ts";
import type { Interval, Limits, TrainerOptions } from "./options.ts";

const example =
  "new Trainer({ model, optimizer, data, trainingStep: ({ x, y }) => mseLoss(model.forward(x), y), maxEpochs: 10 })";

/** Other names of the limits. */
const limits = {
  epoch: "write maxEpochs: 10",
  epochs: "write maxEpochs: 10",
  numEpochs: "write maxEpochs: 10",
  steps: "write maxSteps: 1000",
};

const trainerNames: OptionNames = optionNames<TrainerOptions<unknown>>(
  "Trainer",
  {
    model: true,
    optimizer: true,
    data: true,
    trainingStep: true,
    compile: true,
    scheduler: true,
    scheduleEach: true,
    accumulateGradBatches: true,
    lossReduction: true,
    averageLoss: true,
    validationData: true,
    validationStep: true,
    validateEvery: true,
    earlyStopping: true,
    checkpointEvery: true,
    extra: true,
    maxEpochs: true,
    maxSteps: true,
  },
  example,
  {
    ...limits,
    trainData: "write data",
    trainDataloader: "write data",
    trainDataloaders: "write data",
    dataset: "write data: batches({ tensors, batchSize })",
    valData: "write validationData",
    valDataloader: "write validationData",
    valDataloaders: "write validationData",
    loss: "write trainingStep: (batch) => the batch's loss",
    lossFn: "write trainingStep: (batch) => the batch's loss",
    criterion: "write trainingStep: (batch) => the batch's loss",
    callbacks: 'listen to events: trainer.on("epoch", ({ epoch, loss }) => …)',
    onEpoch: 'listen to events: trainer.on("epoch", ({ epoch, loss }) => …)',
    onStep: 'listen to events: trainer.on("step", ({ step, loss }) => …)',
    clipGradNorm: "give it to the optimizer: new Adam(model, { lr, clipGradNorm: 1 })",
    gradientClipVal: "give the optimizer clipGradNorm: new Adam(model, { lr, clipGradNorm: 1 })",
    lr: "give it to the optimizer: new Adam(model, { lr: 0.001 })",
    patience: "write earlyStopping: { patience: 3 }",
  },
);

/** @throws ArgumentError for an unknown option of a Trainer, or a wrong value. */
export function checkTrainerOptions<B>(options: TrainerOptions<B>): void {
  checkOptions(trainerNames, options);
  if (options === undefined)
    throw badArgument("Trainer", "options", "an object", options, `write ${example}`);
  const { scheduleEach = "epoch", lossReduction = "mean", compile = false, averageLoss, extra } = options;
  checkParts(options);
  checkSteps(options);
  checkBoolean("Trainer", "compile", compile);
  checkChoice("Trainer", "scheduleEach", scheduleEach, ["epoch", "step"]);
  checkChoice("Trainer", "lossReduction", lossReduction, ["mean", "sum"]);
  checkInteger("Trainer", "accumulateGradBatches", options.accumulateGradBatches ?? 1, 1);
  if (averageLoss !== undefined) checkFunction("Trainer", "averageLoss", averageLoss);
  checkInterval("validateEvery", options.validateEvery);
  checkInterval("checkpointEvery", options.checkpointEvery);
  checkExtra(extra);
  checkSomeLimit("Trainer", options);
  checkSchedule(options);
}

/** Model, optimizer, scheduler and data. */
function checkParts<B>({ model, optimizer, scheduler, data, validationData }: TrainerOptions<B>): void {
  const methods = ["train", "eval", "stateDict", "loadStateDict"];
  if (!hasMethods(model, methods)) {
    const hidden = methods.find((name) => Object.hasOwn(Object(model), name));
    if (hidden !== undefined)
      throw new ArgumentError(
        `Trainer: model has a field ${hidden}, which hides its method; rename the field.`,
      );
    throw badArgument("Trainer", "model", "a Module", model, "pass the one that trainingStep uses");
  }
  if (!hasMethods(optimizer, ["step", "update", "stateDict"]))
    throw badArgument(
      "Trainer",
      "optimizer",
      "an optimizer",
      optimizer,
      "write new Adam(model, { lr: 0.001 })",
    );
  if (scheduler !== undefined) {
    const fix = "write new StepLR(optimizer, { stepSize: 10 })";
    if (!hasMethods(scheduler, ["step", "stateDict"]))
      throw badArgument("Trainer", "scheduler", "a scheduler", scheduler, fix);
    if (scheduler.optimizer !== optimizer)
      throw new ArgumentError(
        "Trainer: scheduler schedules another optimizer than the trainer's; make it of that one.",
      );
  }
  checkData("data", data);
  if (validationData !== undefined) checkData("validationData", validationData);
}

/** The functions that compute losses. */
function checkSteps<B>({ trainingStep, validationStep, validateEvery, ...options }: TrainerOptions<B>): void {
  const fix = "write trainingStep: (batch) => the batch's loss";
  checkFunction("Trainer", "trainingStep", trainingStep, fix);
  if (validationStep !== undefined) checkFunction("Trainer", "validationStep", validationStep);
  if (options.validationData === undefined && (validateEvery !== undefined || validationStep !== undefined))
    throw new ArgumentError("Trainer: there is a validationStep or validateEvery, but no validationData.");
}

function checkData(name: string, data: unknown): void {
  const fix = "write [batch, …], or batches({ tensors, batchSize }) of @saccade/datasets";
  const iterable = typeof data === "object" && data !== null && Symbol.iterator in data;
  if (!iterable || "dataSync" in data)
    throw badArgument("Trainer", name, "iterable, each iteration an epoch of batches", data, fix);
  const { state, restore, batchesPerEpoch, length }: Record<string, unknown> = Object(data);
  if (typeof state !== typeof restore || (state !== undefined && typeof state !== "function"))
    throw new ArgumentError(
      `Trainer: ${name}.state and ${name}.restore must both be functions, or both be absent.`,
    );
  if (batchesPerEpoch !== undefined) checkInteger("Trainer", `${name}.batchesPerEpoch`, batchesPerEpoch, 0);
  else if (length !== undefined) checkInteger("Trainer", `${name}.length`, length, 0);
}

function checkInterval(name: string, interval: Interval | undefined): void {
  if (interval === undefined) return;
  const entries: [string, unknown][] = Object(interval) === interval ? Object.entries(interval) : [];
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0 || (entry[0] !== "epochs" && entry[0] !== "steps"))
    throw badArgument(
      "Trainer",
      name,
      "{ epochs: n } or { steps: n }",
      interval,
      `write ${name}: { epochs: 1 }`,
    );
  checkInteger("Trainer", `${name}.${entry[0]}`, entry[1], 1);
}

function checkExtra(extra: unknown): void {
  if (extra === undefined) return;
  let text: string | undefined;
  try {
    text = JSON.stringify(extra);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ArgumentError(`Trainer: extra must be JSON, but JSON.stringify fails: ${why}`, { cause });
  }
  if (text === undefined) throw badArgument("Trainer", "extra", "JSON", extra);
}

const limitNames = (what: string): OptionNames =>
  optionNames<Limits>(what, { maxEpochs: true, maxSteps: true }, `${what}({ maxEpochs: 10 })`, limits);

const namesOf: Readonly<Record<string, OptionNames>> = Object.fromEntries(
  ["Trainer.fit", "Trainer.fitSync", "TrainerClient.fit"].map((what) => [what, limitNames(what)]),
);

/** @throws ArgumentError unless `limits` is undefined or holds a limit. */
export function checkLimits(
  what: "Trainer.fit" | "Trainer.fitSync" | "TrainerClient.fit",
  limits: Limits | undefined,
): void {
  if (limits === undefined) return;
  checkOptions(namesOf[what]!, limits);
  checkSomeLimit(what, limits);
}

/** @throws ArgumentError unless there is a limit, each a whole number of at least 0, or Infinity. */
function checkSomeLimit(what: string, { maxEpochs, maxSteps }: Limits): void {
  if (maxEpochs === undefined && maxSteps === undefined)
    throw new ArgumentError(`${what}: give maxEpochs or maxSteps; Infinity runs until stop().`);
  for (const [name, value] of Object.entries({ maxEpochs, maxSteps })) {
    if (value === undefined || value === Number.POSITIVE_INFINITY) continue;
    if (!(Number.isSafeInteger(value) && value >= 0))
      throw badArgument(what, name, "a whole number ≥ 0, or Infinity", value);
  }
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  const methods: Readonly<Record<string, unknown>> = Object(value);
  return typeof value === "object" && names.every((name) => typeof methods[name] === "function");
}
