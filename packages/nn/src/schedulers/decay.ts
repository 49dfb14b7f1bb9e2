import { listOf, number, type OptionsOf, required, type SettingsOf, whole } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { type Scheduled, schedule, steps } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

const stepLR = schedule("StepLR", "new StepLR(optimizer, { stepSize: 30 })", {
  /** The number of steps between decays. */
  stepSize: required(steps),
  /** The decay factor. Default 0.1. */
  gamma: positive(0.1),
});

/** Options of {@link StepLR}. */
export interface StepLROptions extends OptionsOf<typeof stepLR.options> {}

/**
 * Multiplies the rate by gamma every `stepSize` steps.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new StepLR(optimizer, { stepSize: 2, gamma: 0.1 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [1, 0.1, 0.1, 0.01]
 */
export class StepLR extends Scheduler<SettingsOf<typeof stepLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: StepLROptions) {
    super(...stepLR(optimizer, options));
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.stepSize;
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { stepSize, gamma } = this.settings;
    return step === 0 || step % stepSize !== 0 ? lr : lr * gamma;
  }
}

const multiStepLR = schedule("MultiStepLR", "new MultiStepLR(optimizer, { milestones: [30, 80] })", {
  /** The steps at which the rate decays. A repeated step decays the rate repeatedly. */
  milestones: required(listOf(whole(undefined, { min: 0 }))),
  /** The decay factor. Default 0.1. */
  gamma: positive(0.1),
});

/** Options of {@link MultiStepLR}. */
export interface MultiStepLROptions extends OptionsOf<typeof multiStepLR.options> {}

/**
 * Multiplies the rate by gamma at each milestone.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new MultiStepLR(optimizer, { milestones: [1, 3] });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.1, 0.1, 0.01]
 */
export class MultiStepLR extends Scheduler<SettingsOf<typeof multiStepLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: MultiStepLROptions) {
    super(...multiStepLR(optimizer, options));
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return Math.max(0, ...this.settings.milestones);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { milestones, gamma } = this.settings;
    return lr * gamma ** milestones.filter((milestone) => milestone === step).length;
  }
}

const exponentialLR = schedule("ExponentialLR", "new ExponentialLR(optimizer, { gamma: 0.99 })", {
  /** The factor of each step. */
  gamma: required(number(undefined, { min: 0 })),
});

/** Options of {@link ExponentialLR}. */
export interface ExponentialLROptions extends OptionsOf<typeof exponentialLR.options> {}

/**
 * Multiplies the rate by gamma at every step.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ExponentialLR(optimizer, { gamma: 0.5 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0.25, 0.125]
 */
export class ExponentialLR extends Scheduler<SettingsOf<typeof exponentialLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: ExponentialLROptions) {
    super(...exponentialLR(optimizer, options));
    this.setLrs();
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    return step === 0 ? lr : lr * this.settings.gamma;
  }
}
