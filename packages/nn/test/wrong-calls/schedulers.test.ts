import { tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused, type WrongCall } from "./helpers.ts";

const at = (lr: number): nn.SGD => new nn.SGD([tensor([1])], { lr });
const rise = (optimizer: nn.Optimizer): nn.LinearLR => new nn.LinearLR(optimizer);

const twoInARow = (milestones: number[]): [nn.Optimizer, object] => {
  const optimizer = at(1);
  return [optimizer, { schedulers: [rise(optimizer), rise(optimizer)], milestones }];
};

// Each scheduler with options that fit, and values out of range for some.
const kinds: readonly (readonly [string, unknown, object, object])[] = [
  ["StepLR", nn.StepLR, { stepSize: 2 }, { stepSize: 0, gamma: -1 }],
  ["MultiStepLR", nn.MultiStepLR, { milestones: [1] }, { milestones: 3, gamma: "0.1" }],
  ["ExponentialLR", nn.ExponentialLR, { gamma: 0.5 }, { gamma: Number.NaN }],
  ["LambdaLR", nn.LambdaLR, { lrLambda: () => 1 }, { lrLambda: 0.5 }],
  ["CosineAnnealingLR", nn.CosineAnnealingLR, { tMax: 3 }, { tMax: 1.5, etaMin: -1 }],
  [
    "CosineAnnealingWarmRestarts",
    nn.CosineAnnealingWarmRestarts,
    { t0: 3 },
    { t0: "3", tMult: 0, etaMin: null },
  ],
  ["LinearLR", nn.LinearLR, {}, { startFactor: 0, endFactor: 2, totalIters: 0 }],
  ["NoamLR", nn.NoamLR, { dModel: 8 }, { dModel: 0, warmupSteps: 1.5 }],
  ["LinearWarmup", nn.LinearWarmup, { steps: 2 }, { steps: -1, startFactor: "1" }],
  [
    "ReduceLROnPlateau",
    nn.ReduceLROnPlateau,
    {},
    {
      mode: "least",
      factor: 1,
      patience: -1,
      threshold: "1",
      thresholdMode: 1,
      cooldown: 0.5,
      minLr: -1,
      eps: Number.NaN,
    },
  ],
  ["warmup", nn.warmup, { steps: 2 }, { steps: "2", after: 3 }],
];

describe.each(kinds)("%s", (name, kind, good, bad) => {
  test("takes an optimizer and its options", () => {
    expect(() => call(kind, at(1), good)).not.toThrow();
    for (const value of [undefined, null, 3, "sgd", [], {}, { paramGroups: 3 }, new nn.Linear(1, 1)])
      expectRefused(() => call(kind, value, good), /optimizer must be an optimizer/);
  });

  test("refuses anything but an object of known options, and the rate stays", () => {
    const optimizer = at(1);
    for (const value of [null, 30, "x", true, [1], () => 1, tensor(1)])
      expectRefused(() => call(kind, optimizer, value), `${name}: options must be an object`);
    const [required] = Object.keys(good);
    if (required !== undefined)
      expectRefused(
        () => call(kind, optimizer),
        new RegExp(`^${name}: ${required} must be .*, got undefined; write`),
      );
    expectRefused(() => call(kind, optimizer, { ...good, lastEpoch: 3 }), "loadStateDict");
    expectRefused(() => call(kind, optimizer, { ...good, foo: 3 }), 'no option "foo"');
    for (const [option, value] of Object.entries(bad))
      expectRefused(() => call(kind, optimizer, { ...good, [option]: value }), new RegExp(`\\w+: ${option}`));
    expect(optimizer.lr).toBe(1);
  });
});

const wrong: readonly WrongCall[] = [
  [
    "StepLR(optimizer, 30, 0.1)",
    "write new StepLR(optimizer, { stepSize: 30 })",
    () => call(nn.StepLR, at(1), 30, 0.1),
  ],
  ["step_size", 'did you mean "stepSize"?', () => call(nn.StepLR, at(1), { step_size: 3 })],
  ["T_max", 'did you mean "tMax"?', () => call(nn.CosineAnnealingLR, at(1), { T_max: 3 })],
  ["T_0", 'did you mean "t0"?', () => call(nn.CosineAnnealingWarmRestarts, at(1), { T_0: 3 })],
  ["d_model", 'did you mean "dModel"?', () => call(nn.NoamLR, at(1), { d_model: 8 })],
  [
    "factor",
    "set the optimizer's lr: it multiplies the rate",
    () => call(nn.NoamLR, at(1), { dModel: 8, factor: 2 }),
  ],
  [
    "a lambda that gives NaN",
    "LambdaLR: lrLambda(0) must be a finite number ≥ 0, got NaN",
    () => call(nn.LambdaLR, at(1), { lrLambda: () => Number.NaN }),
  ],
  [
    "a lambda that gives nothing",
    "LambdaLR: lrLambda(0) must be a finite number ≥ 0, got undefined",
    () => call(nn.LambdaLR, at(1), { lrLambda: () => undefined }),
  ],
  [
    "two lambdas for one group",
    "one for each of the 1 groups",
    () => call(nn.LambdaLR, at(1), { lrLambda: [() => 1, () => 1] }),
  ],
  [
    "a metric that is a tensor",
    "ReduceLROnPlateau.step: metric must be a number",
    () => callMethod(new nn.ReduceLROnPlateau(at(1)), "step", tensor(1)),
  ],
  ["no metric", "write scheduler.step(loss.item())", () => new nn.ReduceLROnPlateau(at(1)).step()],
  ["an epoch", "LinearLR.step: it takes no arguments, got 1", () => callMethod(rise(at(1)), "step", 3)],
  [
    "SequentialLR without schedulers",
    "SequentialLR: schedulers must be an array, each item a scheduler, got undefined",
    () => call(nn.SequentialLR, at(1), { milestones: [1] }),
  ],
  [
    "SequentialLR of numbers",
    "SequentialLR: schedulers[0] must be a scheduler, got 1",
    () => call(nn.SequentialLR, at(1), { schedulers: [1, 2], milestones: [1] }),
  ],
  [
    "SequentialLR without milestones",
    "SequentialLR: milestones must be an array, each item a whole number ≥ 1, got undefined",
    () => call(nn.SequentialLR, at(1), { schedulers: [] }),
  ],
  [
    "SequentialLR of a list",
    "SequentialLR: options must be an object",
    () => call(nn.SequentialLR, at(1), [rise(at(1))]),
  ],
  [
    "too few milestones",
    "2 schedulers need 1 milestones, got 0",
    () => call(nn.SequentialLR, ...twoInARow([])),
  ],
  [
    "a milestone of 0",
    "milestones[0] must be a whole number ≥ 1, got 0",
    () => call(nn.SequentialLR, ...twoInARow([0])),
  ],
  [
    "milestones that do not rise",
    "milestones[1] must be a whole number ≥ 4, got 3",
    () => call(nn.SequentialLR, ...twoInARow([3, 3])),
  ],
  [
    "SequentialLR of another optimizer",
    "another optimizer",
    () => call(nn.SequentialLR, at(1), { schedulers: [rise(at(1))], milestones: [] }),
  ],
];

test.each(wrong)("%s: refused", (_given, message, f) => {
  expectRefused(f, message);
});
