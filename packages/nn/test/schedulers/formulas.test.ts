import fc from "fast-check";
import { expect, test } from "vitest";
import * as nn from "../../src/schedulers/index.ts";

const at = (lr: number): nn.Scheduled => ({ paramGroups: [{ lr }] });
/** The rates in force at steps 0, 1, 2, … are those of a formula. */
function follows(scheduler: nn.Scheduler<nn.Settings>, formula: (step: number) => number): void {
  for (let step = 0; step < 20; step++) {
    const wanted = formula(step);
    expect(Math.abs(scheduler.lastLr[0]! - wanted), `step ${step}`).toBeLessThanOrEqual(1e-9);
    scheduler.step();
  }
}

test("options that are not given are PyTorch's, and NoamLR's the paper's", () => {
  const o = (): nn.Scheduled => at(0.5);
  const withDefaults = <O extends object>(
    Kind: new (optimizer: nn.Scheduled, options: O) => nn.Scheduler<nn.Settings>,
    given: NoInfer<O>,
    defaults: NoInfer<Partial<O>>,
  ): void => {
    const wanted = new Kind(o(), { ...given, ...defaults });
    follows(new Kind(o(), given), () => {
      const [lr] = wanted.lastLr;
      wanted.step();
      return lr!;
    });
  };
  withDefaults(nn.StepLR, { stepSize: 2 }, { gamma: 0.1 });
  withDefaults(nn.MultiStepLR, { milestones: [2, 3] }, { gamma: 0.1 });
  withDefaults(nn.CosineAnnealingLR, { tMax: 4 }, { etaMin: 0 });
  withDefaults(nn.CosineAnnealingWarmRestarts, { t0: 3 }, { tMult: 1, etaMin: 0 });
  withDefaults(nn.NoamLR, { dModel: 4 }, { warmupSteps: 4000 });
  withDefaults(nn.LinearWarmup, { steps: 3 }, { startFactor: 1 / 4 });
  withDefaults<nn.LinearLROptions>(nn.LinearLR, {}, { startFactor: 1 / 3, endFactor: 1, totalIters: 5 });
});

/** PyTorch's ReduceLROnPlateau, as its source has it. */
function plateau(
  metrics: readonly number[],
  lr: number,
  o: { readonly [K in keyof nn.ReduceLROnPlateauOptions]-?: NonNullable<nn.ReduceLROnPlateauOptions[K]> },
): number[] {
  let [best, bad, rest, rate] = [o.mode === "min" ? Infinity : -Infinity, 0, 0, lr];
  return metrics.map((metric) => {
    const margin = !Number.isFinite(best) ? 0 : o.thresholdMode === "rel" ? best * o.threshold : o.threshold;
    const better = o.mode === "min" ? metric < best - margin : metric > best + margin;
    if (better) [best, bad] = [metric, 0];
    else bad++;
    if (rest > 0) [rest, bad] = [rest - 1, 0];
    if (bad > o.patience) {
      const next = Math.max(rate * o.factor, o.minLr);
      if (rate - next > o.eps) rate = next;
      [rest, bad] = [o.cooldown, 0];
    }
    return rate;
  });
}

test("ReduceLROnPlateau is PyTorch's, whatever the options and metrics", () => {
  const options = fc.record({
    mode: fc.constantFrom("min", "max"),
    factor: fc.constantFrom(0, 0.1, 0.5, 0.99),
    patience: fc.nat(3),
    threshold: fc.constantFrom(0, 1e-4, 0.1, 0.5),
    thresholdMode: fc.constantFrom("rel", "abs"),
    cooldown: fc.nat(3),
    minLr: fc.constantFrom(0, 0.02),
    eps: fc.constantFrom(1e-8, 0.01),
  });
  const metrics = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 20 }) }, fc.constant(Number.NaN)),
    { maxLength: 20 },
  );
  const run = (scheduler: nn.ReduceLROnPlateau, values: readonly number[]): number[] =>
    values.map((metric) => {
      scheduler.step(metric);
      return scheduler.lastLr[0]!;
    });
  fc.assert(
    fc.property(options, metrics, (o, values) => {
      expect(run(new nn.ReduceLROnPlateau(at(0.5), o), values)).toEqual(plateau(values, 0.5, o));
    }),
  );
  const margin = { mode: "min", threshold: 1e-4, thresholdMode: "rel" } as const;
  const defaults = { ...margin, factor: 0.1, patience: 10, cooldown: 0, minLr: 0, eps: 1e-8 };
  const flat = Array.from({ length: 100 }, (_, i) => 1 - i * 1e-6);
  expect(run(new nn.ReduceLROnPlateau(at(0.5)), flat)).toEqual(plateau(flat, 0.5, defaults));
});
