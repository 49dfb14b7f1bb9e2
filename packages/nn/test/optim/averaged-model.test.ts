import { grad } from "@saccade/autograd";
import { ones, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { int, keepsMemory } from "../helpers.ts";
import { expectClose, goldenAll, goldenCases } from "./golden.ts";

test.each(goldenCases("average/").map((entry) => [entry.name, entry] as const))(
  "PyTorch's %s",
  (name, entry) => {
    const net = new nn.Linear(2, 2);
    const averaged = new nn.AveragedModel(net, name.endsWith("ema") ? { avgFn: nn.getEmaAvgFn(0.9) } : {});
    entry.step_params!.forEach((params, i) => {
      net.loadStateDict(goldenAll(params));
      averaged.updateParameters(net);
      const state = averaged.stateDict();
      expect(Object.keys(state)).toEqual(Object.keys(entry.averages![i]!));
      for (const [key, wanted] of Object.entries(entry.averages![i]!)) expectClose(state[key]!, wanted, key);
    });
  },
);

test("the model runs with the averages, and trains with its own parameters", () => {
  const net = new nn.Linear(1, 1, { bias: false });
  net.loadStateDict({ weight: tensor([[2]]) });
  const averaged = new nn.AveragedModel(net);
  averaged.updateParameters(net);
  new nn.SGD(net, { lr: 1 }).step(() => net.weight.sum());
  averaged.updateParameters(net);
  expect(averaged.use(() => net.forward(ones([1, 1])).item())).toBe(1.5);
  expect(net.weight.item()).toBe(1);
  expect(() => averaged.use(() => { throw new Error("mine"); })).toThrow("mine"); // biome-ignore format: one line
  expect(net.weight.item()).toBe(1);
  const resumed = new nn.AveragedModel(new nn.Linear(1, 1, { bias: false }));
  resumed.loadStateDict(averaged.stateDict());
  expect([resumed.nAveraged, resumed.use(() => resumed.module.weight.item())]).toEqual([2, 1.5]);
  expect(() => resumed.loadStateDict({ weight: tensor([[1]]) })).toThrow(nn.StateDictError);
  expect(() => resumed.updateParameters(new nn.Linear(1, 1))).toThrow(/bias/);
});

test("asynchronous work has the averages until it has ended", async () => {
  const net = new nn.Linear(1, 1, { bias: false });
  net.loadStateDict({ weight: tensor([[2]]) });
  const [averaged, other] = [new nn.AveragedModel(net), new nn.AveragedModel(net)];
  averaged.updateParameters(net);
  const sgd = new nn.SGD(net, { lr: 1 });
  sgd.step(() => net.weight.sum());
  const late = averaged.use(async () => {
    await Promise.resolve();
    return net.weight.item();
  });
  const lent = "is lent to an asynchronous AveragedModel.use that has not ended";
  for (const call of [
    () => averaged.use(() => 1),
    () => other.use(() => 1),
    () => averaged.updateParameters(net),
    () => sgd.step(() => net.weight.sum()),
    () => sgd.update([ones([1, 1])]),
    () => net.loadStateDict({ weight: ones([1, 1]) }),
  ])
    expect(call).toThrow(lent);
  expect([await late, net.weight.item(), averaged.nAveraged]).toEqual([2, 1, 1]);
  await expect(averaged.use(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  expect(net.weight.item()).toBe(1);
});

test("a state or an average that does not fit is refused, and nothing is changed", () => {
  const net = new nn.Linear(2, 2);
  const averaged = new nn.AveragedModel(net, {
    avgFn: (average, now) => (now.ndim === 1 && fails ? fails() : average.add(now).div(2)),
  });
  let fails: (() => Tensor) | null = null;
  averaged.updateParameters(net);
  const values = (): unknown => Object.entries(averaged.stateDict()).map(([name, x]) => [name, x.toArray()]);
  const before = values();
  const good = new nn.AveragedModel(new nn.Linear(2, 2)).stateDict();
  const freed = tensor(1, { dtype: "int32" });
  freed.dispose();
  const wrong: readonly [object, string][] = [
    [{ n_averaged: tensor([1, 2]) }, "n_averaged must be a scalar tensor of a whole number ≥ 0, got tensor"],
    [{ n_averaged: tensor(1.5) }, "n_averaged must be a scalar tensor of a whole number ≥ 0, got 1.5"],
    [{ n_averaged: tensor(-1) }, "n_averaged must be"],
    [{ n_averaged: 3 }, "n_averaged must be a scalar tensor of a whole number ≥ 0, got 3"],
    [{ n_averaged: freed }, "disposed"],
    [{ "module.weight": [[1]] }, "module.weight must be a tensor, got an array of 1"],
    [{ "module.bias": null }, "module.bias must be a tensor, got null"],
    [{ "module.bias": freed }, "disposed"],
    [{ "module.bias": tensor([1, 2], { dtype: "int32" }) }, "module.bias is int32[2], here float32[2]"],
  ];
  for (const [change, message] of wrong) {
    expect(() => averaged.loadStateDict({ ...good, ...change })).toThrow(message);
    expect(values()).toEqual(before);
  }
  new nn.SGD(net, { lr: 1 }).step(() => net.weight.sum().add(net.bias!.sum()));
  const mine = (): never => {
    throw new Error("mine");
  };
  for (fails of [mine, () => tensor([1]), () => int([1, 2])]) {
    expect(() => averaged.updateParameters(net)).toThrow(/mine|avgFn gave/);
    expect([values(), averaged.nAveraged]).toEqual([before, 1]);
  }
});

test("averaging and using leave memory as it was", () => {
  const net = new nn.Linear(3, 2);
  const averaged = new nn.AveragedModel(net, { avgFn: nn.getEmaAvgFn(0.9) });
  keepsMemory(() => {
    averaged.updateParameters(net);
    averaged.use(() => net.weight.shape);
  });
});

test("parameters become a vector, with its gradient, and a vector parameters", () => {
  const [a, b] = [tensor([[1, 2], [3, 4]]), tensor(5)]; // biome-ignore format: one line
  expect(nn.parametersToVector([a, b]).toArray()).toEqual([1, 2, 3, 4, 5]);
  expect(grad((x) => nn.parametersToVector([x, b]).square().sum())(a).toArray()).toEqual([[2, 4], [6, 8]]); // biome-ignore format: one line
  nn.vectorToParameters(tensor([5, 4, 3, 2, 1]), [a, b]);
  expect([a.toArray(), b.item()]).toEqual([[[5, 4], [3, 2]], 1]); // biome-ignore format: one line
  expect(() => nn.vectorToParameters(tensor([1]), [a, b])).toThrow("the parameters have 5 elements");
  const write = () => nn.vectorToParameters(tensor([9, 9, 9, 9, 9]), [a, b]);
  expect(() => grad((x) => { const y = x.mul(b); write(); return y.sum(); })(b)).toThrow(/Update parameters after/); // biome-ignore format: one line
  expect([a.toArray(), b.item()]).toEqual([[[5, 4], [3, 2]], 1]); // biome-ignore format: one line
});
