import { checkChoice } from "@saccade/tensor/backend";
import { requireFinite, requireWhole, type Scheduled, Scheduler } from "./scheduler.ts";

export interface ReduceLROnPlateauOptions {
  /** Whether less or more of the metric is better. Default "min". */
  readonly mode?: "min" | "max";
  /** What the rate is multiplied with, below 1. Default 0.1. */
  readonly factor?: number;
  /** How many steps without an improvement are let pass. Default 10. */
  readonly patience?: number;
  /** How much better counts as an improvement. Default 1e-4. */
  readonly threshold?: number;
  /** Whether the threshold is relative to the best metric or absolute. Default "rel". */
  readonly thresholdMode?: "rel" | "abs";
  /** Steps after a reduction in which nothing is counted. Default 0. */
  readonly cooldown?: number;
  /** The rate is not reduced below this. Default 0. */
  readonly minLr?: number;
  /** Smaller changes of the rate are not made. Default 1e-8. */
  readonly eps?: number;
}

type PlateauSettings = {
  mode: "min" | "max";
  factor: number;
  patience: number;
  threshold: number;
  thresholdMode: "rel" | "abs";
  cooldown: number;
  minLr: number;
  eps: number;
  /** The best metric so far; null before the first. */
  best: number | null;
  badSteps: number;
  cooldownLeft: number;
};

/** Multiplies the rate by `factor` when a metric has not improved for more than `patience` steps. */
export class ReduceLROnPlateau extends Scheduler<PlateauSettings> {
  constructor(optimizer: Scheduled, options: ReduceLROnPlateauOptions = {}) {
    const settings: PlateauSettings = {
      mode: "min",
      factor: 0.1,
      patience: 10,
      threshold: 1e-4,
      thresholdMode: "rel",
      cooldown: 0,
      minLr: 0,
      eps: 1e-8,
      ...options,
      best: null,
      badSteps: 0,
      cooldownLeft: 0,
    };
    super("ReduceLROnPlateau", optimizer, settings);
  }

  protected override checkSettings(settings: PlateauSettings): void {
    for (const name of ["patience", "cooldown", "badSteps", "cooldownLeft"] as const)
      requireWhole("ReduceLROnPlateau", name, settings[name], 0);
    for (const name of ["factor", "threshold", "minLr", "eps"] as const)
      requireFinite("ReduceLROnPlateau", name, settings[name]);
    if (settings.factor >= 1) {
      throw new RangeError(`ReduceLROnPlateau: factor is ${settings.factor}; it must be below 1.`);
    }
    checkChoice("ReduceLROnPlateau", "mode", settings.mode, ["min", "max"]);
    checkChoice("ReduceLROnPlateau", "thresholdMode", settings.thresholdMode, ["rel", "abs"]);
  }

  /** Takes note of the metric. One that is not finite is no improvement. @throws TypeError without a metric. */
  protected override moveOn(metric?: number): void {
    if (typeof metric !== "number") {
      throw new TypeError("ReduceLROnPlateau: step needs the metric, a number: scheduler.step(loss.item()).");
    }
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
    Object.assign(this.settings, { best: null, badSteps: 0, cooldownLeft: 0 });
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
