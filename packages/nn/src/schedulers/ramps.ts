// Schedules that move the rate to its end in a number of steps.
import { number, required, size, whole } from "@saccade/tensor/contract";
import { noam } from "../definitions/noam.ts";
import { positive, share } from "../rules.ts";
import { type OptionsOf, type SettingsOf, schedule } from "./schedule.ts";
import { schedulerOf } from "./scheduler.ts";

const linearLR = /* @__PURE__ */ schedule(
  "new LinearLR(optimizer, { startFactor: 0.1, totalIters: 10 })",
  () => ({
    /** The factor at step 0, above 0 and at most 1. Default 1/3. */
    startFactor: number(1 / 3, { above: 0, max: 1 }),
    /** The final factor, from 0 to 1. Default 1. */
    endFactor: share(1),
    /** The number of steps to the final factor. Default 5. */
    totalIters: whole(5, { min: 1 }),
  }),
);

/** Options of {@link LinearLR}. */
export interface LinearLROptions extends OptionsOf<typeof linearLR> {}

/**
 * Multiplies the rate by a factor that changes linearly from `startFactor` to `endFactor` in `totalIters` steps, then
 * stays constant.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LinearLR(optimizer, { startFactor: 0.5, totalIters: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.75, 1, 1]
 */
export class LinearLR extends /* @__PURE__ */ schedulerOf<SettingsOf<typeof linearLR>, LinearLROptions>(
  linearLR,
  {
    total: ({ totalIters }) => totalIters,
    rate({ startFactor, endFactor, totalIters }, lr, _base, step) {
      const factor = (at: number): number =>
        at >= totalIters ? endFactor : startFactor + ((endFactor - startFactor) * at) / totalIters;
      if (step === 0) return lr * startFactor;
      // The ratio of two factors, never below 0. Where the rate has come to 0, it stays there.
      const before = factor(step - 1);
      return before === 0 ? lr : (lr * factor(step)) / before;
    },
  },
) {}

/** The rules of a warmup, for functions that take more. */
export const warmupRules = () => ({
  /** The number of steps until the full rate is reached. */
  steps: required(whole(undefined, { min: 0 })),
  /** The factor at step 0, from 0 to 1. Default 1 / (steps + 1), for equal increments. */
  startFactor: number(undefined, { min: 0, max: 1 }),
});
const linearWarmup = /* @__PURE__ */ schedule("new LinearWarmup(optimizer, { steps: 100 })", warmupRules);

/** Options of {@link LinearWarmup}. */
export interface LinearWarmupOptions extends OptionsOf<typeof linearWarmup> {}

/**
 * Increases the rate linearly to the base rate in `steps` steps, then keeps it constant. Goyal et al. 2017, "Accurate,
 * Large Minibatch SGD".
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LinearWarmup(optimizer, { steps: 4 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.4, 0.6, 0.8]
 */
export class LinearWarmup extends /* @__PURE__ */ schedulerOf<LinearWarmupSettings, LinearWarmupOptions>(
  (optimizer, options) => {
    const [kind, , { steps, startFactor = 1 / (steps + 1) }, rules] = linearWarmup(optimizer, options);
    return [kind, optimizer, { steps, startFactor }, rules];
  },
  {
    total: ({ steps }) => steps,
    rate: ({ steps, startFactor }, _lr, base, step) =>
      step >= steps ? base : base * (startFactor + ((1 - startFactor) * step) / steps),
  },
) {}

type LinearWarmupSettings = { steps: number; startFactor: number };

const polynomialLR = /* @__PURE__ */ schedule(
  "new PolynomialLR(optimizer, { totalIters: 100, power: 2 })",
  () => ({
    /** The number of steps to 0. Default 5. */
    totalIters: whole(5, { min: 1 }),
    /** The power of the polynomial. Default 1. */
    power: positive(1),
  }),
);

/** Options of {@link PolynomialLR}. */
export interface PolynomialLROptions extends OptionsOf<typeof polynomialLR> {}

/**
 * Lets the rate fall to 0 in `totalIters` steps: times (1 − step / totalIters) to the power `power`.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new PolynomialLR(optimizer, { totalIters: 4, power: 2 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5625, 0.2500, 0.0625, 0]
 */
export class PolynomialLR extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof polynomialLR>,
  PolynomialLROptions
>(polynomialLR, {
  total: ({ totalIters }) => totalIters,
  rate({ totalIters, power }, lr, _base, step) {
    if (step === 0 || step > totalIters) return lr;
    return lr * ((1 - step / totalIters) / (1 - (step - 1) / totalIters)) ** power;
  },
}) {}

const constantLR = /* @__PURE__ */ schedule(
  "new ConstantLR(optimizer, { factor: 0.5, totalIters: 10 })",
  () => ({
    /** The factor of the rate until then, above 0 and at most 1. Default 1/3. */
    factor: number(1 / 3, { above: 0, max: 1 }),
    /** The number of steps until the full rate. Default 5. */
    totalIters: whole(5, { min: 1 }),
  }),
);

/** Options of {@link ConstantLR}. */
export interface ConstantLROptions extends OptionsOf<typeof constantLR> {}

/**
 * Multiplies the rate by a constant factor for `totalIters` steps, then takes the factor back.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ConstantLR(optimizer, { factor: 0.5, totalIters: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 1]
 */
export class ConstantLR extends /* @__PURE__ */ schedulerOf<SettingsOf<typeof constantLR>, ConstantLROptions>(
  constantLR,
  {
    total: ({ totalIters }) => totalIters,
    rate({ factor, totalIters }, lr, _base, step) {
      if (step === 0) return lr * factor;
      return step === totalIters ? lr / factor : lr;
    },
  },
) {}

const noamLR = /* @__PURE__ */ schedule(
  "new NoamLR(optimizer, { dModel: 512, warmupSteps: 4000 })",
  () => ({
    /** The width of the model, d_model. */
    dModel: required(size()),
    /** The number of steps in which the rate rises. Default 4000. */
    warmupSteps: whole(4000, { min: 1 }),
  }),
  { modelSize: "write dModel", factor: "set the optimizer's lr: it multiplies the rate" },
);

/** Options of {@link NoamLR}. */
export interface NoamLROptions extends OptionsOf<typeof noamLR> {}

/**
 * The base rate times dModel^−½ · min(n^−½, n · warmupSteps^−1.5), where n counts steps from 1: the rate rises linearly
 * for `warmupSteps` steps, then falls with the square root of the step. Vaswani et al. 2017, "Attention Is All You
 * Need", equation 3, with the optimizer's `lr` set to 1.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new Adam(new Linear(1, 1), { lr: 1, betas: [0.9, 0.98], eps: 1e-9 });
 * new NoamLR(optimizer, { dModel: 512, warmupSteps: 4000 }).step();
 * optimizer.lr // 3.4939e-7
 */
export class NoamLR extends /* @__PURE__ */ schedulerOf<SettingsOf<typeof noamLR>, NoamLROptions>(noamLR, {
  total: ({ warmupSteps }) => warmupSteps,
  rate: ({ dModel, warmupSteps }, _lr, base, step) => base * noam(step + 1, dModel, warmupSteps),
}) {}
