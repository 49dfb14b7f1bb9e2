import { requireFinite, requireWhole, type Scheduled, Scheduler } from "./scheduler.ts";

export interface StepLROptions {
  /** Steps from one decay to the next. */
  readonly stepSize: number;
  /** What the rate is multiplied with. Default 0.1. */
  readonly gamma?: number;
}

/** Multiplies the rate by gamma every `stepSize` steps. */
export class StepLR extends Scheduler<{ stepSize: number; gamma: number }> {
  constructor(optimizer: Scheduled, { stepSize, gamma = 0.1 }: StepLROptions) {
    super("StepLR", optimizer, { stepSize, gamma });
    this.setLrs();
  }

  protected override checkSettings({ stepSize, gamma }: { stepSize: number; gamma: number }): void {
    requireWhole("StepLR", "stepSize", stepSize, 1);
    requireFinite("StepLR", "gamma", gamma);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { stepSize, gamma } = this.settings;
    return step === 0 || step % stepSize !== 0 ? lr : lr * gamma;
  }
}

export interface MultiStepLROptions {
  /** The steps at which the rate decays; one named twice counts twice. */
  readonly milestones: readonly number[];
  /** What the rate is multiplied with. Default 0.1. */
  readonly gamma?: number;
}

type MultiStepSettings = { milestones: readonly number[]; gamma: number };

/** Multiplies the rate by gamma at each milestone. */
export class MultiStepLR extends Scheduler<MultiStepSettings> {
  constructor(optimizer: Scheduled, { milestones, gamma = 0.1 }: MultiStepLROptions) {
    super("MultiStepLR", optimizer, { milestones: [...milestones], gamma });
    this.setLrs();
  }

  protected override checkSettings({ milestones, gamma }: MultiStepSettings): void {
    for (const milestone of milestones) requireWhole("MultiStepLR", "a milestone", milestone, 0);
    requireFinite("MultiStepLR", "gamma", gamma);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { milestones, gamma } = this.settings;
    return lr * gamma ** milestones.filter((milestone) => milestone === step).length;
  }
}

export interface ExponentialLROptions {
  /** What the rate is multiplied with at each step. */
  readonly gamma: number;
}

/** Multiplies the rate by gamma at every step. */
export class ExponentialLR extends Scheduler<{ gamma: number }> {
  constructor(optimizer: Scheduled, { gamma }: ExponentialLROptions) {
    super("ExponentialLR", optimizer, { gamma });
    this.setLrs();
  }

  protected override checkSettings({ gamma }: { gamma: number }): void {
    requireFinite("ExponentialLR", "gamma", gamma);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    return step === 0 ? lr : lr * this.settings.gamma;
  }
}

export interface LambdaLROptions {
  /** The factor on the base rate at each step; a list has one a group. */
  readonly lrLambda: LrLambda | readonly LrLambda[];
}

type LrLambda = (step: number) => number;

/** The base rate times a function of the step. The function is not part of the state. */
export class LambdaLR extends Scheduler<Record<never, never>> {
  readonly #lambdas: readonly LrLambda[];

  constructor(optimizer: Scheduled, { lrLambda }: LambdaLROptions) {
    super("LambdaLR", optimizer, {});
    const groups = optimizer.paramGroups;
    this.#lambdas = typeof lrLambda === "function" ? groups.map(() => lrLambda) : lrLambda;
    if (this.#lambdas.length !== groups.length) {
      throw new RangeError(
        `LambdaLR: ${this.#lambdas.length} functions for ${groups.length} parameter groups; give one for each, or one.`,
      );
    }
    this.setLrs();
  }

  protected override nextLr(_lr: number, base: number, step: number, group: number): number {
    return base * this.#lambdas[group]!(step);
  }
}
