import { checkInteger, checkOptions, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { checkFinite, renamed, requireOptions, type Scheduled, Scheduler } from "./scheduler.ts";

/** Options of {@link CosineAnnealingLR}. */
export interface CosineAnnealingLROptions {
  /** The number of steps from the base rate to the lowest. */
  readonly tMax: number;
  /** The lowest rate. Default 0. */
  readonly etaMin?: number;
}

const cosineExample = "new CosineAnnealingLR(optimizer, { tMax: 100 })";
const cosineOptions = optionNames<CosineAnnealingLROptions>(
  "CosineAnnealingLR",
  { tMax: true, etaMin: true },
  cosineExample,
  renamed,
);

/**
 * Anneals the rate along half a cosine from the base rate to `etaMin` in `tMax` steps, and back in the next. The
 * recurrence multiplies the current rate, so it can be chained with other schedulers. Loshchilov and Hutter 2017,
 * "SGDR", without restarts.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CosineAnnealingLR(optimizer, { tMax: 4 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.8536, 0.5, 0.1464, 0]
 */
export class CosineAnnealingLR extends Scheduler<{ tMax: number; etaMin: number }> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: CosineAnnealingLROptions) {
    refuseExtra(cosineOptions, arguments, 2);
    requireOptions("CosineAnnealingLR", options, cosineExample);
    checkOptions(cosineOptions, options);
    const { tMax, etaMin = 0 } = options;
    super("CosineAnnealingLR", optimizer, { tMax, etaMin });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.tMax;
  }

  protected override checkSettings({ tMax, etaMin }: { tMax: number; etaMin: number }): void {
    checkInteger("CosineAnnealingLR", "tMax", tMax, 1);
    checkFinite("CosineAnnealingLR", "etaMin", etaMin, 0);
  }

  protected override nextLr(lr: number, base: number, step: number): number {
    const { tMax, etaMin } = this.settings;
    if (step === 0) return lr;
    // Just past the minimum, the ratio below is 0 / 0, so the first step up is added.
    if ((step - 1 - tMax) % (2 * tMax) === 0) {
      return lr + ((base - etaMin) * (1 - Math.cos(Math.PI / tMax))) / 2;
    }
    const now = 1 + Math.cos((Math.PI * step) / tMax);
    const before = 1 + Math.cos((Math.PI * (step - 1)) / tMax);
    return (now / before) * (lr - etaMin) + etaMin;
  }
}

/** Options of {@link CosineAnnealingWarmRestarts}. */
export interface CosineAnnealingWarmRestartsOptions {
  /** The number of steps until the first restart: PyTorch's `T_0`. */
  readonly t0: number;
  /** The ratio of the lengths of successive cycles: PyTorch's `T_mult`. Default 1. */
  readonly tMult?: number;
  /** The lowest rate. Default 0. */
  readonly etaMin?: number;
}

type RestartSettings = { t0: number; tMult: number; etaMin: number };

const restartsExample = "new CosineAnnealingWarmRestarts(optimizer, { t0: 10 })";
const restartsOptions = optionNames<CosineAnnealingWarmRestartsOptions>(
  "CosineAnnealingWarmRestarts",
  { t0: true, tMult: true, etaMin: true },
  restartsExample,
  renamed,
);

/**
 * Anneals the rate along half a cosine from the base rate towards `etaMin`, then restarts at the base rate. Loshchilov
 * and Hutter 2017, "SGDR".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CosineAnnealingWarmRestarts(optimizer, { t0: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 0.5]
 */
export class CosineAnnealingWarmRestarts extends Scheduler<RestartSettings> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: CosineAnnealingWarmRestartsOptions) {
    refuseExtra(restartsOptions, arguments, 2);
    requireOptions("CosineAnnealingWarmRestarts", options, restartsExample);
    checkOptions(restartsOptions, options);
    const { t0, tMult = 1, etaMin = 0 } = options;
    super("CosineAnnealingWarmRestarts", optimizer, { t0, tMult, etaMin });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.t0;
  }

  protected override checkSettings({ t0, tMult, etaMin }: RestartSettings): void {
    checkInteger("CosineAnnealingWarmRestarts", "t0", t0, 1);
    checkInteger("CosineAnnealingWarmRestarts", "tMult", tMult, 1);
    checkFinite("CosineAnnealingWarmRestarts", "etaMin", etaMin, 0);
  }

  protected override nextLr(_lr: number, base: number, step: number): number {
    const { t0, tMult, etaMin } = this.settings;
    const { at, length } = cycle(step, t0, tMult);
    return etaMin + ((base - etaMin) * (1 + Math.cos((Math.PI * at) / length))) / 2;
  }
}

/** The position of a step in its cycle, and the cycle's length. */
function cycle(
  step: number,
  first: number,
  growth: number,
): { readonly at: number; readonly length: number } {
  if (growth === 1) return { at: step % first, length: first };
  let at = step;
  let length = first;
  while (at >= length) {
    at -= length;
    length *= growth;
  }
  return { at, length };
}
