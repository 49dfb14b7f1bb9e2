import { tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Adagrad, Adam, SGD } from "../../src/optim/index.ts";
import * as nn from "../../src/schedulers/index.ts";
import { camelOptions, goldenCases } from "../optim/golden.ts";

const at = (lr: number): nn.Scheduled => ({ paramGroups: [{ lr }] });

function rates(
  scheduler: nn.Scheduler<nn.Settings>,
  count: number,
  metric?: (i: number) => number,
): number[] {
  return Array.from({ length: count }, (_, i) => {
    const [lr] = scheduler.lastLr;
    scheduler.step(scheduler.takesMetric ? metric?.(i) : undefined);
    return lr!;
  });
}

function expectRates(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  wanted.forEach((lr, i) => {
    expect(Math.abs(found[i]! - lr), `step ${i}: ${found[i]} for ${lr}`).toBeLessThanOrEqual(1e-9 * lr);
  });
}

test.each(goldenCases("schedule/").map((entry) => [entry.name, entry] as const))(
  "PyTorch's %s",
  (_, entry) => {
    const { optimizer_lr, adam, ...attrs } = entry.attrs;
    const lr = Number(optimizer_lr);
    const params = [tensor([1])];
    const optimizer = adam ? new Adam(params, { lr }) : new SGD(params, { lr, momentum: 0.9 });
    const options = (): object => {
      if (entry.op === "MultiplicativeLR") return { lrLambda: (t: number) => t / (t + 1) };
      if (entry.op !== "ChainedScheduler") return camelOptions(attrs);
      const constant = new nn.ConstantLR(optimizer, { factor: 0.1, totalIters: 4 });
      const falling = new nn.ExponentialLR(optimizer, { gamma: 0.9 });
      return { schedulers: [constant, falling, new nn.StepLR(optimizer, { stepSize: 5 })] };
    };
    const Kind = Object(Reflect.get(nn, entry.op));
    const scheduler: nn.Scheduler<nn.Settings> = Reflect.construct(Kind, [optimizer, options()]);
    const found = entry.lrs!.map((_, i) => {
      if (i > 0) scheduler.step();
      const { lr, momentum, betas } = Object(optimizer.paramGroups[0]);
      return { lr, momentum: adam ? betas[0] : momentum };
    });
    expectRates(found.map(({ lr }) => lr), entry.lrs!); // biome-ignore format: one line
    expectRates(found.map(({ momentum }) => momentum), entry.momenta!); // biome-ignore format: one line
  },
);

test("one cycle ends, and restarts", () => {
  const optimizer = new SGD([tensor([1])], { lr: 0.5, momentum: 0.9 });
  const scheduler = new nn.OneCycleLR(optimizer, { maxLr: 1, totalSteps: 10 });
  for (let i = 0; i < 10; i++) scheduler.step();
  expect(() => scheduler.step()).toThrow(/OneCycleLR.step: the cycle of 10 steps is over/);
  expect(scheduler.lastStep).toBe(10);
  scheduler.restart();
  expect(optimizer.lr).toBeCloseTo(0.04, 12);
  const plain = new Adagrad([tensor([1])]);
  expect(() => new nn.OneCycleLR(plain, { maxLr: 1, totalSteps: 3 })).toThrow(/write cycleMomentum: false/);
  expect(() => new nn.OneCycleLR(plain, { maxLr: 1, totalSteps: 3, cycleMomentum: false })).not.toThrow();
});

test("a rate for each group", () => {
  const optimizer = new SGD([{ params: [tensor([1])] }, { params: [tensor([1])] }], { lr: 1, momentum: 0.9 });
  const scheduler = new nn.CyclicLR(optimizer, { baseLr: [0, 1], maxLr: [1, 3], stepSizeUp: 2 });
  scheduler.step();
  expect(scheduler.lastLr).toEqual([0.5, 2]);
  expect(() => new nn.SWALR(optimizer, { swaLr: [1] })).toThrow(/a number, or one for each of the 2 groups/);
});

const three = (o: nn.Scheduled): nn.Scheduler<nn.Settings>[] => [
  new nn.LinearLR(o),
  new nn.ReduceLROnPlateau(o, { patience: 0 }),
  new nn.ExponentialLR(o, { gamma: 0.5 }),
];
const makers: Record<string, (optimizer: nn.Scheduled) => nn.Scheduler<nn.Settings>> = {
  StepLR: (o) => new nn.StepLR(o, { stepSize: 3 }),
  MultiStepLR: (o) => new nn.MultiStepLR(o, { milestones: [2, 2, 5], gamma: 0.5 }),
  ExponentialLR: (o) => new nn.ExponentialLR(o, { gamma: 0.9 }),
  LambdaLR: (o) => new nn.LambdaLR(o, { lrLambda: (s) => 1 / (1 + s) }),
  CosineAnnealingLR: (o) => new nn.CosineAnnealingLR(o, { tMax: 4, etaMin: 0.01 }),
  CosineAnnealingWarmRestarts: (o) => new nn.CosineAnnealingWarmRestarts(o, { t0: 2, tMult: 2 }),
  LinearLR: (o) => new nn.LinearLR(o),
  LinearWarmup: (o) => new nn.LinearWarmup(o, { steps: 4 }),
  ReduceLROnPlateau: (o) => new nn.ReduceLROnPlateau(o, { patience: 1, cooldown: 2, factor: 0.5 }),
  OneCycleLR: (o) => new nn.OneCycleLR(o, { maxLr: 0.4, totalSteps: 40, cycleMomentum: false }),
  CyclicLR: (o) => new nn.CyclicLR(o, { baseLr: 0.1, maxLr: 0.4, stepSizeUp: 3, cycleMomentum: false }),
  PolynomialLR: (o) => new nn.PolynomialLR(o, { totalIters: 4, power: 2 }),
  ConstantLR: (o) => new nn.ConstantLR(o),
  MultiplicativeLR: (o) => new nn.MultiplicativeLR(o, { lrLambda: (s) => 1 / (1 + s) }),
  SWALR: (o) => new nn.SWALR(o, { swaLr: 0.05, annealEpochs: 4 }),
  ChainedScheduler: (o) => new nn.ChainedScheduler(o, { schedulers: three(o) }),
  warmup: (o) => nn.warmup(o, { steps: 3, after: (p) => new nn.CosineAnnealingLR(p, { tMax: 5 }) }),
  SequentialLR: (o) => new nn.SequentialLR(o, { schedulers: three(o), milestones: [3, 7] }),
};

test.each(Object.entries(makers))("%s: its state, as JSON, continues to the same rates", (_, make) => {
  const metric = (i: number): number => Math.cos(i);
  fc.assert(
    fc.property(fc.nat(12), fc.nat(12), (before, after) => {
      const whole = rates(make(at(0.1)), before + after, metric);
      const optimizer = at(0.1);
      const scheduler = make(optimizer);
      const first = rates(scheduler, before, metric);
      const state = JSON.parse(JSON.stringify(scheduler.stateDict()));
      const later = at(0.1);
      const resumed = make(later);
      resumed.loadStateDict(state);
      later.paramGroups[0]!.lr = optimizer.paramGroups[0]!.lr;
      const second = rates(resumed, after, (i) => metric(before + i));
      expect([...first, ...second]).toEqual(whole);
      expect(resumed.lastStep).toBe(before + after);
    }),
    { numRuns: 30 },
  );
});

test.each(Object.entries(makers))("%s: restart gives the same rates again", (_, make) => {
  const scheduler = make(at(0.3));
  const first = rates(scheduler, 9, (i) => i);
  scheduler.restart();
  expect(rates(scheduler, 9, (i) => i)).toEqual(first);
});

test("every group has its own base, and the optimizer its rates", () => {
  const [a, b] = [tensor([1]), tensor([1])];
  const optimizer = new SGD([{ params: [a] }, { params: [b], lr: 0.1 }], { lr: 1 });
  const scheduler = new nn.LambdaLR(optimizer, { lrLambda: [() => 1, (s) => 2 ** -s] });
  scheduler.step();
  expect(scheduler.lastLr).toEqual([1, 0.05]);
  expect(scheduler.baseLrs).toEqual([1, 0.1]);
  expect(optimizer.paramGroups.map(({ lr }) => lr)).toEqual([1, 0.05]);
  expect(optimizer.stateDict().paramGroups.map((group) => group["initialLr"])).toEqual([1, 0.1]);
});

test("a warmup rises in equal parts to the base rate, and what follows begins there", () => {
  expectRates(rates(new nn.LinearWarmup(at(1), { steps: 3 }), 5), [0.25, 0.5, 0.75, 1, 1]);
  expectRates(rates(nn.warmup(at(1), { steps: 2, startFactor: 0.5 }), 4), [0.5, 0.75, 1, 1]);
  const after = (o: nn.Scheduled): nn.StepLR => new nn.StepLR(o, { stepSize: 1, gamma: 0.5 });
  expectRates(rates(nn.warmup(at(1), { steps: 3, after }), 6), [0.25, 0.5, 0.75, 1, 0.5, 0.25]);
  expectRates(rates(nn.warmup(at(1), { steps: 0, after }), 3), [1, 0.5, 0.25]);
});

test("a plateau takes a metric that is NaN or infinite for no improvement, as PyTorch does", () => {
  const scheduler = new nn.ReduceLROnPlateau(at(1), { patience: 0, factor: 0.5 });
  const rateAfter = (metric: number): number => {
    scheduler.step(metric);
    return scheduler.lastLr[0]!;
  };
  expect([Infinity, 5, Infinity, 4].map(rateAfter)).toEqual([0.5, 0.5, 0.25, 0.25]);
  expect([NaN, 5, NaN, 3].map(rateAfter)).toEqual([0.125, 0.0625, 0.03125, 0.03125]);
});

test("a step that throws changes nothing, in chains too", () => {
  const two: nn.Scheduled = { paramGroups: [{ lr: 1 }, { lr: 1 }] };
  let broken = false;
  const falling = (step: number) => 1 / (1 + step);
  const lambda = new nn.LambdaLR(two, { lrLambda: [falling, (t) => (broken ? Number.NaN : falling(t))] });
  const half = new nn.ExponentialLR(two, { gamma: 0.5 });
  const plateau = new nn.ReduceLROnPlateau(two, { patience: 0, factor: 0.1 });
  const chain = new nn.ChainedScheduler(two, { schedulers: [half, plateau, lambda] });
  const row = new nn.SequentialLR(two, { schedulers: [new nn.ConstantLR(two), chain], milestones: [1] });
  row.step(3);
  row.step(3);
  const now = (): unknown => [row.stateDict(), row.lastLr];
  const before = now();
  broken = true;
  expect(() => row.step(9)).toThrow(/lrLambda/);
  expect(now()).toEqual(before);
  expect(() => row.step()).toThrow(/metric must be a number, got undefined/);
  expect(now()).toEqual(before);
  expect(() => lambda.step()).toThrow(/lrLambda/);
  expect(now()).toEqual(before);
});

test("settings are copied, from lists of any kind", () => {
  const milestones = [2, 3];
  const scheduler = new nn.MultiStepLR(at(1), { milestones: new Proxy(milestones, {}) });
  milestones[0] = 9;
  expect(scheduler.stateDict()).toHaveProperty("milestones", [2, 3]);
});

test("a state that does not fit is refused, and nothing is changed", () => {
  const scheduler = new nn.StepLR(at(1), { stepSize: 2 });
  const good = scheduler.stateDict();
  const two: nn.Scheduled = { paramGroups: [{ lr: 1 }, { lr: 1 }] };
  // biome-ignore format: a row a line
  const broken: [unknown, RegExp][] = [
    [new nn.ExponentialLR(at(1), { gamma: 1 }).stateDict(), /the state is of "ExponentialLR", the scheduler is a StepLR/],
    [{ ...good, gamma: "0.1" }, /gamma must be a finite number ≥ 0, got "0.1"/],
    [{ kind: "StepLR" }, /stepSize is missing\n.*gamma is missing\n.*lastStep is missing\n.*baseLrs is missing/],
    [{ ...good, baseLrs: ["1"] }, /baseLrs\[0\] must be a finite number/],
    [new nn.StepLR(two, { stepSize: 2 }).stateDict(), /2 parameter groups in the state, 1 in the optimizer/],
    [null, /it is not a scheduler state, got null/],
    [[good], /it is not a scheduler state/],
    [{ ...good, lastStep: -1 }, /lastStep must be a whole number ≥ 0, got -1/],
    [{ ...good, lastStep: 2 ** 53 }, /lastStep must be .* got 9007199254740992/],
    [{ ...good, baseLrs: null }, /baseLrs must be an array, .* got null/],
    [{ ...good, stepSize: 0 }, /stepSize must be a whole number ≥ 1, got 0/],
    [{ ...good, gama: 1 }, /gama is unexpected/],
    [{ ...good, constructor: [1] }, /changed\.\n {2}StepLR: constructor is unexpected\nMake/],
    [{ ...good, kind: undefined }, /the state is of no kind, the scheduler is a StepLR/],
  ];
  for (const [state, message] of broken) {
    const load = (): void => Reflect.apply(scheduler.loadStateDict, scheduler, [state]);
    expect(load).toThrow(nn.SchedulerStateError);
    expect(load).toThrow(message);
  }
  expect(scheduler.stateDict()).toEqual(good);
  const plateau = new nn.ReduceLROnPlateau(at(1));
  const seen = { ...plateau.stateDict(), best: 3 };
  const unfit: [object, RegExp][] = [
    [{ best: "3" }, /best must be a finite number, or null, got "3"/],
    [{ thresholdMode: 1 }, /thresholdMode must be one of "rel", "abs", got 1/],
  ];
  for (const [change, message] of unfit)
    expect(() => plateau.loadStateDict({ ...seen, ...change })).toThrow(message);
  plateau.loadStateDict(seen);
  plateau.loadStateDict({ ...seen, best: null });
  const decay = new nn.MultiStepLR(at(1), { milestones: [1, 2] });
  expect(() => decay.loadStateDict({ ...decay.stateDict(), milestones: [-1] })).toThrow(
    /milestones\[0\] must be .* got -1/,
  );
  const both = (gamma: number): nn.SequentialLR => {
    const o = at(1);
    return new nn.SequentialLR(o, {
      schedulers: [new nn.LinearLR(o), new nn.ExponentialLR(o, { gamma })],
      milestones: [2],
    });
  };
  const saved = both(1).stateDict();
  const mixed = { ...saved, schedulers: [good, good] };
  expect(() => both(1).loadStateDict(mixed)).toThrow(/scheduler 0: .*\n.*scheduler 1: /);
  // biome-ignore format: a row a line
  const odd: [object, RegExp][] = [
    ...[[], null, {}, "2"].map((schedulers): [object, RegExp] => [{ schedulers }, /0 schedulers in the state, 2 here/]),
    [{ milestones: [2, 3] }, /2 milestones in the state, 1 here/],
    [{ schedulers: [null, 3] }, /scheduler 0: it is not a scheduler state, got null.*\n.*scheduler 1: it is no/],
  ];
  for (const [change, message] of odd)
    expect(() => both(1).loadStateDict({ ...saved, ...change })).toThrow(message);
});
