import { nullable, number, oneOf, whole } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule } from "./schedule.ts";
import { Scheduler, wrongMetric } from "./scheduler.ts";

const plateau = /* @__PURE__ */ schedule("new ReduceLROnPlateau(optimizer, { patience: 5 })", () => ({
  /** Whether a lower or a higher metric is better. Default "min". */
  mode: oneOf(["min", "max"], "min"),
  /** The factor of a reduction, below 1. Default 0.1. */
  factor: number(0.1, { min: 0, below: 1 }),
  /** The number of steps without improvement that are tolerated. Default 10. */
  patience: whole(10, { min: 0 }),
  /** The minimum change that counts as an improvement. Default 1e-4. */
  threshold: positive(1e-4),
  /** Whether the threshold is relative to the best metric or absolute. Default "rel". */
  thresholdMode: oneOf(["rel", "abs"], "rel"),
  /** The number of steps after a reduction that are not counted. Default 0. */
  cooldown: whole(0, { min: 0 }),
  /** The minimum rate. Default 0. */
  minLr: positive(0),
  /** Changes of the rate smaller than this are skipped. Default 1e-8. */
  eps: positive(1e-8),
}));

/** Options of {@link ReduceLROnPlateau}. */
export interface ReduceLROnPlateauOptions extends OptionsOf<typeof plateau> {}

/** The scheduler's state: the best metric so far (null before the first) and step counts. */
type Counters = { best: number | null; badSteps: number; cooldownLeft: number };
const initial: Counters = { best: null, badSteps: 0, cooldownLeft: 0 };
const counterRules = () => {
  const steps = whole(0, { min: 0 });
  return { best: nullable(number()), badSteps: steps, cooldownLeft: steps };
};

/**
 * Multiplies the rate by `factor` if a metric has not improved for more than `patience` steps.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ReduceLROnPlateau(optimizer, { patience: 1 });
 * [3, 3, 3].map((loss) => { scheduler.step(loss); return optimizer.lr; }) // [1, 1, 0.1]
 */
export class ReduceLROnPlateau extends Scheduler<SettingsOf<typeof plateau> & Counters> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: ReduceLROnPlateauOptions = {}) {
    const [kind, , settings, rules] = plateau(optimizer, options);
    super(kind, optimizer, { ...settings, ...initial }, { ...rules, ...counterRules() });
  }

  override get takesMetric(): boolean {
    return true;
  }

  /** Records the metric. NaN and infinite metrics do not count as improvements. */
  protected override moveOn(metric?: number): void {
    if (metric === undefined) throw wrongMetric(this.kind, metric);
    const at = this.settings;
    if (this.#isBetter(metric)) {
      at.best = metric;
      at.badSteps = 0;
    } else at.badSteps++;
    if (at.cooldownLeft > 0) {
      at.cooldownLeft--;
      at.badSteps = 0;
    }
    super.moveOn();
    if (at.badSteps > at.patience) {
      at.cooldownLeft = at.cooldown;
      at.badSteps = 0;
    }
  }

  override restart(): void {
    Object.assign(this.settings, initial);
    super.restart();
  }

  #isBetter(metric: number): boolean {
    const { best, mode, threshold, thresholdMode } = this.settings;
    if (!Number.isFinite(metric)) return false;
    if (best === null) return true;
    const sign = mode === "min" ? -1 : 1;
    const mark = thresholdMode === "rel" ? best * (1 + sign * threshold) : best + sign * threshold;
    return mode === "min" ? metric < mark : metric > mark;
  }

  protected override nextLr(lr: number): number {
    const { badSteps, patience, factor, minLr, eps } = this.settings;
    if (badSteps <= patience) return lr;
    const reduced = Math.max(lr * factor, minLr);
    return lr - reduced > eps ? reduced : lr;
  }
}
