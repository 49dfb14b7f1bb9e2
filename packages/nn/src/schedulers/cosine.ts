import { required, whole } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { type OptionsOf, type SettingsOf, schedule, steps } from "./schedule.ts";
import { schedulerOf } from "./scheduler.ts";

const cosineAnnealingLR = /* @__PURE__ */ schedule("new CosineAnnealingLR(optimizer, { tMax: 100 })", () => ({
  /** The number of steps from the base rate to the lowest. */
  tMax: required(steps),
  /** The lowest rate. Default 0. */
  etaMin: positive(0),
}));

/** Options of {@link CosineAnnealingLR}. */
export interface CosineAnnealingLROptions extends OptionsOf<typeof cosineAnnealingLR> {}

/**
 * Anneals the rate along half a cosine from the base rate to `etaMin` in `tMax` steps, and back in the next. The
 * recurrence multiplies the current rate, so it can be chained with other schedulers. Loshchilov and Hutter 2017,
 * "SGDR", without restarts.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CosineAnnealingLR(optimizer, { tMax: 4 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.8536, 0.5, 0.1464, 0]
 */
export class CosineAnnealingLR extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof cosineAnnealingLR>,
  CosineAnnealingLROptions
>(cosineAnnealingLR, {
  total: ({ tMax }) => tMax,
  rate({ tMax, etaMin }, lr, base, step) {
    if (step === 0) return lr;
    // Just past the minimum, the ratio below is 0 / 0, so the first step up is added.
    if ((step - 1 - tMax) % (2 * tMax) === 0)
      return lr + ((base - etaMin) * (1 - Math.cos(Math.PI / tMax))) / 2;
    const now = 1 + Math.cos((Math.PI * step) / tMax);
    const before = 1 + Math.cos((Math.PI * (step - 1)) / tMax);
    return (now / before) * (lr - etaMin) + etaMin;
  },
}) {}

const warmRestarts = /* @__PURE__ */ schedule(
  "new CosineAnnealingWarmRestarts(optimizer, { t0: 10 })",
  () => ({
    /** The number of steps until the first restart: PyTorch's `T_0`. */
    t0: required(steps),
    /** The ratio of the lengths of successive cycles: PyTorch's `T_mult`. Default 1. */
    tMult: whole(1, { min: 1 }),
    /** The lowest rate. Default 0. */
    etaMin: positive(0),
  }),
);

/** Options of {@link CosineAnnealingWarmRestarts}. */
export interface CosineAnnealingWarmRestartsOptions extends OptionsOf<typeof warmRestarts> {}

/**
 * Anneals the rate along half a cosine from the base rate towards `etaMin`, then restarts at the base rate. Loshchilov
 * and Hutter 2017, "SGDR".
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CosineAnnealingWarmRestarts(optimizer, { t0: 2 });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 0.5]
 */
export class CosineAnnealingWarmRestarts extends /* @__PURE__ */ schedulerOf<
  SettingsOf<typeof warmRestarts>,
  CosineAnnealingWarmRestartsOptions
>(warmRestarts, {
  total: ({ t0 }) => t0,
  rate({ t0, tMult, etaMin }, _lr, base, step) {
    let [at, length] = [step, t0]; // The position in the present cycle, and its length.
    if (tMult === 1) at %= t0;
    while (at >= length) [at, length] = [at - length, length * tMult];
    return etaMin + ((base - etaMin) * (1 + Math.cos((Math.PI * at) / length))) / 2;
  },
}) {}
