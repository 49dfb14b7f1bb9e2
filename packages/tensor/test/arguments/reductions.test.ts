import { expect, test } from "vitest";
import { ones, sum } from "../../src/index.ts";
import { any, on, refuses } from "./wrong-calls.ts";

refuses("reductions", [
  on(
    "x.sum(1, { keepDim })",
    "sum",
    [1, { keepDim: true }],
    'sum: no option "keepDim"; did you mean "keepdim"?',
  ),
  on(
    "x.sum(1, true)",
    "sum",
    [1, true],
    "sum: options must be an object, got true; write x.sum(1, { keepdim: true }).",
  ),
  on(
    "x.sum({ keepdim })",
    "sum",
    [{ keepdim: true }],
    "sum: dim must be a whole number or an array of them, got an object; as in",
  ),
  on('x.sum("1")', "sum", ["1"], 'sum: dim must be a whole number or an array of them, got "1"'),
  on("x.sum(null)", "sum", [null], "sum: dim must be a whole number"),
  on("x.sum(5)", "sum", [5], "sum: dim 5 is out of range; use one of -2 to 1."),
  ['sum("x")', () => sum(any("x")), 'sum: x must be a tensor, got "x".'],
  on("x.mean(5)", "mean", [5], "mean: dim 5 is out of range"),
  on(
    "x.std(1, false)",
    "std",
    [1, false],
    "std: options must be an object, got false; write x.std(1, { correction: 0 }).",
  ),
  on("x.std(7)", "std", [7], "std: dim 7 is out of range"),
  on(
    "x.var(1, { unbiased })",
    "var",
    [1, { unbiased: false }],
    'var: no option "unbiased"; write correction: 0 for unbiased: false.',
  ),
  on(
    "a negative correction",
    "var",
    [1, { correction: -1 }],
    "var: correction must be a finite number ≥ 0, got -1.",
  ),
  on(
    "x.max(y)",
    "max",
    [ones([2])],
    "max: dim must be a whole number, got tensor float32[2]; maximum(a, b) compares two tensors.",
  ),
  on("x.max(1, true)", "max", [1, true], "max: options must be an object, got true"),
  on("x.max(undefined, o)", "max", [undefined, { keepdim: true }], "max: options need a dim"),
  on("x.all(1, true)", "all", [1, true], "all: options must be an object, got true"),
  on("x.argmax([0, 1])", "argmax", [[0, 1]], "argmax: dim must be a whole number, got [0,1]"),
  on("x.prod([0, 1])", "prod", [[0, 1]], "prod: dim must be a whole number, got [0,1]"),
  on("x.norm(2)", "norm", [2], "norm: options must be an object, got 2; write x.norm({ p: 2, dim: 1 })."),
  on("x.norm(2, 1)", "norm", [2, 1], "norm: it takes one argument, got 2; write x.norm({ p: 2, dim: 1 })."),
  on(
    "x.softmax()",
    "softmax",
    [],
    "softmax: dim must be a whole number, got undefined; write x.softmax(-1).",
  ),
  on(
    "x.softmax(-1, dtype)",
    "softmax",
    [-1, "float32"],
    "softmax: it takes one argument, got 2; convert first: x.to",
  ),
  on("x.cumsum()", "cumsum", [], "cumsum: dim must be a whole number, got undefined; write x.cumsum(0)."),
  on(
    "x.sort(0, true)",
    "sort",
    [0, true],
    "sort: options must be an object, got true; write x.sort(-1, { descending: true }).",
  ),
  on("x.argsort(9)", "argsort", [9], "argsort: dim 9 is out of range"),
  on("x.topk(9)", "topk", [9], "topk: k = 9 is out of range for dim 1 of float32[2, 3]"),
  on("x.topk(3, 1, false)", "topk", [3, 1, false], "topk: options must be an object, got false"),
]);

test("an empty list of dims reduces all of them", () => {
  expect(ones([2, 3]).sum([]).item()).toBe(6);
  expect(ones([2, 3]).mean([]).item()).toBe(1);
});
