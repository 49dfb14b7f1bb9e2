// Schedulers whose rates are a formula of the step: steps, powers, ramps and cosines.
import { listOf, number, required, size, whole } from "@saccade/tensor/contract";
import { noam } from "../definitions/noam.ts";
import { positive, share } from "../rules.ts";
import { type OptionsOf, type SettingsOf, schedule, steps, warmupRules } from "./schedule.ts";
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

const linearWarmup = /* @__PURE__ */ schedule("new LinearWarmup(optimizer, { steps: 100 })", warmupRules);

/** Options of {@link LinearWarmup}. */
export interface LinearWarmupOptions extends OptionsOf<typeof linearWarmup, ReturnType<typeof warmupRules>> {}

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

const cosineAnnealingLR = /* @__PURE__ */ schedule("new CosineAnnealingLR(optimizer, { tMax: 100 })", () => ({
  /** The number of steps from the base rate to the lowest. */
  tMax: required(steps),
  /** The lowest rate. Default 0. */
  etaMin: positive(0),
}));

/** Options of {@link CosineAnnealingLR}. */
export interface CosineAnnealingLROptions extends OptionsOf<typeof cosineAnnealingLR> {}

/**
 * Anneals the rate along half a cosine from the base rate to `etaMin` in `tMax` steps, and back in the next. The
 * recurrence multiplies the current rate, so it can be chained with other schedulers. Loshchilov and Hutter 2017,
 * "SGDR", without restarts.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CosineAnnealingLR(optimizer, { tMax: 4 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.8536, 0.5, 0.1464, 0]
 */
export class CosineAnnealingLR extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof cosineAnnealingLR>,
  CosineAnnealingLROptions
>(cosineAnnealingLR, {
  total: ({ tMax }) => tMax,
  rate({ tMax, etaMin }, lr, base, step) {
    if (step === 0) return lr;
    // Just past the minimum, the ratio below is 0 / 0, so the first step up is added.
    if ((step - 1 - tMax) % (2 * tMax) === 0)
      return lr + ((base - etaMin) * (1 - Math.cos(Math.PI / tMax))) / 2;
    const now = 1 + Math.cos((Math.PI * step) / tMax);
    const before = 1 + Math.cos((Math.PI * (step - 1)) / tMax);
    return (now / before) * (lr - etaMin) + etaMin;
  },
}) {}

const warmRestarts = /* @__PURE__ */ schedule(
  "new CosineAnnealingWarmRestarts(optimizer, { t0: 10 })",
  () => ({
    /** The number of steps until the first restart: PyTorch's `T_0`. */
    t0: required(steps),
    /** The ratio of the lengths of successive cycles: PyTorch's `T_mult`. Default 1. */
    tMult: whole(1, { min: 1 }),
    /** The lowest rate. Default 0. */
    etaMin: positive(0),
  }),
);

/** Options of {@link CosineAnnealingWarmRestarts}. */
export interface CosineAnnealingWarmRestartsOptions extends OptionsOf<typeof warmRestarts> {}

/**
 * Anneals the rate along half a cosine from the base rate towards `etaMin`, then restarts at the base rate. Loshchilov
 * and Hutter 2017, "SGDR".
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CosineAnnealingWarmRestarts(optimizer, { t0: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 0.5]
 */
export class CosineAnnealingWarmRestarts extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof warmRestarts>,
  CosineAnnealingWarmRestartsOptions
>(warmRestarts, {
  total: ({ t0 }) => t0,
  rate({ t0, tMult, etaMin }, _lr, base, step) {
    let [at, length] = [step, t0]; // The position in the present cycle, and its length.
    if (tMult === 1) at %= t0;
    while (at >= length) [at, length] = [at - length, length * tMult];
    return etaMin + ((base - etaMin) * (1 + Math.cos((Math.PI * at) / length))) / 2;
  },
}) {}
