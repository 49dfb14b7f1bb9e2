import { ArgumentError } from "@saccade/tensor/checks";
import { type Options, type OptionsOf, rule } from "@saccade/tensor/contract";

const limit = rule(
  "a whole number ≥ 0, or Infinity",
  (value): value is number =>
    value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0),
);

/** The rules of limits. */
export const limitRules = {
  /** Passes over the data, a whole number ≥ 0 or Infinity, counted over all runs. */
  maxEpochs: limit,
  /** Optimizer steps, a whole number ≥ 0 or Infinity, counted over all epochs and runs. */
  maxSteps: limit,
};

/** Other names of the limits. */
export const otherLimits = {
  epoch: "write maxEpochs: 10",
  epochs: "write maxEpochs: 10",
  numEpochs: "write maxEpochs: 10",
  steps: "write maxSteps: 1000",
};

/** The limits of a run. At least one is required; Infinity runs until `stop()`. */
export interface Limits extends OptionsOf<Options<typeof limitRules>> {}

/** @throws ArgumentError unless there is a limit. */
export function checkSomeLimit(what: string, { maxEpochs, maxSteps }: Limits): void {
  if (maxEpochs === undefined && maxSteps === undefined)
    throw new ArgumentError(`${what}: give maxEpochs or maxSteps; Infinity runs until stop().`);
}
