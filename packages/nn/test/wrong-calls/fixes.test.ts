import { ones, randn, referenceBackend, tensor } from "@saccade/tensor";
import { expect, test, vi } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused } from "./helpers.ts";

// Messages that say more than the rule: how to write the call, or what to do instead.

const int = (values: number[]): ReturnType<typeof ones> => tensor(values, { dtype: "int32" });
const double = (shape: number[]): ReturnType<typeof ones> => ones(shape, { dtype: "float64" });
const x = ones([2, 3]);
const w = new nn.Parameter(ones([2, 2]));
const vector = new nn.Parameter(ones([2]));
const gru = new nn.GRU(4, 5);
const lstm = new nn.LSTM(4, 5);
const steps = randn([2, 1, 4]);
const far = { ...referenceBackend(), name: "other" };

const refused: Readonly<Record<string, () => unknown>> = {
  "Linear: options must be an object, got false; write new Linear(3, 2, { bias: false })": () =>
    call(nn.Linear, 3, 2, false),
  "Linear: shape [2, 1099511627776]": () => call(nn.Linear, 2 ** 40, 2),
  "Embedding: numEmbeddings must be a whole number ≥ 1, got 1099511627776; a dim has at most 2147483647 elements":
    () => call(nn.Embedding, 2 ** 40, 2),
  "Embedding: shape [2000000000, 2000000000]": () => call(nn.Embedding, 2e9, 2e9),
  "Conv1d: shape [2000000000, 2000000000, 3]": () => call(nn.Conv1d, 2e9, 2e9, 3),
  "LayerNorm: shape [2000000000, 2000000000]": () => call(nn.LayerNorm, [2e9, 2e9]),
  "GRU: shape [6000000000, 2000000000]": () => call(nn.GRU, 2e9, 2e9),
  "LSTMCell: shape [8000000000, 2000000000]": () => call(nn.LSTMCell, 2e9, 2e9),
  "Conv1d: 3 inChannels and 2 outChannels must both be divisible by 2 (groups)": () =>
    call(nn.Conv1d, 3, 2, 3, { groups: 2 }),
  "only zeros are padded": () => call(nn.Conv1d, 1, 2, 3, { padding_mode: "reflect" }),
  'padding must be a whole number ≥ 0 or two of them, [rows, columns], got "same"': () =>
    call(nn.Conv2d, 1, 2, 3, { padding: "same" }),
  "MaxPool2d: padding is 2, at most half of the kernelSize 2 is allowed": () =>
    call(nn.MaxPool2d, 2, { padding: 2 }),
  "the indices are not returned": () => call(nn.MaxPool2d, 2, { return_indices: true }),
  "a last window that does not fit is left out": () => call(nn.AvgPool1d, 2, { ceilMode: true }),
  "AvgPool2d.forward: x must hold floats, got int32[1, 1, 2, 2]": () =>
    new nn.AvgPool2d(2).forward(ones([1, 1, 2, 2], { dtype: "int32" })),
  "Embedding: paddingIdx must be a whole number ≥ -3 and ≤ 2, got -4": () =>
    call(nn.Embedding, 3, 2, { paddingIdx: -4 }),
  int32: () => new nn.Embedding(3, 2).forward(tensor([1.5])),
  "HalfLinear: inFeatures must be an even whole number ≥ 0, got 3; 16-bit weights are packed in twos": () =>
    call(nn.HalfLinear, 3, 2),
  "HalfLinear: inFeatures must be an even": () => nn.HalfLinear.from(new nn.Linear(3, 2), "float16"),
  "write format": () => call(nn.HalfLinear, 4, 2, { dtype: "float16" }),
  "write elementwiseAffine: false": () => call(nn.LayerNorm, 4, { bias: false }),
  "RMSNorm has no bias": () => call(nn.RMSNorm, 4, { bias: false }),
  "LayerNorm: input [2, 3] does not end in [3, 3] (normalizedShape)": () =>
    new nn.LayerNorm([3, 3]).forward(x),
  "RMSNorm: input [2, 3] does not end in [4]": () => new nn.RMSNorm(4).forward(x),
  "layerNorm: normalizedShape must be a list of sizes, got 4; write [8]": () => call(nn.layerNorm, x, 4),
  'to("float32")': () => nn.rmsNorm(ones([4], { dtype: "int32" }), [4]),
  "rmsNorm: weight is float32[2], expect": () => nn.rmsNorm(x, [3], ones([2])),
  "rmsNorm: weight is float64[3], the in": () => nn.rmsNorm(x, [3], double([3])),
  "x.mul(beta).softplus().div(beta)": () => call(nn.Softplus, 2),
  "Sequential: argument 1 must be a Module": () => call(nn.Sequential, new nn.ReLU(), Math.tanh),
  "write new Sequential(...layers)": () => call(nn.Sequential, [new nn.ReLU()]),
  "write new GRU(4, 5, { numLayers: 2 })": () => call(nn.GRU, 4, 5, 2),
  "projections are not supported": () => call(nn.LSTM, 4, 5, { proj_size: 2 }),
  "GRU: h0 is float64[1, 1, 5], expected float32": () => gru.forward(steps, double([1, 1, 5])),
  "LSTM: input is float64[2, 1, 4], expected float32": () => lstm.forward(double([2, 1, 4])),
  "GRUCell.forward: x must hold floats, got int32[4]": () =>
    new nn.GRUCell(4, 5).forward(ones([4], { dtype: "int32" })),
  "GRU: tensors of two backends meet": () => gru.forward(steps.to(far)),
  "h0 must be a tensor, got an object": () => callMethod(gru, "forward", steps, { lengths: [1] }),
  "GRU.forward: options must be an object": () => callMethod(gru, "forward", steps, null, [1]),
  'did you mean "lengths"?': () => callMethod(gru, "forward", steps, null, { length: [1] }),
  'lengths must be int32, got float32[1]; convert it with to("int32")': () =>
    gru.forward(steps, null, { lengths: tensor([1]) }),
  "lengths[0] must be a whole number ≥ 0, got 1.5": () => gru.forward(steps, null, { lengths: [1.5] }),
  "LSTM.forward: lengths must be int32, got bool[1]": () =>
    lstm.forward(steps, null, { lengths: tensor([true]) }),
  "write lstm.forward(x, { h0, c0 })": () => callMethod(lstm, "forward", steps, [ones([1]), ones([1])]),
  'did you mean "h0"?': () => callMethod(lstm, "forward", steps, { h: ones([1]) }),
  'did you mean "h"?': () => callMethod(new nn.LSTMCell(4, 5), "forward", randn([1, 4]), { h0: ones([1]) }),
  "GRU.step: states must be a list of tensors": () => callMethod(gru, "step", randn([1, 4]), randn([1, 5])),
  "GRU.step: states[0] must be a tensor": () => callMethod(gru, "step", randn([1, 4]), [3]),
  "GRU.step: 2 states for 1 layers": () => gru.step(randn([1, 4]), [ones([1, 5]), ones([1, 5])]),
  'mseLoss: no option "size_average"; write reduction: "mean" or "sum"': () =>
    call(nn.MSELoss, { size_average: true }),
  'write reduction: "none" for reduce: false': () => call(nn.l1Loss, x, x, { reduce: false }),
  "mseLoss: input must hold floats, got int32[2]": () => call(nn.mseLoss, int([1, 2]), int([1, 2])),
  'crossEntropy: target is float32[2]; classes are int32: convert with to("int32")': () =>
    nn.crossEntropy(x, tensor([0, 1])),
  "crossEntropy: target is float32[]; classes are int32": () => nn.crossEntropy(ones([3]), tensor(1)),
  'crossEntropy: target is bool[2]; class indices are int32. Convert with to("int32")': () =>
    nn.crossEntropy(x, tensor([true, false])),
  "crossEntropy: every weight is 0": () => call(nn.CrossEntropyLoss, { weight: tensor([0, 0]) }),
  'l1Loss: target is bool[1]; convert it with to("float32")': () => nn.l1Loss(tensor([1]), tensor([true])),
  'validLen must be int32, got float32[1]; convert it with to("int32")': () =>
    nn.maskedSoftmaxCELoss(ones([1, 2, 3]), int([0, 1]).unsqueeze(0), tensor([1])),
  "a length in validLen is 3, expected 0 to 2": () =>
    nn.maskedSoftmaxCELoss(ones([1, 2, 3]), int([0, 1]).unsqueeze(0), [3]),
  "init.xavierUniform: a weight of [2] has no fan-in and fan-out; that takes two dims": () =>
    call(nn.init.xavierUniform, vector),
  "init.uniform: high must be a finite number ≥ 1, got 0": () => call(nn.init.uniform, w, 1, 0),
  "init.zeros: parameter must be a Parameter, got tensor float32[2, 3]; other tensors never change their values":
    () => call(nn.init.zeros, x),
  'did you mean "fanIn"?': () => call(nn.init.kaimingUniform, w, { mode: "fan_in" }),
  'did you mean "leakyRelu"?': () => call(nn.init.kaimingNormal, w, { nonlinearity: "leaky_relu" }),
};

test.each(Object.entries(refused))("%s", (message, f) => {
  expectRefused(f, message);
});

test("refused calls of init leave the parameter alone", () => {
  expect(w.toArray()).toEqual([[1, 1], [1, 1]]); // biome-ignore format: one line
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
