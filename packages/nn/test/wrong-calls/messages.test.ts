import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ones, randn, referenceBackend, tensor } from "@saccade/tensor";
import { expect, test, vi } from "vitest";
import { call, callMethod, expectRefused, refuses } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import { saveCheckpoint, saveCheckpointSync, saveSafetensors } from "../../src/node.ts";
import { optim } from "./optim.calls.ts";
import { schedulers } from "./schedulers.calls.ts";

// Messages that say more than the rule: how to write the call, or what to do instead.

const int = (values: number[]): ReturnType<typeof ones> => tensor(values, { dtype: "int32" });
const bools = (shape: number[]): ReturnType<typeof ones> => ones(shape, { dtype: "bool" });
const double = (shape: number[]): ReturnType<typeof ones> => ones(shape, { dtype: "float64" });
const x = ones([2, 3]);
const w = new nn.Parameter(ones([2, 2]));
const vector = new nn.Parameter(ones([2]));
const gru = new nn.GRU(4, 5);
const lstm = new nn.LSTM(4, 5);
const steps = randn([2, 1, 4]);
const promise = Promise.resolve();
const far = { ...referenceBackend(), name: "other" };

// biome-ignore format: a call a line
const refused: Readonly<Record<string, () => unknown>> = {
  "Linear: options must be an object, got false; write new Linear(3, 2, { bias: false })": () => call(nn.Linear, 3, 2, false),
  "Linear: shape [2, 1099511627776]": () => call(nn.Linear, 2 ** 40, 2),
  "Conv1d: 3 inChannels and 2 outChannels must both be divisible by 2 (groups)": () => call(nn.Conv1d, 3, 2, 3, { groups: 2 }),
  'padding must be a whole number ≥ 0 or two of them, [rows, columns], or "same" or "valid", got "sane"': () => call(nn.Conv2d, 1, 2, 3, { padding: "sane" }),
  'Conv2d: padding "same" takes a stride of 1': () => call(nn.Conv2d, 1, 2, 3, { padding: "same", stride: 2 }),
  "larger than the padded input [4, 4]": () => new nn.Conv2d(1, 1, 5).forward(ones([1, 1, 4, 4])),
  "Softmax2d.forward: x float32[2, 2] must have 4 or 3 dims": () => new nn.Softmax2d().forward(ones([2, 2])),
  "MaxPool2d: padding is 2, at most half of the kernelSize 2 is allowed": () => call(nn.MaxPool2d, 2, { padding: 2 }),
  "call withIndices(x), which gives { values, indices }": () => call(nn.MaxPool2d, 2, { return_indices: true }),
  "conv1d: x and weight are bool, which has no arithmetic; convert x with to": () => nn.functional.conv1d(bools([1, 2, 5]), bools([3, 2, 2])),
  "conv3d: shape [1, 1, 4294967297, 1, 1] has more": () => nn.functional.conv3d(ones([1, 1, 1, 1, 1]), ones([1, 1, 1, 1, 1]), null, { padding: [2 ** 31, 0, 0] }),
  "HalfLinear: inFeatures must be an even whole number ≥ 0, got 3; 16-bit weights are packed in twos": () => call(nn.HalfLinear, 3, 2),
  "HalfLinear: inFeatures must be an even": () => nn.HalfLinear.from(new nn.Linear(3, 2), "float16"),
  "batchNorm: input [2], expected (n, c, …), at least 2 dims": () => nn.functional.batchNorm(ones([2])),
  "channelShuffle: x float32[2, 4] must have at least 3 dims": () => nn.functional.channelShuffle(ones([2, 4]), 2),
  "RMSNorm has no bias": () => call(nn.RMSNorm, 4, { bias: false }),
  "layerNorm: normalizedShape must be a list of sizes, got 4; write [8]": () => call(nn.layerNorm, x, 4),
  "rmsNorm: weight is float64[3], the in": () => nn.rmsNorm(x, [3], double([3])),
  "Sequential: argument 1 must be a Module": () => call(nn.Sequential, new nn.ReLU(), Math.tanh),
  "write new Sequential(...layers)": () => call(nn.Sequential, [new nn.ReLU()]),
  "only LSTM has projections": () => call(nn.GRU, 4, 5, { proj_size: 2 }),
  "GRU: h0 is float64[1, 1, 5], expected float32": () => gru.forward(steps, double([1, 1, 5])),
  "LSTM: input is float64[2, 1, 4], expected float32": () => lstm.forward(double([2, 1, 4])),
  "GRU: tensors of two backends meet": () => gru.forward(steps.to(far)),
  'lengths must be int32, got float32[1]; convert it with to("int32")': () => gru.forward(steps, null, { lengths: tensor([1]) }),
  "write lstm.forward(x, { h0, c0 })": () => callMethod(lstm, "forward", steps, [ones([1]), ones([1])]),
  'did you mean "h0"?': () => callMethod(lstm, "forward", steps, { h: ones([1]) }),
  "GRU.step: states must be a list of tensors": () => callMethod(gru, "step", randn([1, 4]), randn([1, 5])),
  "GRU: input [0, 1, 4] has no steps, expected at least 1": () => gru.forward(steps.narrow(0, 0, 0)),
  "GRU.step: 2 states for 1 layers": () => gru.step(randn([1, 4]), [ones([1, 5]), ones([1, 5])]),
  'mseLoss: no option "size_average"; write reduction: "mean" or "sum"': () => call(nn.MSELoss, { size_average: true }),
  'crossEntropy: target is float32[2]; classes are int32: convert with to("int32")': () => nn.crossEntropy(x, tensor([0, 1])),
  'crossEntropy: target is bool[2]; class indices are int32. Convert with to("int32")': () => nn.crossEntropy(x, tensor([true, false])),
  "crossEntropy: ignoreIndex is 0, and target float32[2, 3] holds probabilities": () => nn.crossEntropy(ones([2, 3]), ones([2, 3]), { ignoreIndex: 0 }),
  "layerNorm: bias is float32[1], expected the shape [3] of normalizedShape": () => nn.layerNorm(ones([2, 3]), [3], null, ones([1])),
  "crossEntropy: every weight is 0": () => call(nn.CrossEntropyLoss, { weight: tensor([0, 0]) }),
  'l1Loss: target is bool[1]; convert it with to("float32")': () => nn.l1Loss(tensor([1]), tensor([true])),
  'validLen must be int32, got float32[1]; convert it with to("int32")': () => nn.maskedSoftmaxCELoss(ones([1, 2, 3]), int([0, 1]).unsqueeze(0), tensor([1])),
  "init.xavierUniform: a weight of [2] has no fan-in and fan-out; that takes two dims": () => call(nn.init.xavierUniform, vector),
  "skipInit: make must be a function, got class Linear; write skipInit(() => new Linear(3, 2))": () => call(nn.skipInit, nn.Linear),
  "skipInit: the callback returned a promise": () => call(nn.skipInit, async () => 3),
  "forwardHook: the hook returned a promise, which would replace the output"
: () => hooked(async (output) => output),
  "the hook returned a promise": () => hooked(async () => undefined),
  "init.zeros: parameter must be a Parameter, got tensor float32[2, 3]; other tensors never change their values": () => call(nn.init.zeros, x),
};

const hooked = (hook: (output: unknown) => unknown): unknown => {
  const layer = new nn.ReLU();
  call(nn.forwardHook, layer, hook);
  return layer.forward(ones([1]));
};

const net = (): nn.Linear => new nn.Linear(2, 1);
const params = [new nn.Parameter(ones([1, 2]))];
const at = (lr: number): nn.SGD => new nn.SGD([tensor([1])], { lr });
const sgd = (options: object) => call(nn.SGD, params, options);
const step = (closure: () => unknown) => callMethod(new nn.SGD(params), "step", closure);
const inARow = (milestones: number[]) => {
  const optimizer = at(1);
  const schedulers = [new nn.LinearLR(optimizer), new nn.LinearLR(optimizer)];
  return call(nn.SequentialLR, optimizer, { schedulers, milestones });
};
const run = (({ model }) => ({ model, optimizer: new nn.SGD(model) }))({ model: net() });

// biome-ignore format: a call a line
const ofTraining: Readonly<Record<string, () => unknown>> = {
  'Linear.train: mode must be true or false, got "false"': () => callMethod(net(), "train", "false"),
  "Linear: training must be true or false, got 0": () => Reflect.set(net(), "training", 0),
  "zeroGrad: modules have no method zeroGrad": () => callMethod(net(), "zeroGrad"),
  "Parameter: it takes one argument": () => call(nn.Parameter, ones([1]), { requiresGrad: false }),
  'only floats are trained: convert with to("float32")': () => new nn.Parameter(int([1])),
  "SGD: no parameters were given": () => call(nn.SGD, new nn.ReLU()),
  "write [{ params: net.a }, { params: net.b }]": () => call(nn.SGD, [new nn.Linear(1, 1)]),
  "only float tensors can be trained": () => call(nn.SGD, [int([1])]),
  "group 1 must be an object": () => call(nn.SGD, [{ params }, new nn.Linear(1, 1)]),
  "group 0: params must be a Module": () => call(nn.SGD, [{ params: null }]),
  "write lr": () => sgd({ learning_rate: 1 }),
  'did you mean "lr"?': () => call(nn.SGD, [{ params, LR: 1 }]),
  'no option "clipGradNorm"': () => call(nn.SGD, [{ params, clipGradNorm: 1 }]),
  'did you mean "maxNorm"?': () => sgd({ clipGradNorm: { max_norm: 1 } }),
  "SGD: nesterov needs a momentum above 0": () => sgd({ nesterov: true }),
  "SGD: nesterov needs a momentum above 0 and": () => Reflect.set(at(1).paramGroups[0]!, "nesterov", true),
  "SGD.step: the callback's result must be a tensor": () => step(() => undefined),
  "SGD.step: the loss must be a tensor, got 3": () => step(() => ({ loss: 3 })),
  "SGD.step: the callback returned a promise": () => step(async () => tensor(1)),
  "only float tensors have gradients": () => step(() => tensor(1, { dtype: "int32" })),
  "gradients are returned, so there are none to clear": () => callMethod(at(1), "zeroGrad"),
  "SGD.update: the gradient of 0 is float32[1] on the backend other": () => at(1).update([ones([1]).to(far)]),
  "clipGradNorm: a gradient is int32[1], expected floats": () => nn.clipGradNorm([int([1])], 1),
  "clipGradNorm: maxNorm must be a number > 0, got 0": () => nn.clipGradNorm(params, () => 0),
  "write const { data } = restoreCheckpoint": () => call(nn.restoreCheckpoint, nn.encodeCheckpoint(run), { ...run, data: 1 }),
  loadStateDict: () => call(nn.StepLR, at(1), { stepSize: 3, lastEpoch: 3 }),
  "set the optimizer's lr: it multiplies the rate": () => call(nn.NoamLR, at(1), { dModel: 8, factor: 2 }),
  "LambdaLR: lrLambda must be a function of the step, or a list of them, got class Linear": () => call(nn.LambdaLR, at(1), { lrLambda: nn.Linear }),
  "lrLambda must be a function of the step, or a list of them, got an array of 1": () => call(nn.MultiplicativeLR, at(1), { lrLambda: [nn.Linear] }),
  "lrLambda(0) must be a finite number ≥ 0, got NaN": () => call(nn.LambdaLR, at(1), { lrLambda: () => Number.NaN }),
  "one for each of the 1 groups, got an array of 2": () => call(nn.LambdaLR, at(1), { lrLambda: [() => 1, () => 1] }),
  "2 schedulers need 1 milestones, got 0": () => inARow([]),
  "milestones[1] must be a whole number ≥ 4, got 3": () => inARow([3, 3]),
  "another optimizer": () => call(nn.SequentialLR, at(1), { schedulers: [new nn.LinearLR(at(1))], milestones: [] }),
  "write scheduler.step(loss.item())": () => new nn.ReduceLROnPlateau(at(1)).step(),
};

refuses({ ...refused, ...ofTraining });

test("refused calls leave parameters, modules and rates as they were", () => {
  expect(w.toArray()).toEqual([[1, 1], [1, 1]]); // biome-ignore format: one line
  const [layer, optimizer] = [net(), at(1)];
  const { backend } = layer.weight;
  for (const value of [undefined, "wasm", promise, () => null, {}])
    expectRefused(() => callMethod(layer, "to", value), "Linear.to");
  expect(layer.weight.backend).toBe(backend);
  for (const kind of Object.keys(schedulers))
    expectRefused(() => call(Reflect.get(nn, kind), optimizer, { foo: 3 }), 'no option "foo"');
  expect(optimizer.lr).toBe(1);
  const freed = ones([1]);
  freed.dispose();
  const before = layer.weight.toArray();
  expectRefused(
    () => new nn.Adam(layer).update([ones([1, 2]), freed]),
    "Adam.update: this float32[1] was disposed",
  );
  expect(layer.weight.toArray()).toEqual(before);
});

// The others are no optimizers, or have options that may be null.
const plainOptimizers = Object.keys(optim).filter(
  (name) => /^[A-Z]/.test(name) && !/^LBFGS|Model$/.test(name),
);

test.each(plainOptimizers)("%s: options that are set are checked, and stay", (name) => {
  const optimizer = Object(call(Reflect.get(nn, name), params)) as nn.Optimizer;
  const group: object = optimizer.paramGroups[0]!;
  const before = { ...group };
  for (const option of Object.keys(group).filter((key) => key !== "params"))
    for (const value of [undefined, null, "1", Number.NaN, [1], tensor(1)]) {
      expectRefused(() => Reflect.set(group, option, value), `${name}: ${option}`);
      expectRefused(
        () => call(Reflect.get(nn, name), [{ params, [option]: value ?? null }]),
        `${name}: ${option}`,
      );
    }
  expectRefused(() => Reflect.set(optimizer, "lr", -1), `${name}: lr`);
  expectRefused(() => Reflect.set(optimizer, "clip", 0), "clipGradNorm: ");
  expectRefused(() => Reflect.set(group, "learningRate", 1), "write lr");
  expectRefused(() => Reflect.set(group, "params", []), 'no option "params"');
  expectRefused(() => Reflect.deleteProperty(group, "lr"), "lr");
  expect({ ...group }).toEqual(before);
  optimizer.lr = 0.5;
  expect(group).toHaveProperty("lr", 0.5);
});

test("a refused save writes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "saccade-refused-"));
  const path = join(folder, "a");
  for (const wrong of [undefined, 3, {}, { model: run.model }, { ...run, model: 3 }])
    for (const save of [saveCheckpoint, saveCheckpointSync])
      await expect((async () => call(save, path, wrong))()).rejects.toThrow(`${save.name}: `);
  await expect((async () => call(saveSafetensors, path, 3))()).rejects.toThrow(
    "saveSafetensors: tensors must",
  );
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("betas cannot be changed behind the checks", () => {
  const betas = [0.9, 0.99] as const;
  const optimizer = new nn.Adam(params, { betas });
  expect(Object.isFrozen(optimizer.paramGroups[0]!.betas)).toBe(true);
  expect(optimizer.paramGroups[0]!.betas).not.toBe(betas);
});

test("dropout of a single recurrent layer warns that it does nothing", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  try {
    new nn.GRU(2, 2, { dropout: 0.5 });
    new nn.LSTM(2, 2, { dropout: 0.5, numLayers: 2 });
    expect(warn.mock.calls).toEqual([
      ["saccade: GRU: dropout acts between layers, so it does nothing with numLayers: 1."],
    ]);
  } finally {
    warn.mockRestore();
  }
});
