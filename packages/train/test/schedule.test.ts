import * as nn from "@saccade/nn";
import { ones } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Trainer, type TrainerOptions } from "../src/index.ts";

type Make = (optimizer: nn.Scheduled, n: number) => nn.Scheduler<nn.Settings>;

// Schedules that need n steps.
const schedules: Readonly<Record<string, Make>> = {
  LinearLR: (o, n) => new nn.LinearLR(o, { totalIters: n }),
  LinearWarmup: (o, n) => new nn.LinearWarmup(o, { steps: n }),
  StepLR: (o, n) => new nn.StepLR(o, { stepSize: n }),
  MultiStepLR: (o, n) => new nn.MultiStepLR(o, { milestones: [1, n] }),
  CosineAnnealingLR: (o, n) => new nn.CosineAnnealingLR(o, { tMax: n }),
  CosineAnnealingWarmRestarts: (o, n) => new nn.CosineAnnealingWarmRestarts(o, { t0: n }),
  NoamLR: (o, n) => new nn.NoamLR(o, { dModel: 8, warmupSteps: n }),
  SequentialLR: (o, n) =>
    n === 1
      ? new nn.LinearLR(o, { totalIters: 1 })
      : new nn.SequentialLR(o, {
          schedulers: [new nn.ExponentialLR(o, { gamma: 0.9 }), new nn.LinearLR(o, { totalIters: 1 })],
          milestones: [n - 1],
        }),
  warmup: (o, n) =>
    n === 1
      ? new nn.LinearLR(o, { totalIters: 1 })
      : nn.warmup(o, { steps: n - 1, after: (p) => new nn.StepLR(p, { stepSize: 1 }) }),
};

function warningsOf(options: Partial<TrainerOptions<number>>, make: Make, n: number): unknown[] {
  const model = new nn.Linear(1, 1);
  const optimizer = new nn.SGD(model, { lr: 0.1 });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  try {
    const trainingStep = () => nn.mseLoss(model.forward(ones([1, 1])), ones([1, 1]));
    const run = { model, optimizer, trainingStep, data: [1, 2, 3] };
    new Trainer({ ...run, ...options, scheduler: make(optimizer, n) });
    return warn.mock.calls.flat();
  } finally {
    warn.mockRestore();
  }
}

test("a schedule that is longer than the run warns, whatever the schedule, the unit and the limits", () => {
  const limit = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
  const runs = fc.record({
    name: fc.constantFrom(...Object.keys(schedules)),
    n: fc.integer({ min: 1, max: 40 }),
    maxEpochs: limit,
    maxSteps: limit,
    scheduleEach: fc.constantFrom("epoch" as const, "step" as const),
    batches: fc.integer({ min: 1, max: 5 }),
    accumulateGradBatches: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(runs, ({ name, n, maxEpochs, maxSteps, batches, ...options }) => {
      fc.pre(maxEpochs !== undefined || maxSteps !== undefined);
      // The loop itself, counted.
      const perEpoch = Math.ceil(batches / options.accumulateGradBatches);
      let [steps, epochs] = [0, 0];
      while (steps < (maxSteps ?? Infinity) && epochs < (maxEpochs ?? Infinity)) {
        steps++;
        if (steps % perEpoch === 0) epochs++;
      }
      const found = options.scheduleEach === "step" ? steps : epochs;
      const data = Array.from({ length: batches }, () => 0);
      const limits = { ...(maxEpochs && { maxEpochs }), ...(maxSteps && { maxSteps }) };
      const warnings = warningsOf({ ...options, ...limits, data }, schedules[name]!, n);
      expect(warnings.length).toBe(n > found ? 1 : 0);
      if (n > found)
        expect(warnings[0]).toContain(
          `takes ${n} steps, but it counts ${options.scheduleEach === "step" ? "optimizer steps" : "epochs"}`,
        );
    }),
  );
});

test("schedules without an end, and runs without one, do not warn", () => {
  for (const make of [
    (o: nn.Scheduled) => new nn.ExponentialLR(o, { gamma: 0.9 }),
    (o: nn.Scheduled) => new nn.ReduceLROnPlateau(o, { patience: 100 }),
    (o: nn.Scheduled) => new nn.LambdaLR(o, { lrLambda: () => 1 }),
  ])
    expect(warningsOf({ maxSteps: 1 }, make, 0)).toEqual([]);
  const endless = {
    *[Symbol.iterator]() {
      yield 1;
    },
  };
  expect(warningsOf({ maxSteps: 5, data: endless }, schedules["LinearLR"]!, 100)).toEqual([]);
  expect(warningsOf({ maxEpochs: Infinity }, schedules["LinearLR"]!, 100)).toEqual([]);
  const byStep = warningsOf(
    { maxSteps: 5, data: endless, scheduleEach: "step" },
    schedules["LinearLR"]!,
    100,
  );
  expect(byStep.length).toBe(1);
});
