import {
  badArgument,
  checkChoice,
  checkInteger,
  checkOptions,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { checkFinite, renamed, type Scheduled, Scheduler } from "./scheduler.ts";

/** Options of {@link ReduceLROnPlateau}. */
export interface ReduceLROnPlateauOptions {
  /** Whether a lower or a higher metric is better. Default "min". */
  readonly mode?: "min" | "max";
  /** The factor of a reduction, below 1. Default 0.1. */
  readonly factor?: number;
  /** The number of steps without improvement that are tolerated. Default 10. */
  readonly patience?: number;
  /** The minimum change that counts as an improvement. Default 1e-4. */
  readonly threshold?: number;
  /** Whether the threshold is relative to the best metric or absolute. Default "rel". */
  readonly thresholdMode?: "rel" | "abs";
  /** The number of steps after a reduction that are not counted. Default 0. */
  readonly cooldown?: number;
  /** The minimum rate. Default 0. */
  readonly minLr?: number;
  /** Changes of the rate smaller than this are skipped. Default 1e-8. */
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

const plateauOptions = optionNames<ReduceLROnPlateauOptions>(
  "ReduceLROnPlateau",
  {
    mode: true,
    factor: true,
    patience: true,
    threshold: true,
    thresholdMode: true,
    cooldown: true,
    minLr: true,
    eps: true,
  },
  "new ReduceLROnPlateau(optimizer, { patience: 5 })",
  renamed,
);

/**
 * Multiplies the rate by `factor` if a metric has not improved for more than `patience` steps.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new ReduceLROnPlateau(optimizer, { patience: 1 });
 * [3, 3, 3].map((loss) => { scheduler.step(loss); return optimizer.lr; }) // [1, 1, 0.1]
 */
export class ReduceLROnPlateau extends Scheduler<PlateauSettings> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: ReduceLROnPlateauOptions = {}) {
    refuseExtra(plateauOptions, arguments, 2);
    checkOptions(plateauOptions, options);
    const { mode = "min", factor = 0.1, patience = 10, threshold = 1e-4 } = options;
    const { thresholdMode = "rel", cooldown = 0, minLr = 0, eps = 1e-8 } = options;
    const fixed = { mode, factor, patience, threshold, thresholdMode, cooldown, minLr, eps };
    super("ReduceLROnPlateau", optimizer, { ...fixed, best: null, badSteps: 0, cooldownLeft: 0 });
  }

  protected override checkSettings(settings: PlateauSettings): void {
    checkChoice("ReduceLROnPlateau", "mode", settings.mode, ["min", "max"]);
    checkChoice("ReduceLROnPlateau", "thresholdMode", settings.thresholdMode, ["rel", "abs"]);
    for (const name of ["patience", "cooldown", "badSteps", "cooldownLeft"] as const)
      checkInteger("ReduceLROnPlateau", name, settings[name], 0);
    for (const name of ["threshold", "minLr", "eps"] as const)
      checkFinite("ReduceLROnPlateau", name, settings[name], 0);
    const { factor } = settings;
    if (!(typeof factor === "number" && factor >= 0 && factor < 1))
      throw badArgument("ReduceLROnPlateau", "factor", "a number ≥ 0 and below 1", factor);
  }

  override get takesMetric(): boolean {
    return true;
  }

  /** Records the metric. An infinite metric is not an improvement. @throws ArgumentError without a metric, or for NaN. */
  protected override moveOn(metric?: number): void {
    if (typeof metric !== "number" || Number.isNaN(metric))
      throw badArgument(
        "ReduceLROnPlateau.step",
        "metric",
        "a number",
        metric,
        "write scheduler.step(loss.item())",
      );
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
    refuseExtra("ReduceLROnPlateau.restart", arguments, 0);
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
