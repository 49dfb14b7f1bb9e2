import { ArgumentError } from "@saccade/tensor";
import { flag, number, oneOf, required } from "@saccade/tensor/contract";
import { decay } from "../rules.ts";
import { checkPerGroup, MomentumScheduler, ofGroup, perGroup } from "./per-group.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule, steps } from "./schedule.ts";

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
