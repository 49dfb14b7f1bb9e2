import { ones, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, expectRefused, type WrongCall } from "./helpers.ts";

const x = ones([2, 3]);
const classes = tensor([0, 1], { dtype: "int32" });

// Each loss, its module, and inputs that fit.
const losses: readonly (readonly [string, unknown, unknown, readonly unknown[]])[] = [
  ["mseLoss", nn.mseLoss, nn.MSELoss, [x, x]],
  ["l1Loss", nn.l1Loss, nn.L1Loss, [x, x]],
  ["smoothL1Loss", nn.smoothL1Loss, nn.SmoothL1Loss, [x, x]],
  ["bceWithLogits", nn.bceWithLogits, nn.BCEWithLogitsLoss, [x, x]],
  ["crossEntropy", nn.crossEntropy, nn.CrossEntropyLoss, [x, classes]],
  ["nllLoss", nn.nllLoss, nn.NLLLoss, [x, classes]],
];

describe.each(losses)("%s", (name, loss, module, inputs) => {
  test("takes its inputs and a reduction", () => {
    for (const reduction of ["mean", "sum", "none", undefined])
      expect(() => call(loss, ...inputs, { reduction })).not.toThrow();
    expect(() => call(module)).not.toThrow();
  });

  test("refuses inputs that are not tensors, by name", () => {
    for (const value of [undefined, null, 3, "x", [1], {}, () => x]) {
      expectRefused(() => call(loss, value, inputs[1]), `${name}: input must be a tensor`);
      expectRefused(() => call(loss, inputs[0], value), `${name}: target must be a tensor`);
    }
    expectRefused(() => call(loss, classes, inputs[1]), `${name}: input is int32[2], expected floats`);
  });

  test("refuses unknown options, in the function and in the module", () => {
    for (const make of [(o: unknown) => call(loss, ...inputs, o), (o: unknown) => call(module, o)]) {
      for (const value of [null, "sum", 1, true, [1], x])
        expectRefused(() => make(value), `${name}: options must be an object`);
      expectRefused(
        () => make({ reduction: "avg" }),
        `${name}: reduction must be one of "mean", "sum", "none"`,
      );
      expectRefused(() => make({ reduction: null }), "reduction must be one of");
      expectRefused(() => make({ Reduction: "sum" }), 'did you mean "reduction"?');
      expectRefused(() => make({ size_average: true }), 'write reduction: "mean" or "sum"');
      expectRefused(() => make({ gamma: 2 }), 'no option "gamma"');
    }
  });
});

const wrong: readonly WrongCall[] = [
  [
    "ignore_index",
    'did you mean "ignoreIndex"?',
    () => call(nn.crossEntropy, x, classes, { ignore_index: 0 }),
  ],
  [
    "label_smoothing",
    'did you mean "labelSmoothing"?',
    () => call(nn.crossEntropy, x, classes, { label_smoothing: 0.1 }),
  ],
  [
    "ignoreIndex null",
    "ignoreIndex must be a whole number, got null",
    () => call(nn.CrossEntropyLoss, { ignoreIndex: null }),
  ],
  [
    "ignoreIndex 1.5",
    "nllLoss: ignoreIndex must be a whole number, got 1.5",
    () => call(nn.nllLoss, x, classes, { ignoreIndex: 1.5 }),
  ],
  [
    "labelSmoothing NaN",
    "labelSmoothing must be a number from 0 to 1, got NaN",
    () => call(nn.crossEntropy, x, classes, { labelSmoothing: Number.NaN }),
  ],
  [
    "a weight of numbers",
    "crossEntropy: weight must be a tensor",
    () => call(nn.crossEntropy, x, classes, { weight: [1, 1, 1] }),
  ],
  [
    "float classes",
    'crossEntropy: target is float32[2]; classes are int32: convert with to("int32")',
    () => nn.crossEntropy(x, tensor([0, 1])),
  ],
  ["float classes in nllLoss", 'to("int32")', () => nn.nllLoss(x, tensor([0, 1]))],
  ["bool classes", 'to("int32")', () => nn.crossEntropy(x, tensor([true, false]))],
  ["a float class for one row", 'to("int32")', () => nn.crossEntropy(ones([3]), tensor(1))],
  [
    "a bool target of bceWithLogits",
    "bceWithLogits: target is bool[1]",
    () => nn.bceWithLogits(tensor([1]), tensor([true])),
  ],
  ["a bool target of l1Loss", "l1Loss: target is bool[1]", () => nn.l1Loss(tensor([1]), tensor([true]))],
  ["beta -1", "smoothL1Loss: beta must be a finite number ≥ 0", () => call(nn.SmoothL1Loss, { beta: -1 })],
  ["beta as a string", 'got "1"', () => call(nn.smoothL1Loss, x, x, { beta: "1" })],
  ["pos_weight", 'did you mean "posWeight"?', () => call(nn.bceWithLogits, x, x, { pos_weight: x })],
  [
    "posWeight 2",
    "bceWithLogits: posWeight must be a tensor, got 2",
    () => call(nn.BCEWithLogitsLoss, { posWeight: 2 }),
  ],
  ["labels of floats", "int32", () => nn.maskedSoftmaxCELoss(ones([1, 2, 3]), ones([1, 2]), [1])],
  [
    "lengths of floats",
    'validLen is float32[1], expected int32; convert with to("int32")',
    () => nn.maskedSoftmaxCELoss(ones([1, 2, 3]), tensor([[0, 1]], { dtype: "int32" }), tensor([1])),
  ],
  [
    "fractional lengths",
    "validLen[0] must be a whole number ≥ 0, got 0.5",
    () => nn.maskedSoftmaxCELoss(ones([1, 2, 3]), tensor([[0, 1]], { dtype: "int32" }), [0.5]),
  ],
  [
    "lengths beyond the steps",
    "a length in validLen is 3, expected 0 to 2",
    () => nn.maskedSoftmaxCELoss(ones([1, 2, 3]), tensor([[0, 1]], { dtype: "int32" }), [3]),
  ],
  [
    "no lengths",
    "validLen must be an int32 tensor (B) or a list of numbers, got undefined",
    () => call(nn.maskedSoftmaxCELoss, ones([1, 2, 3]), tensor([[0, 1]], { dtype: "int32" })),
  ],
];

test.each(wrong)("%s: refused", (_given, message, f) => {
  expectRefused(f, message);
});
