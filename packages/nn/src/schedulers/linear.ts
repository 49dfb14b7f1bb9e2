import { number, type OptionsOf, required, type SettingsOf, whole } from "@saccade/tensor/contract";
import { share } from "../rules.ts";
import { type Scheduled, schedule } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

const linearLR = schedule("LinearLR", "new LinearLR(optimizer, { startFactor: 0.1, totalIters: 10 })", {
  /** The factor at step 0, above 0 and at most 1. Default 1/3. */
  startFactor: number(1 / 3, { above: 0, max: 1 }),
  /** The final factor, from 0 to 1. Default 1. */
  endFactor: share(1),
  /** The number of steps to the final factor. Default 5. */
  totalIters: whole(5, { min: 1 }),
});

/** Options of {@link LinearLR}. */
export interface LinearLROptions extends OptionsOf<typeof linearLR.options> {}

/**
 * Multiplies the rate by a factor that changes linearly from `startFactor` to `endFactor` in `totalIters` steps, then
 * stays constant.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LinearLR(optimizer, { startFactor: 0.5, totalIters: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.75, 1, 1]
 */
export class LinearLR extends Scheduler<SettingsOf<typeof linearLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: LinearLROptions = {}) {
    super(...linearLR(optimizer, options));
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.totalIters;
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    if (step === 0) return lr * this.settings.startFactor;
    // The ratio of two factors, never below 0. Where the rate has come to 0, it stays there.
    const before = this.#factor(step - 1);
    return before === 0 ? lr : (lr * this.#factor(step)) / before;
  }

  #factor(step: number): number {
    const { startFactor, endFactor, totalIters } = this.settings;
    return step >= totalIters ? endFactor : startFactor + ((endFactor - startFactor) * step) / totalIters;
  }
}

const linearWarmup = schedule("LinearWarmup", "new LinearWarmup(optimizer, { steps: 100 })", {
  /** The number of steps until the full rate is reached. */
  steps: required(whole(undefined, { min: 0 })),
  /** The factor at step 0, from 0 to 1. Default 1 / (steps + 1), for equal increments. */
  startFactor: number(undefined, { min: 0, max: 1 }),
});

/** Options of {@link LinearWarmup}. */
export interface LinearWarmupOptions extends OptionsOf<typeof linearWarmup.options> {}

/** The rules of these options, for functions that take more. */
export const warmupRules: typeof linearWarmup.options.rules = linearWarmup.options.rules;

/**
 * Increases the rate linearly to the base rate in `steps` steps, then keeps it constant. Goyal et al. 2017, "Accurate,
 * Large Minibatch SGD".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LinearWarmup(optimizer, { steps: 4 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.4, 0.6, 0.8]
 */
export class LinearWarmup extends Scheduler<{ steps: number; startFactor: number }> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: LinearWarmupOptions) {
    const [kind, , settings, rules] = linearWarmup(optimizer, options);
    const { steps, startFactor = 1 / (steps + 1) } = settings;
    super(kind, optimizer, { steps, startFactor }, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.steps;
  }

  protected override nextLr(_lr: number, base: number, step: number): number {
    const { steps, startFactor } = this.settings;
    return step >= steps ? base : base * (startFactor + ((1 - startFactor) * step) / steps);
  }
}
