import { expect, test } from "vitest";
import {
  bernoulli,
  fromData,
  full,
  Generator,
  keep,
  manualSeed,
  ones,
  profile,
  rand,
  randint,
  randn,
  referenceBackend,
  scope,
  setBackend,
  tensor,
  uniform,
  warnAtBytes,
  zeros,
} from "../../src/index.ts";
import { any, refuses } from "./wrong-calls.ts";

refuses("creation", [
  [
    "zeros(3)",
    () => zeros(any(3)),
    "zeros: shape must be an array of whole numbers, got 3; write zeros([2, 3], {",
  ],
  ["zeros(2, 3)", () => zeros(any(2), any(3)), "zeros: shape must be an array"],
  ["ones(2, 3)", () => ones(any(2), any(3)), "ones: shape must be an array"],
  [
    "full(2, 3, 1)",
    () => full(any(2), any(3), any(1)),
    "full: shape must be an array of whole numbers, got 2; write full(",
  ],
  ["rand(2, 3)", () => rand(any(2), any(3)), "rand: shape must be an array"],
  ["randn(2, 3)", () => randn(any(2), any(3)), "randn: shape must be an array"],
  [
    "zeros([2], 3)",
    () => zeros([2], any(3)),
    'zeros: options must be an object, got 3; write zeros([2, 3], { dtype: "int32" }).',
  ],
  ["zeros([-1])", () => zeros([-1]), "zeros: shape [-1] must hold whole numbers ≥ 0."],
  ['zeros(["2"])', () => zeros(any(["2"])), 'zeros: shape[0] must be a whole number, got "2"'],
  [
    "tensor([1, null])",
    () => tensor(any([1, null])),
    "tensor: values[1] must be a number, a boolean or an array of them, got null.",
  ],
  [
    "tensor([[1], [[2]]])",
    () => tensor([[1], [[2]]]),
    "tensor: rows differ in length: values[1][0] has 1 items",
  ],
  [
    'tensor("3")',
    () => tensor(any("3")),
    /^tensor: values must be a number.*got "3"; convert it with Number\(…\)\.$/,
  ],
  ["tensor(undefined)", () => tensor(any(undefined)), /^tensor: values must be .*got undefined\.$/],
  ["tensor(3n)", () => tensor(any(3n)), /^tensor: values must be .*got 3n; convert it with Number/],
  ["tensor(x)", () => tensor(any(ones([2]))), "tensor: values must be"],
  ["tensor([x])", () => tensor(any([ones([2])])), /join tensors with stack\(\[…\]\)\.$/],
  [
    "tensor(x, { dType })",
    () => tensor([1], any({ dType: "int32" })),
    'tensor: no option "dType"; did you mean "dtype"?',
  ],
  [
    "tensor(x, { device })",
    () => tensor([1], any({ device: "cpu" })),
    'tensor: no option "device"; write { backend }',
  ],
  [
    "a dtype of float",
    () => tensor([1], any({ dtype: "float" })),
    'tensor: no dtype "float"; write "float32".',
  ],
  ["a backend's name", () => tensor([1], any({ backend: "wasm" })), 'tensor: "wasm" is no backend; make one'],
  ["bytes", () => tensor(new Uint8Array(2)), /^tensor: values holds bytes.*give their dtype/],
  ["clamped bytes", () => tensor(new Uint8ClampedArray(2)), /give their dtype/],
  ["a Buffer", () => fromData(Buffer.from([1]), [1]), /^fromData: data holds bytes.*give their dtype/],
  [
    "an Int16Array",
    () => tensor(any(new Int16Array(2))),
    "tensor: values is a Int16Array; convert it with Int32Array.from(values).",
  ],
  ["a Uint32Array", () => tensor(any(new Uint32Array(2))), "convert it with Float64Array.from(values)"],
  [
    "a BigInt64Array",
    () => tensor(any(new BigInt64Array(2))),
    "convert it with Int32Array.from(values, Number)",
  ],
  ["3e9 as int32", () => tensor([3e9], { dtype: "int32" }), "tensor: 3000000000 does not fit int32"],
  ["NaN as int32", () => tensor([Number.NaN], { dtype: "int32" }), "tensor: NaN does not fit int32"],
  ["full of 3e9", () => full([2], 3e9, { dtype: "int32" }), "full: 3000000000 does not fit int32"],
  ["fromData of an array", () => fromData(any([1]), [1]), "make a tensor of numbers with tensor(…)"],
  [
    "setBackend(referenceBackend)",
    () => setBackend(any(referenceBackend)),
    "setBackend: function referenceBackend is no backend; call it: referenceBackend().",
  ],
  [
    "setBackend of a promise",
    () => setBackend(any(Promise.resolve())),
    /^setBackend: a Promise is no backend; await it/,
  ],
  ["setBackend()", () => setBackend(any(undefined)), "setBackend: undefined is no backend"],
]);

refuses("random", [
  ["randint(10, [2])", () => randint(10, any([2]), any(undefined)), "randint: high must be a whole number"],
  [
    "randint(3, 3, [2])",
    () => randint(3, 3, [2]),
    "randint: high must be above low, 3, got 3; high is excluded.",
  ],
  [
    "a seed as an option",
    () => rand([2], any({ seed: 1 })),
    'rand: no option "seed"; write { generator: new Generator(seed) }',
  ],
  [
    "a seed as a generator",
    () => rand([2], any({ generator: 1 })),
    "rand: generator must be a Generator, got 1",
  ],
  [
    "randint's dtype",
    () => randint(0, 2, [2], { dtype: "float32" }),
    'randint: the result is int32; convert it with to("float32").',
  ],
  ["rand of int32", () => rand([2], { dtype: "int32" }), "rand: int32 cannot hold such numbers"],
  ["bernoulli(2)", () => bernoulli(2, [2]), "bernoulli: p must be a number from 0 to 1, got 2."],
  ["uniform(1, 0)", () => uniform(1, 0, [2]), "uniform: high must be at least low, 1, got 0."],
  ['manualSeed("1")', () => manualSeed(any("1")), 'manualSeed: seed must be a whole number ≥ 0, got "1".'],
  ["new Generator(-1)", () => new Generator(-1), "Generator: seed must be a whole number ≥ 0, got -1."],
]);

refuses("scopes and profiles", [
  [
    "scope(x)",
    () => scope(any(ones([1]))),
    "scope: f must be a function, got tensor float32[1]; write scope(() => …).",
  ],
  ["scope(async …)", () => scope(async () => 1), "scope: the callback returned a promise"],
  ["profile()", () => profile(any(undefined)), "profile: f must be a function, got undefined"],
  ["profile(async …)", () => profile(async () => 1), "profile: the callback returned a promise"],
  ["keep(3)", () => keep(3), "keep: value must be a tensor"],
  [
    'warnAtBytes("1e9")',
    () => warnAtBytes(any("1e9")),
    'warnAtBytes: bytes must be a number ≥ 0, got "1e9".',
  ],
]);

test("bytes are booleans or numbers as their dtype says", () => {
  const bytes = new Uint8Array([0, 1, 255]);
  expect(tensor(bytes, { dtype: "bool" }).toArray()).toEqual([false, true, true]);
  expect(tensor(bytes, { dtype: "int32" }).toArray()).toEqual([0, 1, 255]);
  expect(tensor(new Uint8ClampedArray(bytes), { dtype: "float32" }).toArray()).toEqual([0, 1, 255]);
  expect(fromData(Buffer.from(bytes), [3], { dtype: "float32" }).toArray()).toEqual([0, 1, 255]);
});

test("whole numbers become int32, and numbers bool by their being 0", () => {
  expect(tensor([1, -1, 2147483647, -2147483648], { dtype: "int32" }).toArray()).toEqual([
    1, -1, 2147483647, -2147483648,
  ]);
  expect(tensor([0.5, 0, Number.NaN], { dtype: "bool" }).toArray()).toEqual([true, false, true]);
  expect(full([1], 5, { dtype: "bool" }).to("int32").toArray()).toEqual([1]);
  expect(tensor([true, 2]).toArray()).toEqual([1, 2]);
});
