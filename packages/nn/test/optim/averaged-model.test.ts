import { grad } from "@saccade/autograd";
import { memory, ones, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import {
  AveragedModel,
  getEmaAvgFn,
  Linear,
  parametersToVector,
  SGD,
  StateDictError,
  vectorToParameters,
} from "../../src/index.ts";
import { expectClose, goldenAll, goldenCases } from "./golden.ts";

test.each(goldenCases("average/").map((entry) => [entry.name, entry] as const))(
  "PyTorch's %s",
  (name, entry) => {
    const net = new Linear(2, 2);
    const averaged = new AveragedModel(net, name.endsWith("ema") ? { avgFn: getEmaAvgFn(0.9) } : {});
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
  const net = new Linear(1, 1, { bias: false });
  net.loadStateDict({ weight: tensor([[2]]) });
  const averaged = new AveragedModel(net);
  averaged.updateParameters(net);
  new SGD(net, { lr: 1 }).step(() => net.weight.sum());
  averaged.updateParameters(net);
  expect(averaged.use(() => net.forward(ones([1, 1])).item())).toBe(1.5);
  expect(net.weight.item()).toBe(1);
  expect(() => averaged.use(() => { throw new Error("mine"); })).toThrow("mine"); // biome-ignore format: one line
  expect(net.weight.item()).toBe(1);
  const resumed = new AveragedModel(new Linear(1, 1, { bias: false }));
  resumed.loadStateDict(averaged.stateDict());
  expect([resumed.nAveraged, resumed.use(() => resumed.module.weight.item())]).toEqual([2, 1.5]);
  expect(() => resumed.loadStateDict({ weight: tensor([[1]]) })).toThrow(StateDictError);
  expect(() => resumed.updateParameters(new Linear(1, 1))).toThrow(/bias/);
});

test("asynchronous work has the averages until it has ended", async () => {
  const net = new Linear(1, 1, { bias: false });
  net.loadStateDict({ weight: tensor([[2]]) });
  const [averaged, other] = [new AveragedModel(net), new AveragedModel(net)];
  averaged.updateParameters(net);
  const sgd = new SGD(net, { lr: 1 });
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

test("averaging and using leave memory as it was", () => {
  const net = new Linear(3, 2);
  const averaged = new AveragedModel(net, { avgFn: getEmaAvgFn(0.9) });
  const round = (): void => {
    averaged.updateParameters(net);
    averaged.use(() => net.weight.shape);
  };
  round();
  const before = memory();
  for (let i = 0; i < 50; i++) round();
  expect(memory()).toMatchObject({ tensors: before.tensors, bytes: before.bytes });
});

test("parameters become a vector, with its gradient, and a vector parameters", () => {
  const [a, b] = [tensor([[1, 2], [3, 4]]), tensor(5)]; // biome-ignore format: one line
  expect(parametersToVector([a, b]).toArray()).toEqual([1, 2, 3, 4, 5]);
  expect(grad((x) => parametersToVector([x, b]).square().sum())(a).toArray()).toEqual([[2, 4], [6, 8]]); // biome-ignore format: one line
  vectorToParameters(tensor([5, 4, 3, 2, 1]), [a, b]);
  expect([a.toArray(), b.item()]).toEqual([[[5, 4], [3, 2]], 1]); // biome-ignore format: one line
  expect(() => vectorToParameters(tensor([1]), [a, b])).toThrow("the parameters have 5 elements");
});
