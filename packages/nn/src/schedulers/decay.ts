import { listOf, number, required, whole } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { type OptionsOf, type SettingsOf, schedule, steps } from "./schedule.ts";
import { schedulerOf } from "./scheduler.ts";

const stepLR = /* @__PURE__ */ schedule("new StepLR(optimizer, { stepSize: 30 })", () => ({
  /** The number of steps between decays. */
  stepSize: required(steps),
  /** The decay factor. Default 0.1. */
  gamma: positive(0.1),
}));

/** Options of {@link StepLR}. */
export interface StepLROptions extends OptionsOf<typeof stepLR> {}

/**
 * Multiplies the rate by gamma every `stepSize` steps.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new StepLR(optimizer, { stepSize: 2, gamma: 0.1 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [1, 0.1, 0.1, 0.01]
 */
export class StepLR extends /* @__PURE__ */ schedulerOf<SettingsOf<typeof stepLR>, StepLROptions>(stepLR, {
  total: ({ stepSize }) => stepSize,
  rate: ({ stepSize, gamma }, lr, _base, step) => (step === 0 || step % stepSize !== 0 ? lr : lr * gamma),
}) {}

const multiStepLR = /* @__PURE__ */ schedule("new MultiStepLR(optimizer, { milestones: [30, 80] })", () => ({
  /** The steps at which the rate decays. A repeated step decays the rate repeatedly. */
  milestones: required(listOf(whole(undefined, { min: 0 }))),
  /** The decay factor. Default 0.1. */
  gamma: positive(0.1),
}));

/** Options of {@link MultiStepLR}. */
export interface MultiStepLROptions extends OptionsOf<typeof multiStepLR> {}

/**
 * Multiplies the rate by gamma at each milestone.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new MultiStepLR(optimizer, { milestones: [1, 3] });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.1, 0.1, 0.01]
 */
export class MultiStepLR extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof multiStepLR>,
  MultiStepLROptions
>(multiStepLR, {
  total: ({ milestones }) => Math.max(0, ...milestones),
  rate: ({ milestones, gamma }, lr, _base, step) =>
    lr * gamma ** milestones.filter((milestone) => milestone === step).length,
}) {}

const exponentialLR = /* @__PURE__ */ schedule("new ExponentialLR(optimizer, { gamma: 0.99 })", () => ({
  /** The factor of each step. */
  gamma: required(number(undefined, { min: 0 })),
}));

/** Options of {@link ExponentialLR}. */
export interface ExponentialLROptions extends OptionsOf<typeof exponentialLR> {}

/**
 * Multiplies the rate by gamma at every step.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ExponentialLR(optimizer, { gamma: 0.5 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0.25, 0.125]
 */
export class ExponentialLR extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof exponentialLR>,
  ExponentialLROptions
>(exponentialLR, {
  rate: ({ gamma }, lr, _base, step) => (step === 0 ? lr : lr * gamma),
}) {}
