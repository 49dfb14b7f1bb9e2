// Schedulers that move the momentum against the rate, with a rate for all groups or one for each.
import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/checks";
import { flag, number, oneOf, type Rules, required } from "@saccade/tensor/contract";
import { decay } from "../rules.ts";
import { checkPerGroup, ofGroup, perGroup } from "./per-group.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule, steps } from "./schedule.ts";
import { Scheduler, type Settings } from "./scheduler.ts";

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
