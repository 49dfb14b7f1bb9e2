import { number, type OptionsOf, type SettingsOf, whole } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { type Scheduled, schedule } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

const polynomialLR = schedule("PolynomialLR", "new PolynomialLR(optimizer, { totalIters: 100, power: 2 })", {
  /** The number of steps to 0. Default 5. */
  totalIters: whole(5, { min: 1 }),
  /** The power of the polynomial. Default 1. */
  power: positive(1),
});

/** Options of {@link PolynomialLR}. */
export interface PolynomialLROptions extends OptionsOf<typeof polynomialLR.options> {}

/**
 * Lets the rate fall to 0 in `totalIters` steps: times (1 − step / totalIters) to the power `power`.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new PolynomialLR(optimizer, { totalIters: 4, power: 2 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5625, 0.2500, 0.0625, 0]
 */
export class PolynomialLR extends Scheduler<SettingsOf<typeof polynomialLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: PolynomialLROptions = {}) {
    super(...polynomialLR(optimizer, options));
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.totalIters;
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { totalIters, power } = this.settings;
    if (step === 0 || step > totalIters) return lr;
    return lr * ((1 - step / totalIters) / (1 - (step - 1) / totalIters)) ** power;
  }
}

const constantLR = schedule("ConstantLR", "new ConstantLR(optimizer, { factor: 0.5, totalIters: 10 })", {
  /** The factor of the rate until then, above 0 and at most 1. Default 1/3. */
  factor: number(1 / 3, { above: 0, max: 1 }),
  /** The number of steps until the full rate. Default 5. */
  totalIters: whole(5, { min: 1 }),
});

/** Options of {@link ConstantLR}. */
export interface ConstantLROptions extends OptionsOf<typeof constantLR.options> {}

/**
 * Multiplies the rate by a constant factor for `totalIters` steps, then takes the factor back.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ConstantLR(optimizer, { factor: 0.5, totalIters: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 1]
 */
export class ConstantLR extends Scheduler<SettingsOf<typeof constantLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: ConstantLROptions = {}) {
    super(...constantLR(optimizer, options));
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.totalIters;
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { factor, totalIters } = this.settings;
    if (step === 0) return lr * factor;
    return step === totalIters ? lr / factor : lr;
  }
}
