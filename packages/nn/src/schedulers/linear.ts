import { badArgument, checkInteger, checkOptions, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { checkFinite, renamed, requireOptions, type Scheduled, Scheduler } from "./scheduler.ts";

/** Options of {@link LinearLR}. */
export interface LinearLROptions {
  /** The factor at step 0, above 0 and at most 1. Default 1/3. */
  readonly startFactor?: number;
  /** The final factor, from 0 to 1. Default 1. */
  readonly endFactor?: number;
  /** The number of steps to the final factor. Default 5. */
  readonly totalIters?: number;
}

type LinearSettings = { startFactor: number; endFactor: number; totalIters: number };

const linearOptions = optionNames<LinearLROptions>(
  "LinearLR",
  { startFactor: true, endFactor: true, totalIters: true },
  "new LinearLR(optimizer, { startFactor: 0.1, totalIters: 10 })",
  renamed,
);

/**
 * Multiplies the rate by a factor that changes linearly from `startFactor` to `endFactor` in `totalIters` steps, then
 * stays constant.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LinearLR(optimizer, { startFactor: 0.5, totalIters: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.75, 1, 1]
 */
export class LinearLR extends Scheduler<LinearSettings> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: LinearLROptions = {}) {
    refuseExtra(linearOptions, arguments, 2);
    checkOptions(linearOptions, options);
    const { startFactor = 1 / 3, endFactor = 1, totalIters = 5 } = options;
    super("LinearLR", optimizer, { startFactor, endFactor, totalIters });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.totalIters;
  }

  protected override checkSettings({ startFactor, endFactor, totalIters }: LinearSettings): void {
    checkInteger("LinearLR", "totalIters", totalIters, 1);
    if (!(typeof startFactor === "number" && startFactor > 0 && startFactor <= 1))
      throw badArgument("LinearLR", "startFactor", "a number above 0 and at most 1", startFactor);
    checkFinite("LinearLR", "endFactor", endFactor, 0, 1);
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

/** Options of {@link LinearWarmup}. */
export interface LinearWarmupOptions {
  /** The number of steps until the full rate is reached. */
  readonly steps: number;
  /** The factor at step 0, from 0 to 1. Default 1 / (steps + 1), for equal increments. */
  readonly startFactor?: number;
}

const warmupExample = "new LinearWarmup(optimizer, { steps: 100 })";
const warmupOptions = optionNames<LinearWarmupOptions>(
  "LinearWarmup",
  { steps: true, startFactor: true },
  warmupExample,
  renamed,
);

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
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: LinearWarmupOptions) {
    refuseExtra(warmupOptions, arguments, 2);
    requireOptions("LinearWarmup", options, warmupExample);
    checkOptions(warmupOptions, options);
    const { steps, startFactor = 1 / (steps + 1) } = options;
    super("LinearWarmup", optimizer, { steps, startFactor });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.steps;
  }

  protected override checkSettings({ steps, startFactor }: { steps: number; startFactor: number }): void {
    checkInteger("LinearWarmup", "steps", steps, 0);
    checkFinite("LinearWarmup", "startFactor", startFactor, 0, 1);
  }

  protected override nextLr(_lr: number, base: number, step: number): number {
    const { steps, startFactor } = this.settings;
    return step >= steps ? base : base * (startFactor + ((1 - startFactor) * step) / steps);
  }
}
