import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused } from "./helpers.ts";
import { schedulers } from "./schedulers.calls.ts";

// Beside the generated walk: other libraries' names, messages about several options, and the optimizer left as it was.

const at = (lr: number): nn.SGD => new nn.SGD([tensor([1])], { lr });
const inARow = (milestones: number[]): [nn.Optimizer, object] => {
  const optimizer = at(1);
  return [optimizer, { schedulers: [new nn.LinearLR(optimizer), new nn.LinearLR(optimizer)], milestones }];
};

test.each<[kind: string, given: unknown[], message: string]>([
  ["StepLR", [at(1), 30, 0.1], "write new StepLR(optimizer, { stepSize: 30 })"],
  ["StepLR", [at(1), { stepSize: 3, lastEpoch: 3 }], "loadStateDict"],
  ["CosineAnnealingLR", [at(1), { T_max: 3 }], 'did you mean "tMax"?'],
  ["CosineAnnealingWarmRestarts", [at(1), { T_0: 3 }], 'did you mean "t0"?'],
  ["NoamLR", [at(1), { d_model: 8 }], 'did you mean "dModel"?'],
  ["NoamLR", [at(1), { dModel: 8, factor: 2 }], "set the optimizer's lr: it multiplies the rate"],
  ["LambdaLR", [at(1), { lrLambda: () => Number.NaN }], "lrLambda(0) must be a finite number ≥ 0, got NaN"],
  ["LambdaLR", [at(1), { lrLambda: [() => 1, () => 1] }], "one for each of the 1 groups, got an array of 2"],
  ["SequentialLR", inARow([]), "2 schedulers need 1 milestones, got 0"],
  ["SequentialLR", inARow([0]), "milestones[0] must be a whole number ≥ 1, got 0"],
  ["SequentialLR", inARow([3, 3]), "milestones[1] must be a whole number ≥ 4, got 3"],
  ["SequentialLR", [at(1), { schedulers: [new nn.LinearLR(at(1))], milestones: [] }], "another optimizer"],
])("%s %#", (kind, given, message) => {
  expectRefused(() => call(Reflect.get(nn, kind), ...given), message);
});

test.each(Object.keys(schedulers))("%s: a refused option leaves the rate as it was", (kind) => {
  const optimizer = at(1);
  expectRefused(() => call(Reflect.get(nn, kind), optimizer, { foo: 3 }), 'no option "foo"');
  expect(optimizer.lr).toBe(1);
});

test("steps take a metric where the schedule needs one", () => {
  expectRefused(() => new nn.ReduceLROnPlateau(at(1)).step(), "write scheduler.step(loss.item())");
  expectRefused(
    () => callMethod(new nn.LinearLR(at(1)), "step", 3),
    "LinearLR.step: it takes no arguments, got 1",
  );
});
