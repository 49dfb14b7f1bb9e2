import { ones, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused, type WrongCall } from "./helpers.ts";

const net = (): nn.Linear => new nn.Linear(2, 1);

const wrong: readonly WrongCall[] = [
  ["train(1)", "Linear.train: mode must be true or false, got 1", () => callMethod(net(), "train", 1)],
  [
    'train("false")',
    'Linear.train: mode must be true or false, got "false"',
    () => callMethod(net(), "train", "false"),
  ],
  ["training = 0", "Linear: training must be true or false, got 0", () => Reflect.set(net(), "training", 0)],
  ["to()", "Linear.to", () => callMethod(net(), "to")],
  ['to("wasm")', "Linear.to", () => callMethod(net(), "to", "wasm")],
  ["to(promise)", "Linear.to", () => callMethod(net(), "to", Promise.resolve())],
  ["to(function)", "Linear.to", () => callMethod(net(), "to", () => null)],
  ["zeroGrad()", "zeroGrad: modules have no method zeroGrad", () => callMethod(net(), "zeroGrad")],
  [
    "Parameter(x, { requiresGrad })",
    "Parameter: it takes one argument",
    () => call(nn.Parameter, ones([1]), { requiresGrad: false }),
  ],
  ["Parameter()", "Parameter: t must be a tensor, got undefined", () => call(nn.Parameter)],
  [
    "Parameter([1])",
    "Parameter: t must be a tensor, got [1]; make one with tensor(…)",
    () => call(nn.Parameter, [1]),
  ],
  ["Parameter(3)", "Parameter: t must be a tensor, got 3", () => call(nn.Parameter, 3)],
  [
    "Parameter of integers",
    'only floats are trained: convert with to("float32")',
    () => new nn.Parameter(tensor([1], { dtype: "int32" })),
  ],
];

test.each(wrong)("%s is refused", (_given, message, f) => {
  expectRefused(f, message);
});

test("a refused move leaves the module as it was", () => {
  const layer = net();
  const { backend } = layer.weight;
  expectRefused(() => callMethod(layer, "to", {}), "Linear.to");
  expect(layer.weight.backend).toBe(backend);
  expect(layer.forward(ones([1, 2])).shape).toEqual([1, 1]);
});
