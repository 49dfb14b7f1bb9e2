// Schedulers that may have a rate or a function for each group; some move the momentum against the rate.
import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/checks";
import {
  callable,
  flag,
  listOf,
  number,
  oneOf,
  type RequiredRule,
  type Rule,
  type Rules,
  readRule,
  required,
  rule,
  whole,
} from "@saccade/tensor/contract";
import { decay, either, positive } from "../rules.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule, steps } from "./schedule.ts";
import { Scheduler, type Settings } from "./scheduler.ts";

/** A number for all groups, or a list with one for each. */
type PerGroup = number | readonly number[];

/** The rule of a number ≥ 0 for all groups, or one for each. */
function perGroup(): RequiredRule<PerGroup> {
  const one = number(undefined, { min: 0 });
  return required(either("a number ≥ 0, or a list with one for each group", one, listOf(one)));
}

/** A group's value: its item of a list, or the common value. @throws ArgumentError for a group added after the scheduler. */
function ofGroup<T extends number | ((step: number) => number)>(
  kind: string,
  value: T | readonly T[],
  group: number,
): T {
  if (!Array.isArray(value)) return value as T;
  const own: T | undefined = value[group];
  if (own === undefined)
    throw new ArgumentError(`${kind}: a group was added to the optimizer; make a new scheduler, with one for each group.`); // biome-ignore format: one line
  return own;
}

/** @throws ArgumentError for a list that has not one number for each group. */
function checkPerGroup(kind: string, name: string, value: PerGroup, { paramGroups }: Scheduled): void {
  if (typeof value !== "number" && value.length !== paramGroups.length)
    throw badArgument(kind, name, `a number, or one for each of the ${paramGroups.length} groups`, value);
}

/** The settings of schedulers that cycle the momentum. */
type MomentumSettings = Settings & { cycleMomentum: boolean; baseMomentum: number; maxMomentum: number };

/** A scheduler that may move the momentum against the rate: a group's `momentum`, or the first of its `betas`. */
abstract class MomentumScheduler<S extends MomentumSettings> extends Scheduler<S> {
  /** @throws ArgumentError unless each group has a momentum, for the lower momentum above the other. */
  protected constructor(kind: string, optimizer: Scheduled, settings: S, rules: Rules) {
    const { cycleMomentum, baseMomentum, maxMomentum } = settings;
    if (cycleMomentum) {
      const without = optimizer.paramGroups.find((group) => !("momentum" in group) && !("betas" in group));
      if (without !== undefined)
        throw badArgument(
          kind,
          "optimizer",
          "one with momentum or betas",
          without,
          "write cycleMomentum: false to leave the momentum alone",
        );
      if (baseMomentum > maxMomentum)
        throw badArgument(kind, "baseMomentum", `a number ≤ maxMomentum = ${maxMomentum}`, baseMomentum);
    }
    super(kind, optimizer, settings, rules);
  }

  /** The momentum at a step. */
  protected abstract momentumAt(step: number): number;

  protected override setLrs(): void {
    super.setLrs();
    if (!this.settings.cycleMomentum) return;
    const momentum = this.momentumAt(this.lastStep);
    for (const group of this.optimizer.paramGroups)
      if ("betas" in group) {
        const betas = Reflect.get(group, "betas") as readonly number[];
        Reflect.set(group, "betas", [momentum, ...betas.slice(1)]);
      } else Reflect.set(group, "momentum", momentum);
  }
}

const cyclic = /* @__PURE__ */ schedule(
  "new CyclicLR(optimizer, { baseLr: 0.001, maxLr: 0.1 })",
  () => ({
    /** The lowest rate, for all groups or one for each. */
    baseLr: perGroup(),
    /** The highest rate, for all groups or one for each. */
    maxLr: perGroup(),
    /** The number of steps in which the rate rises. Default 2000. */
    stepSizeUp: number(2000, { above: 0 }),
    /** The number of steps in which it falls. Default: stepSizeUp. */
    stepSizeDown: number(undefined, { above: 0 }),
    /** How the height of cycles changes: not at all, halved in each, or multiplied by gamma in each step. Default "triangular". */
    mode: oneOf(["triangular", "triangular2", "exp_range"], "triangular"),
    /** The factor of mode "exp_range". Default 1. */
    gamma: number(1, { min: 0 }),
    /** Whether the momentum cycles against the rate: `momentum`, or the first of `betas`. Default true. */
    cycleMomentum: flag(true),
    /** The lowest momentum, at the highest rate. Default 0.8. */
    baseMomentum: decay(0.8),
    /** The highest momentum. Default 0.9. */
    maxMomentum: decay(0.9),
  }),
  {
    scaleFn: "write a mode, or a LambdaLR",
    scaleMode: "write a mode, or a LambdaLR",
  },
);

/** Options of {@link CyclicLR}. */
export interface CyclicLROptions extends OptionsOf<typeof cyclic> {}

type CyclicSettings = SettingsOf<typeof cyclic> & { stepSizeDown: number };

/**
 * Moves the rate between two bounds and back, again and again, while the momentum moves against it. Smith 2017, "Cyclical
 * Learning Rates for Training Neural Networks".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CyclicLR(optimizer, { baseLr: 0, maxLr: 1, stepSizeUp: 2 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 0.5, 0]
 */
export class CyclicLR extends MomentumScheduler<CyclicSettings> {
  /** @throws ArgumentError for anything but an optimizer, one without momentum to cycle, or a wrong option. */
  constructor(optimizer: Scheduled, options: CyclicLROptions) {
    const [kind, , settings, rules] = cyclic(optimizer, options);
    const { baseLr, maxLr, stepSizeUp, stepSizeDown = stepSizeUp } = settings;
    checkPerGroup(kind, "baseLr", baseLr, optimizer);
    checkPerGroup(kind, "maxLr", maxLr, optimizer);
    optimizer.paramGroups.forEach((_, group) => {
      const [low, high] = [ofGroup(kind, baseLr, group), ofGroup(kind, maxLr, group)];
      if (low > high) throw badArgument(kind, "baseLr", `at most maxLr = ${high}`, low);
    });
    super(kind, optimizer, { ...settings, stepSizeDown }, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.stepSizeUp + this.settings.stepSizeDown;
  }

  protected override momentumAt(step: number): number {
    const { baseMomentum, maxMomentum } = this.settings;
    return maxMomentum - (maxMomentum - baseMomentum) * this.#height(step);
  }

  protected override nextLr(_lr: number, _base: number, step: number, group: number): number {
    const low = ofGroup(this.kind, this.settings.baseLr, group);
    return low + (ofGroup(this.kind, this.settings.maxLr, group) - low) * this.#height(step);
  }

  /** How far up a step is, from 0 to 1. */
  #height(step: number): number {
    const { stepSizeUp, stepSizeDown, mode, gamma } = this.settings;
    const length = stepSizeUp + stepSizeDown;
    const [top, cycle] = [stepSizeUp / length, Math.floor(1 + step / length)];
    const at = 1 + step / length - cycle;
    const height = at <= top ? at / top : (at - 1) / (top - 1);
    if (mode === "triangular") return height;
    return height * (mode === "triangular2" ? 0.5 ** (cycle - 1) : gamma ** step);
  }
}

const oneCycle = /* @__PURE__ */ schedule(
  "new OneCycleLR(optimizer, { maxLr: 0.1, totalSteps: 1000 })",
  () => ({
    /** The highest rate, for all groups or one for each. */
    maxLr: perGroup(),
    /** The number of steps of the cycle. */
    totalSteps: required(steps),
    /** The share of the steps in which the rate rises. Default 0.3. */
    pctStart: number(0.3, { above: 0, max: 1 }),
    /** Whether rates follow half a cosine or a line between the phases' ends. Default "cos". */
    annealStrategy: oneOf(["cos", "linear"], "cos"),
    /** Whether the momentum cycles against the rate: `momentum`, or the first of `betas`. Default true. */
    cycleMomentum: flag(true),
    /** The lowest momentum, at the highest rate. Default 0.85. */
    baseMomentum: decay(0.85),
    /** The highest momentum. Default 0.95. */
    maxMomentum: decay(0.95),
    /** The first rate is maxLr / divFactor. Default 25. */
    divFactor: number(25, { above: 0 }),
    /** The last rate is the first / finalDivFactor. Default 1e4. */
    finalDivFactor: number(1e4, { above: 0 }),
    /** Whether the rate falls to the first rate before it falls to the last. Default false. */
    threePhase: flag(false),
  }),
  {
    epochs: "write totalSteps: epochs * stepsPerEpoch",
    stepsPerEpoch: "write totalSteps: epochs * stepsPerEpoch",
  },
);

/** Options of {@link OneCycleLR}. */
export interface OneCycleLROptions extends OptionsOf<typeof oneCycle> {}

type Level = "first" | "max" | "last";

/**
 * One cycle: the rate rises from maxLr / divFactor to `maxLr` and falls to far below the first rate, while the momentum
 * falls and rises. Smith and Topin 2019, "Super-Convergence"; without a third phase, as fast.ai has it.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1, momentum: 0.9 });
 * const scheduler = new OneCycleLR(optimizer, { maxLr: 1, totalSteps: 5, pctStart: 0.4, annealStrategy: "linear" });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [1, 0.6667, 0.3333]
 */
export class OneCycleLR extends MomentumScheduler<SettingsOf<typeof oneCycle>> {
  /** @throws ArgumentError for anything but an optimizer, one without momentum to cycle, or a wrong option. */
  constructor(optimizer: Scheduled, options: OneCycleLROptions) {
    const [kind, , settings, rules] = oneCycle(optimizer, options);
    checkPerGroup(kind, "maxLr", settings.maxLr, optimizer);
    super(kind, optimizer, settings, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.totalSteps;
  }

  /** @throws ArgumentError beyond the last step. */
  protected override moveOn(): void {
    const { totalSteps } = this.settings;
    if (this.lastStep + 1 > totalSteps)
      throw new ArgumentError(
        `OneCycleLR.step: the cycle of ${totalSteps} steps is over; make the scheduler with a larger totalSteps, or call ` +
          "restart().",
      );
    super.moveOn();
  }

  protected override momentumAt(step: number): number {
    const { baseMomentum, maxMomentum } = this.settings;
    return this.#at(step, (level) => (level === "max" ? baseMomentum : maxMomentum));
  }

  protected override nextLr(_lr: number, _base: number, step: number, group: number): number {
    const { maxLr, divFactor, finalDivFactor } = this.settings;
    const max = ofGroup(this.kind, maxLr, group);
    const first = max / divFactor;
    return this.#at(step, (level) => ({ first, max, last: first / finalDivFactor })[level]);
  }

  /** The value at a step, between those of its phase's ends. */
  #at(step: number, valueOf: (level: Level) => number): number {
    const { totalSteps, pctStart, annealStrategy, threePhase } = this.settings;
    const peak = pctStart * totalSteps - 1;
    const phases: [end: number, level: Level][] = threePhase
      ? [[peak, "max"], [2 * peak, "first"], [totalSteps - 1, "last"]] // biome-ignore format: one line
      : [[peak, "max"], [totalSteps - 1, "last"]]; // biome-ignore format: one line
    let i = phases.findIndex(([end]) => step <= end);
    if (i < 0) i = phases.length - 1;
    const [end, level] = phases[i]!;
    const [start, before] = phases[i - 1] ?? [0, "first"];
    const [from, to] = [valueOf(before), valueOf(level)];
    const share = (step - start) / (end - start);
    if (annealStrategy === "linear") return from + (to - from) * share;
    return to + ((from - to) / 2) * (1 + Math.cos(Math.PI * share));
  }
}

const swa = /* @__PURE__ */ schedule("new SWALR(optimizer, { swaLr: 0.05 })", () => ({
  /** The rate at the end, for all groups or one for each. */
  swaLr: perGroup(),
  /** The number of steps to it. Default 10. */
  annealEpochs: whole(10, { min: 0 }),
  /** Whether the rate follows half a cosine or a line. Default "cos". */
  annealStrategy: oneOf(["cos", "linear"], "cos"),
}));

/** Options of {@link SWALR}. */
export interface SWALROptions extends OptionsOf<typeof swa> {}

/**
 * Anneals the rate from where it is to `swaLr` in `annealEpochs` steps, then stays constant: for averaging weights, with
 * {@link AveragedModel}. Izmailov et al. 2018, "Averaging Weights Leads to Wider Optima and Better Generalization".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new SWALR(optimizer, { swaLr: 0, annealEpochs: 2, annealStrategy: "linear" });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0, 0]
 */
export class SWALR extends Scheduler<SettingsOf<typeof swa>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: SWALROptions) {
    const [kind, , settings, rules] = swa(optimizer, options);
    checkPerGroup(kind, "swaLr", settings.swaLr, optimizer);
    super(kind, optimizer, settings, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.annealEpochs;
  }

  // From the present rate, which other schedulers may have set: the rate that it was annealed from is computed back.
  protected override nextLr(lr: number, _base: number, step: number, group: number): number {
    const to = ofGroup(this.kind, this.settings.swaLr, group);
    const now = this.settings.annealEpochs === 0 ? Math.max(1, step) : step;
    const [before, share] = [this.#share(now - 1), this.#share(now)];
    const from = before === 1 ? to : (lr - before * to) / (1 - before);
    return to * share + from * (1 - share);
  }

  #share(step: number): number {
    const { annealEpochs, annealStrategy } = this.settings;
    const t = Math.max(0, Math.min(1, step / Math.max(1, annealEpochs)));
    return annealStrategy === "linear" ? t : (1 - Math.cos(Math.PI * t)) / 2;
  }
}

type LrLambda = (step: number) => number;

const lambdas: Rule<LrLambda | readonly LrLambda[], undefined> = /* @__PURE__ */ rule(
  "a function of the step, or a list of them",
  (value): value is LrLambda => [value].flat().every(callable<LrLambda>().holds),
);

const lambdaLR = /* @__PURE__ */ schedule(
  "new LambdaLR(optimizer, { lrLambda: (step) => 0.95 ** step })",
  () => ({
    /** The factor of the base rate as a function of the step; or a list with one function per group. */
    lrLambda: required(lambdas),
  }),
);

/** Options of {@link LambdaLR}. */
export interface LambdaLROptions extends OptionsOf<typeof lambdaLR> {}

/** The rule of a lambda's result. */
const factorRule = /* @__PURE__ */ required(/* @__PURE__ */ positive(1));

/** A scheduler by functions of the step, one or one for each group. They are not part of the state. */
abstract class ByLambda extends Scheduler<Record<never, never>> {
  readonly #lambdas: LrLambda | readonly LrLambda[];

  constructor([kind, optimizer, { lrLambda }]: ReturnType<typeof lambdaLR>) {
    const { length } = optimizer.paramGroups;
    if (typeof lrLambda !== "function" && lrLambda.length !== length)
      throw badArgument(kind, "lrLambda", `one function, or one for each of the ${length} groups`, lrLambda);
    super(kind, optimizer, {});
    this.#lambdas = lrLambda;
    this.setLrs();
  }

  protected factor(step: number, group: number): number {
    const factor = ofGroup(this.kind, this.#lambdas, group)(step);
    return readRule(this.kind, `lrLambda(${step})`, factorRule, factor, "a function that returns one");
  }
}

/**
 * Sets the rate to the base rate times a function of the step. The function is not part of the state.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LambdaLR(optimizer, { lrLambda: (step) => 1 / (1 + step) });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0.3333, 0.25]
 */
export class LambdaLR extends ByLambda {
  /** @throws ArgumentError for anything but an optimizer and functions, one or one for each group. */
  constructor(optimizer: Scheduled, options: LambdaLROptions) {
    super(lambdaLR(optimizer, options));
  }

  protected override nextLr(_lr: number, base: number, step: number, group: number): number {
    return base * this.factor(step, group);
  }
}

const multiplicativeLR = /* @__PURE__ */ schedule(
  "new MultiplicativeLR(optimizer, { lrLambda: () => 0.95 })",
  () => ({
    /** The factor of each step as a function of the step; or a list with one function per group. */
    lrLambda: required(lambdas),
  }),
);

/** Options of {@link MultiplicativeLR}. */
export interface MultiplicativeLROptions extends OptionsOf<typeof multiplicativeLR> {}

/**
 * Multiplies the rate by a function of the step. The function is not part of the state.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new MultiplicativeLR(optimizer, { lrLambda: (step) => 1 / step });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [1, 0.5, 0.1667]
 */
export class MultiplicativeLR extends ByLambda {
  /** @throws ArgumentError for anything but an optimizer and functions, one or one for each group. */
  constructor(optimizer: Scheduled, options: MultiplicativeLROptions) {
    super(multiplicativeLR(optimizer, options));
  }

  protected override nextLr(lr: number, _base: number, step: number, group: number): number {
    return step === 0 ? lr : lr * this.factor(step, group);
  }
}
