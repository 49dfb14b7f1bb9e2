import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import {
  checkFinite,
  checkScheduled,
  renamed,
  requireOptions,
  type Scheduled,
  Scheduler,
} from "./scheduler.ts";

/** Options of {@link StepLR}. */
export interface StepLROptions {
  /** The number of steps between decays. */
  readonly stepSize: number;
  /** The decay factor. Default 0.1. */
  readonly gamma?: number;
}

const stepExample = "new StepLR(optimizer, { stepSize: 30 })";
const stepOptions = optionNames<StepLROptions>(
  "StepLR",
  { stepSize: true, gamma: true },
  stepExample,
  renamed,
);

/**
 * Multiplies the rate by gamma every `stepSize` steps.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new StepLR(optimizer, { stepSize: 2, gamma: 0.1 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [1, 0.1, 0.1, 0.01]
 */
export class StepLR extends Scheduler<{ stepSize: number; gamma: number }> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: StepLROptions) {
    refuseExtra(stepOptions, arguments, 2);
    requireOptions("StepLR", options, stepExample);
    checkOptions(stepOptions, options);
    const { stepSize, gamma = 0.1 } = options;
    super("StepLR", optimizer, { stepSize, gamma });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.stepSize;
  }

  protected override checkSettings({ stepSize, gamma }: { stepSize: number; gamma: number }): void {
    checkInteger("StepLR", "stepSize", stepSize, 1);
    checkFinite("StepLR", "gamma", gamma, 0);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { stepSize, gamma } = this.settings;
    return step === 0 || step % stepSize !== 0 ? lr : lr * gamma;
  }
}

/** Options of {@link MultiStepLR}. */
export interface MultiStepLROptions {
  /** The steps at which the rate decays. A repeated step decays the rate repeatedly. */
  readonly milestones: readonly number[];
  /** The decay factor. Default 0.1. */
  readonly gamma?: number;
}

type MultiStepSettings = { milestones: readonly number[]; gamma: number };

const multiStepExample = "new MultiStepLR(optimizer, { milestones: [30, 80] })";
const multiStepOptions = optionNames<MultiStepLROptions>(
  "MultiStepLR",
  { milestones: true, gamma: true },
  multiStepExample,
  renamed,
);

/**
 * Multiplies the rate by gamma at each milestone.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new MultiStepLR(optimizer, { milestones: [1, 3] });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.1, 0.1, 0.01]
 */
export class MultiStepLR extends Scheduler<MultiStepSettings> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: MultiStepLROptions) {
    refuseExtra(multiStepOptions, arguments, 2);
    requireOptions("MultiStepLR", options, multiStepExample);
    checkOptions(multiStepOptions, options);
    const { milestones, gamma = 0.1 } = options;
    if (!Array.isArray(milestones))
      throw badArgument(
        "MultiStepLR",
        "milestones",
        "a list of steps",
        milestones,
        `write ${multiStepExample}`,
      );
    super("MultiStepLR", optimizer, { milestones: [...milestones], gamma });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return Math.max(0, ...this.settings.milestones);
  }

  protected override checkSettings({ milestones, gamma }: MultiStepSettings): void {
    for (const [i, milestone] of milestones.entries())
      checkInteger("MultiStepLR", `milestones[${i}]`, milestone, 0);
    checkFinite("MultiStepLR", "gamma", gamma, 0);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    const { milestones, gamma } = this.settings;
    return lr * gamma ** milestones.filter((milestone) => milestone === step).length;
  }
}

/** Options of {@link ExponentialLR}. */
export interface ExponentialLROptions {
  /** The factor of each step. */
  readonly gamma: number;
}

const exponentialExample = "new ExponentialLR(optimizer, { gamma: 0.99 })";
const exponentialOptions = optionNames<ExponentialLROptions>(
  "ExponentialLR",
  { gamma: true },
  exponentialExample,
  renamed,
);

/**
 * Multiplies the rate by gamma at every step.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ExponentialLR(optimizer, { gamma: 0.5 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0.25, 0.125]
 */
export class ExponentialLR extends Scheduler<{ gamma: number }> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: ExponentialLROptions) {
    refuseExtra(exponentialOptions, arguments, 2);
    requireOptions("ExponentialLR", options, exponentialExample);
    checkOptions(exponentialOptions, options);
    const { gamma } = options;
    super("ExponentialLR", optimizer, { gamma });
    this.setLrs();
  }

  protected override checkSettings({ gamma }: { gamma: number }): void {
    checkFinite("ExponentialLR", "gamma", gamma, 0);
  }

  protected override nextLr(lr: number, _base: number, step: number): number {
    return step === 0 ? lr : lr * this.settings.gamma;
  }
}

/** Options of {@link LambdaLR}. */
export interface LambdaLROptions {
  /** The factor of the base rate as a function of the step; or a list with one function per group. */
  readonly lrLambda: LrLambda | readonly LrLambda[];
}

type LrLambda = (step: number) => number;

const lambdaExample = "new LambdaLR(optimizer, { lrLambda: (step) => 0.95 ** step })";
const lambdaOptions = optionNames<LambdaLROptions>("LambdaLR", { lrLambda: true }, lambdaExample, renamed);

/**
 * Sets the rate to the base rate times a function of the step. The function is not part of the state.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LambdaLR(optimizer, { lrLambda: (step) => 1 / (1 + step) });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0.3333, 0.25]
 */
export class LambdaLR extends Scheduler<Record<never, never>> {
  readonly #lambdas: readonly LrLambda[];

  /** @throws ArgumentError for what is not an optimizer, anything but functions, or an unknown option. */
  constructor(optimizer: Scheduled, options: LambdaLROptions) {
    refuseExtra(lambdaOptions, arguments, 2);
    requireOptions("LambdaLR", options, lambdaExample);
    checkOptions(lambdaOptions, options);
    checkScheduled("LambdaLR", optimizer);
    const { lrLambda } = options;
    const groups = optimizer.paramGroups;
    const lambdas = Array.isArray(lrLambda) ? lrLambda : groups.map(() => lrLambda);
    for (const lambda of lambdas) checkFunction("LambdaLR", "lrLambda", lambda, `write ${lambdaExample}`);
    if (lambdas.length !== groups.length) {
      const rule = `one function, or one for each of the ${groups.length} parameter groups`;
      throw badArgument("LambdaLR", "lrLambda", rule, lrLambda);
    }
    super("LambdaLR", optimizer, {});
    this.#lambdas = lambdas;
    this.setLrs();
  }

  protected override nextLr(_lr: number, base: number, step: number, group: number): number {
    const factor = this.#lambdas[group]!(step);
    checkFinite("LambdaLR", `lrLambda(${step})`, factor, 0);
    return base * factor;
  }
}
