import { Generator, ones, randn, referenceBackend, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused, type WrongCall } from "./helpers.ts";

const junk = [undefined, null, "3", Number.NaN, -1, 2.5, true, [3], {}, ones([2]), () => 3];

// Constructors with their required sizes, each at least 1 except where noted.
const sized: readonly (readonly [string, unknown, readonly number[]])[] = [
  ["Linear", nn.Linear, [3, 2]],
  ["Embedding", nn.Embedding, [3, 2]],
  ["Conv1d", nn.Conv1d, [3, 2, 3]],
  ["Conv2d", nn.Conv2d, [3, 2, 3]],
  ["MaxPool1d", nn.MaxPool1d, [2]],
  ["MaxPool2d", nn.MaxPool2d, [2]],
  ["AvgPool1d", nn.AvgPool1d, [2]],
  ["AvgPool2d", nn.AvgPool2d, [2]],
  ["LayerNorm", nn.LayerNorm, [4]],
  ["RMSNorm", nn.RMSNorm, [4]],
  ["GRU", nn.GRU, [4, 5]],
  ["LSTM", nn.LSTM, [4, 5]],
  ["GRUCell", nn.GRUCell, [4, 5]],
  ["LSTMCell", nn.LSTMCell, [4, 5]],
];

describe.each(sized)("%s", (name, layer, sizes) => {
  test("takes its sizes", () => {
    expect(() => call(layer, ...sizes)).not.toThrow();
    expect(() => call(layer, ...sizes, {})).not.toThrow();
    expect(() => call(layer, ...sizes, undefined)).not.toThrow();
  });

  test("refuses sizes that are not whole numbers, by name", () => {
    for (const [i] of sizes.entries()) {
      for (const value of junk) {
        if (Array.isArray(value) && name.endsWith("Norm")) continue; // [3] is a shape
        expectRefused(() => call(layer, ...sizes.with(i, value as number)), new RegExp(`^${name}: \\w`));
      }
    }
  });

  test("refuses anything but an object of known options behind its sizes", () => {
    for (const value of [null, "x", 1, 0, true, false, [1], ones([2]), new Map(), new Generator(0), () => 3])
      expectRefused(() => call(layer, ...sizes, value), `${name}: options must be an object`);
    expectRefused(() => call(layer, ...sizes, { device: "cpu" }), `${name}: no option "device"`);
  });

  test("refuses an input that is not a tensor", () => {
    const made = call(layer, ...sizes) as object;
    for (const x of [undefined, null, 3, "x", [1, 2], {}])
      expectRefused(() => callMethod(made, "forward", x), /(x|indices) must be a tensor/);
  });
});

const none: readonly (readonly [string, unknown])[] = [
  ["ReLU", nn.ReLU],
  ["SiLU", nn.SiLU],
  ["Tanh", nn.Tanh],
  ["Sigmoid", nn.Sigmoid],
  ["Softplus", nn.Softplus],
];

test.each(none)("%s takes no arguments, and a tensor forward", (name, layer) => {
  expectRefused(() => call(layer, true), `${name}: it takes no arguments, got 1`);
  expectRefused(
    () => callMethod(call(layer) as object, "forward", [1]),
    `${name}.forward: x must be a tensor`,
  );
});

const wrong: readonly WrongCall[] = [
  ["Linear(3, 2, false)", "write new Linear(3, 2, { bias: false })", () => call(nn.Linear, 3, 2, false)],
  ["2^40 features", "Linear: shape [2, 1099511627776]", () => call(nn.Linear, 2 ** 40, 2)],
  ["2^40 embeddings", "Embedding: shape [1099511627776, 2]", () => call(nn.Embedding, 2 ** 40, 2)],
  ["2^40 channels", "Conv1d: shape [1099511627776, 1, 3]", () => call(nn.Conv1d, 1, 2 ** 40, 3)],
  ["2^40 normalized", "LayerNorm: shape [1099511627776]", () => call(nn.LayerNorm, [2 ** 40])],
  ["2^40 inputs", "GRU: shape [9, 1099511627776]", () => call(nn.GRU, 2 ** 40, 3)],
  ["2^40 inputs of a cell", "LSTMCell: shape [12, 1099511627776]", () => call(nn.LSTMCell, 2 ** 40, 3)],
  [
    "averages of integers",
    "AvgPool2d.forward: x must hold floats, got int32[1, 1, 2, 2]",
    () => new nn.AvgPool2d(2).forward(ones([1, 1, 2, 2], { dtype: "int32" })),
  ],
  [
    "h0 of another dtype",
    "GRU: h0 is float64[1, 1, 5], expected float32",
    () => new nn.GRU(4, 5).forward(randn([2, 1, 4]), ones([1, 1, 5], { dtype: "float64" })),
  ],
  [
    "sequences of another dtype",
    "LSTM: input is float64[2, 1, 4], expected float32",
    () => new nn.LSTM(4, 5).forward(ones([2, 1, 4], { dtype: "float64" })),
  ],
  [
    "a cell's integers",
    "GRUCell: input is int32[1, 4], expected float32",
    () => new nn.GRUCell(4, 5).forward(ones([1, 4], { dtype: "int32" })),
  ],
  [
    "sequences of another backend",
    "GRU: tensors of two backends meet",
    () => new nn.GRU(4, 5).forward(randn([2, 1, 4]).to({ ...referenceBackend(), name: "other" })),
  ],
  ["bias: 0", "Linear: bias must be true or false, got 0", () => call(nn.Linear, 3, 2, { bias: 0 })],
  ["in_features", 'no option "dtype"', () => call(nn.Linear, 3, 2, { dtype: "float64" })],
  ["strings", 'inFeatures must be a whole number ≥ 0, got "3"', () => call(nn.Linear, "3", 2)],
  ["linear of lists", "linear: x must be a tensor", () => call(nn.linear, [1], ones([1, 1]))],
  [
    "linear of a bias",
    "linear: bias must be a tensor",
    () => call(nn.linear, ones([1]), ones([1, 1]), false),
  ],
  ["Conv2d(1, 2, 3, 1)", "Conv2d: options must be an object, got 1", () => call(nn.Conv2d, 1, 2, 3, 1)],
  [
    "padding: same",
    'padding must be a whole number ≥ 0 or two of them, [rows, columns], got "same"',
    () => call(nn.Conv2d, 1, 2, 3, { padding: "same" }),
  ],
  ["three sizes", "kernelSize must be", () => call(nn.Conv2d, 1, 2, [3, 3, 3])],
  [
    "stride 0",
    "Conv1d: stride must be a whole number ≥ 1, got 0",
    () => call(nn.Conv1d, 1, 2, 3, { stride: 0 }),
  ],
  ["padding_mode", "only zeros are padded", () => call(nn.Conv1d, 1, 2, 3, { paddingMode: "reflect" })],
  ["MaxPool2d(2, 2)", "MaxPool2d: options must be an object, got 2", () => call(nn.MaxPool2d, 2, 2)],
  ["kernel_size", 'no option "kernelSize"', () => call(nn.MaxPool2d, 2, { kernelSize: 2 })],
  ["return_indices", "the indices are not returned", () => call(nn.MaxPool2d, 2, { returnIndices: true })],
  [
    "count_include_pad",
    'did you mean "countIncludePad"?',
    () => call(nn.AvgPool2d, 2, { count_include_pad: false }),
  ],
  [
    "count of 1",
    "countIncludePad must be true or false",
    () => call(nn.AvgPool1d, 2, { countIncludePad: 1 }),
  ],
  ["padding_idx", 'did you mean "paddingIdx"?', () => call(nn.Embedding, 3, 2, { padding_idx: 0 })],
  ["a row as an option", "Embedding: options must be an object, got 0", () => call(nn.Embedding, 3, 2, 0)],
  [
    "paddingIdx -4",
    "paddingIdx must be a whole number ≥ -3 and ≤ 2, got -4",
    () => call(nn.Embedding, 3, 2, { paddingIdx: -4 }),
  ],
  ["float indices", "int32", () => new nn.Embedding(3, 2).forward(tensor([1.5]))],
  ["eps", "LayerNorm: options must be an object, got 0.00001", () => call(nn.LayerNorm, 4, 1e-5)],
  ["bias of RMSNorm", "RMSNorm has no bias", () => call(nn.RMSNorm, 4, { bias: false })],
  ["eps NaN of RMSNorm", "eps must be a finite number ≥ 0", () => call(nn.RMSNorm, 4, { eps: Number.NaN })],
  ["rmsNorm of a list", "rmsNorm: x must be a tensor", () => call(nn.rmsNorm, [1], [1])],
  ["rmsNorm of integers", 'to("float32")', () => nn.rmsNorm(ones([4], { dtype: "int32" }), [4])],
  [
    "rmsNorm with a short weight",
    "rmsNorm: weight [3] for input [4], expected [4]",
    () => nn.rmsNorm(ones([4]), [4], ones([3])),
  ],
  [
    "rmsNorm with a weight of another dtype",
    "rmsNorm: weight is float64, the input float32",
    () => nn.rmsNorm(ones([4]), [4], ones([4], { dtype: "float64" })),
  ],
  ["RMSNorm of other dims", "does not end in [4]", () => new nn.RMSNorm(4).forward(ones([4, 3]))],
  ["eps -1", "eps must be a finite number ≥ 0", () => call(nn.LayerNorm, 4, { eps: -1 })],
  [
    "elementwise_affine",
    'did you mean "elementwiseAffine"?',
    () => call(nn.LayerNorm, 4, { elementwise_affine: false }),
  ],
  [
    "layerNorm(x, 4)",
    "layerNorm: normalizedShape must be a list of sizes, got 4",
    () => call(nn.layerNorm, ones([4]), 4),
  ],
  [
    "layerNorm of options",
    "layerNorm: weight must be a tensor",
    () => call(nn.layerNorm, ones([4]), [4], { eps: 1 }),
  ],
  ["p 1.5", "Dropout: p must be a number from 0 to 1, got 1.5", () => call(nn.Dropout, 1.5)],
  [
    "p as an option",
    "Dropout: p must be a number from 0 to 1, got an object",
    () => call(nn.Dropout, { p: 0.5 }),
  ],
  ["p as a string", 'got "0.5"', () => call(nn.Dropout, "0.5")],
  [
    "dropout(x, p, training)",
    "dropout: options must be an object, got false",
    () => call(nn.dropout, ones([2]), 0.5, false),
  ],
  [
    "dropout's generator",
    "generator must be a Generator, got 7",
    () => call(nn.dropout, ones([2]), 0.5, { generator: 7 }),
  ],
  ["negative_slope", 'did you mean "negativeSlope"?', () => call(nn.LeakyReLU, { negative_slope: 0.2 })],
  ["LeakyReLU(0.2)", "LeakyReLU: options must be an object, got 0.2", () => call(nn.LeakyReLU, 0.2)],
  ["ELU(1)", "ELU: options must be an object, got 1", () => call(nn.ELU, 1)],
  ["alpha NaN", "ELU: alpha must be a number, got NaN", () => call(nn.ELU, { alpha: Number.NaN })],
  ['GELU("tanh")', 'GELU: options must be an object, got "tanh"', () => call(nn.GELU, "tanh")],
  ["approximate", "approximate must be one of", () => call(nn.GELU, { approximate: "tan" })],
  [
    "Softmax of options",
    "Softmax: dim must be a whole number, got an object",
    () => call(nn.Softmax, { dim: 1 }),
  ],
  ["LogSoftmax(null)", "LogSoftmax: dim must be a whole number, got null", () => call(nn.LogSoftmax, null)],
  ["Flatten of options", "Flatten: startDim must be a whole number", () => call(nn.Flatten, { startDim: 1 })],
  [
    "functions in a row",
    "Sequential: argument 1 must be a Module",
    () => call(nn.Sequential, new nn.ReLU(), Math.tanh),
  ],
  ["a list of layers", "write new Sequential(...layers)", () => call(nn.Sequential, [new nn.ReLU()])],
  ["Softplus(2)", "x.mul(beta).softplus().div(beta)", () => call(nn.Softplus, 2)],
  ["GRU(4, 5, 2)", "write new GRU(4, 5, { numLayers: 2 })", () => call(nn.GRU, 4, 5, 2)],
  [
    "num_layers",
    'GRU: no option "num_layers"; did you mean "numLayers"?',
    () => call(nn.GRU, 4, 5, { num_layers: 2 }),
  ],
  [
    "batch_first",
    'LSTM: no option "batch_first"; did you mean "batchFirst"?',
    () => call(nn.LSTM, 4, 5, { batch_first: true }),
  ],
  ["proj_size", "projections are not supported", () => call(nn.LSTM, 4, 5, { projSize: 2 })],
  [
    "numLayers as a string",
    'GRU: numLayers must be a whole number ≥ 1, got "2"',
    () => call(nn.GRU, 4, 5, { numLayers: "2" }),
  ],
  [
    "dropout of 2",
    "LSTM: dropout must be a number from 0 to 1, got 2",
    () => call(nn.LSTM, 4, 5, { dropout: 2 }),
  ],
  [
    "bidirectional: 1",
    "bidirectional must be true or false, got 1",
    () => call(nn.GRU, 4, 5, { bidirectional: 1 }),
  ],
  ["cells' bias", "GRUCell: options must be an object, got true", () => call(nn.GRUCell, 4, 5, true)],
  [
    "h0 as a list",
    "h0 must be a tensor",
    () => callMethod(new nn.GRU(4, 5), "forward", randn([2, 1, 4]), [1]),
  ],
  [
    "options as h0",
    "h0 must be a tensor",
    () => callMethod(new nn.GRU(4, 5), "forward", randn([2, 1, 4]), { lengths: [1] }),
  ],
  [
    "lengths as options",
    "GRU.forward: options must be an object",
    () => callMethod(new nn.GRU(4, 5), "forward", randn([2, 1, 4]), null, [1]),
  ],
  [
    "a typo in lengths",
    'did you mean "lengths"?',
    () => callMethod(new nn.GRU(4, 5), "forward", randn([2, 1, 4]), null, { length: [1] }),
  ],
  [
    "float lengths",
    'convert with to("int32")',
    () => new nn.GRU(4, 5).forward(randn([2, 1, 4]), null, { lengths: tensor([1]) }),
  ],
  [
    "fractional lengths",
    "lengths[0] must be a whole number ≥ 0, got 1.5",
    () => new nn.GRU(4, 5).forward(randn([2, 1, 4]), null, { lengths: [1.5] }),
  ],
  [
    "a mask as lengths",
    "bool",
    () => new nn.LSTM(4, 5).forward(randn([2, 1, 4]), null, { lengths: tensor([true]) }),
  ],
  [
    "a number as lengths",
    "lengths must be an int32 tensor (B) or a list of numbers, got 2",
    () => callMethod(new nn.LSTM(4, 5), "forward", randn([2, 1, 4]), null, { lengths: 2 }),
  ],
  [
    "a tuple as state",
    "write lstm.forward(x, { h0, c0 })",
    () => callMethod(new nn.LSTM(4, 5), "forward", randn([2, 1, 4]), [ones([1]), ones([1])]),
  ],
  [
    "a tensor as state",
    "write lstm.forward(x, { h0, c0 })",
    () => callMethod(new nn.LSTM(4, 5), "forward", randn([2, 1, 4]), ones([1])),
  ],
  [
    "h for h0",
    'did you mean "h0"?',
    () => callMethod(new nn.LSTM(4, 5), "forward", randn([2, 1, 4]), { h: ones([1]) }),
  ],
  [
    "h0 for h",
    'did you mean "h"?',
    () => callMethod(new nn.LSTMCell(4, 5), "forward", randn([1, 4]), { h0: ones([1]) }),
  ],
  [
    "a step without states",
    "GRU.step: states must be a list of tensors",
    () => callMethod(new nn.GRU(4, 5), "step", randn([1, 4])),
  ],
  [
    "a step from a tensor",
    "GRU.step: states must be a list of tensors",
    () => callMethod(new nn.GRU(4, 5), "step", randn([1, 4]), randn([1, 5])),
  ],
  [
    "a step from numbers",
    "GRU.step: states[0] must be a tensor",
    () => callMethod(new nn.GRU(4, 5), "step", randn([1, 4]), [3]),
  ],
];

test.each(wrong)("%s is refused", (_given, message, f) => {
  expectRefused(f, message);
});
