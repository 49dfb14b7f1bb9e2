import { requireFinite, requireWhole, type Scheduled, Scheduler } from "./scheduler.ts";

export interface LinearLROptions {
  /** The factor on the rate at step 0, above 0 and at most 1. Default 1/3. */
  readonly startFactor?: number;
  /** The factor that is reached, from 0 to 1. Default 1. */
  readonly endFactor?: number;
  /** Steps until it is reached. Default 5. */
  readonly totalIters?: number;
}

type LinearSettings = { startFactor: number; endFactor: number; totalIters: number };

/** A factor on the rate that runs linearly from `startFactor` to `endFactor` in `totalIters` steps, then stays. */
export class LinearLR extends Scheduler<LinearSettings> {
  constructor(optimizer: Scheduled, options: LinearLROptions = {}) {
    const { startFactor = 1 / 3, endFactor = 1, totalIters = 5 } = options;
    super("LinearLR", optimizer, { startFactor, endFactor, totalIters });
    this.setLrs();
  }

  protected override checkSettings({ startFactor, endFactor, totalIters }: LinearSettings): void {
    requireWhole("LinearLR", "totalIters", totalIters, 1);
    if (!(startFactor > 0 && startFactor <= 1)) {
      throw new RangeError(`LinearLR: startFactor is ${startFactor}; it must be above 0 and at most 1.`);
    }
    if (!(endFactor >= 0 && endFactor <= 1)) {
      throw new RangeError(`LinearLR: endFactor is ${endFactor}; it must be from 0 to 1.`);
    }
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { startFactor, endFactor, totalIters } = this.settings;
    if (step === 0) return lr * startFactor;
    if (step > totalIters) return lr;
    const rise = endFactor - startFactor;
    return lr * (1 + rise / (totalIters * startFactor + (step - 1) * rise));
  }
}

export interface LinearWarmupOptions {
  /** Steps until the full rate is in force. */
  readonly steps: number;
  /** The factor on the rate at step 0. Default 1 / (steps + 1): equal rises from nothing. */
  readonly startFactor?: number;
}

/** The rate rises linearly to the base rate in `steps` steps, and stays there. Goyal et al. 2017. */
export class LinearWarmup extends Scheduler<{ steps: number; startFactor: number }> {
  constructor(optimizer: Scheduled, { steps, startFactor = 1 / (steps + 1) }: LinearWarmupOptions) {
    super("LinearWarmup", optimizer, { steps, startFactor });
    this.setLrs();
  }

  protected override checkSettings({ steps, startFactor }: { steps: number; startFactor: number }): void {
    requireWhole("LinearWarmup", "steps", steps, 0);
    requireFinite("LinearWarmup", "startFactor", startFactor);
  }

  protected override nextLr(_lr: number, base: number, step: number): number {
    const { steps, startFactor } = this.settings;
    return step >= steps ? base : base * (startFactor + ((1 - startFactor) * step) / steps);
  }
}
