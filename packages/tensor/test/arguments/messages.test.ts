import { expect, test } from "vitest";
import * as t from "../../src/index.ts";
import { refuses } from "../walk.ts";

// Messages that say more than the rule: how to write the call, other libraries' forms, and rules of several arguments.

const wrong = (value: unknown): never => value as never;
const method =
  (x: t.Tensor, name: string) =>
  (...args: unknown[]) =>
    Reflect.apply(Reflect.get(x, name), x, args);
/** A method of a (2, 3) matrix of floats. */
const on =
  (name: string, ...args: unknown[]) =>
  () =>
    method(t.ones([2, 3]), name)(...args);

const pivots = (...rows: number[]): t.Tensor => t.tensor(rows, { dtype: "int32" });

// biome-ignore format: a call a line
refuses([
  ["linalg.matrixRank: expand: [2, 2] does not stretch to []", () => t.linalg.matrixRank(t.ones([2, 2]), { atol: t.ones([2, 2]) })],
  ["linalg.pinv: expand: [2] does not stretch to [3]", () => t.linalg.pinv(t.ones([3, 2, 2]), { rtol: t.ones([2]) })],
  ["linalg.luSolve: pivots must be rows from 1 to 2, got 3; take those of luFactor", () => t.linalg.luSolve(t.ones([2, 2]), pivots(1, 3), t.ones([2, 1]))],
  ["linalg.luSolve: pivots must be rows from 1 to 2, got 2147483647", () => t.linalg.luSolve(t.ones([2, 2]), pivots(2 ** 31 - 1, 1), t.ones([2, 1]))],
  ["luUnpack: pivots must be rows from 1 to 2, got 0", () => t.luUnpack(t.ones([2, 2]), pivots(1, 0))],
  ["linalg.vander: shape [3, 2147483648] has more than 2^31 - 1 elements", () => t.linalg.vander(t.ones([3]), { N: 2 ** 31 })],
  ["diagflat: shape [2147483651, 2147483651] has more than 2^31 - 1 elements", () => t.diagflat(t.ones([3]), { offset: -(2 ** 31) })],
  // Long lists.
  ["a dim appears more than once in [1, 1, 1, 1, 1, 1, 1, 1, … 3000 in all]; name", on("sum", new Array(3000).fill(1))],
  ["a dim appears more than once in [0, 0, 0, 0, 0, 0, 0, 0, … 3000 in all]; name", () => t.gradient(t.ones([2, 2]), { dim: new Array(3000).fill(0) })],
  // Creation.
  ["zeros: shape must be an array of whole numbers, got 3; write zeros([2, 3], {", () => t.zeros(wrong(3))],
  ['zeros: options must be an object, got 3; write zeros([2, 3], { dtype: "int32" }).', () => t.zeros([2], wrong(3))],
  ["zeros: shape [-1] must hold whole numbers ≥ 0.", () => t.zeros([-1])],
  [/^zeros: shape\[0\] .* got undefined; write zeros\(\[2, 3\]\)\.$/, () => t.zeros(wrong([undefined]))],
  [/^arange: .*check its sign/, () => t.arange(Infinity)],
  [/^arange: .*check its sign/, () => t.arange(0, 3, 0)],
  [/^arange: .*check its sign/, () => t.arange(0, 5, -1)],
  ["arange: takes at most 3 numbers and then its options", () => t.arange(0, 3, 1, wrong(4))],
  ["eye: m must be a whole number ≥ 0, got -1", () => t.eye(2, -1)],
  [/^eye: .*gradients are returned: write valueAndGrad/, () => t.eye(2, wrong({ requires_grad: true }))],
  ["linspace: steps must be a whole number ≥ 0, got 2.5", () => t.linspace(0, 1, 2.5)],
  ["tensor: values[1] must be a number, a boolean or an array of them, got null.", () => t.tensor(wrong([1, null]))],
  ["tensor: rows differ in length: values[1][0] has 1 items", () => t.tensor([[1], [[2]]])],
  [/^tensor: values must be a number.*got "3"; convert it with Number\(…\)\.$/, () => t.tensor(wrong("3"))],
  [/^tensor: values must be .*got 3n; convert it with Number/, () => t.tensor(wrong(3n))],
  [/join tensors with stack\(\[…\]\)\.$/, () => t.tensor(wrong([t.ones([2])]))],
  ['tensor: no option "device"; write { backend }', () => t.tensor([1], wrong({ device: "cpu" }))],
  ['tensor: no dtype "float"; write "float32".', () => t.tensor([1], wrong({ dtype: "float" }))],
  ['tensor: "wasm" is not a backend; make one', () => t.tensor([1], wrong({ backend: "wasm" }))],
  [/^tensor: values holds bytes.*give their dtype/, () => t.tensor(new Uint8Array(2))],
  [/^fromData: data holds bytes.*give their dtype/, () => t.fromData(Buffer.from([1]), [1])],
  ["tensor: values is a Int16Array; convert it with Int32Array.from(values).", () => t.tensor(wrong(new Int16Array(2)))],
  ["convert it with Float64Array.from(values)", () => t.tensor(wrong(new Uint32Array(2)))],
  ["convert it with Int32Array.from(values, Number)", () => t.tensor(wrong(new BigInt64Array(2)))],
  ["tensor: 3000000000 does not fit int32", () => t.tensor([3e9], { dtype: "int32" })],
  ["full: 3000000000 does not fit int32", () => t.full([2], 3e9, { dtype: "int32" })],
  ["make a tensor of numbers with tensor(…)", () => t.fromData(wrong([1]), [1])],
  ["setBackend: function referenceBackend is not a backend; call it: referenceBackend().", () => t.setBackend(wrong(t.referenceBackend))],
  [/^setBackend: a Promise is not a backend; await it/, () => t.setBackend(wrong(Promise.resolve()))],
  // Random.
  ["randint: high must be above low, 3, got 3; high is excluded.", () => t.randint(3, 3, [2])],
  ['rand: no option "seed"; write { generator: new Generator(seed) }', () => t.rand([2], wrong({ seed: 1 }))],
  ['bernoulli: the result is bool; convert it with to("float32").', () => t.bernoulli(0.5, [2], { dtype: "float32" })],
  ["rand: int32 cannot hold such numbers", () => t.rand([2], { dtype: "int32" })],
  ["uniform: high must be at least low, 1, got 0.", () => t.uniform(1, 0, [2])],
  // Scopes and profiles.
  ["scope: the callback returned a promise", () => t.scope(async () => 1)],
  ["profile: the callback returned a promise", () => t.profile(async () => 1)],
  // Elementwise.
  ['add: b must be a tensor or a number, got "1"; write Number("1").', on("add", "1")],
  ["add: it takes one argument, got 2; write add(…, { alpha }).", on("add", 1, { alpha: 2 })],
  [/^mul: the operand combined with float32\[2, 3\] .*true/, on("mul", true)],
  [/^pow: the operand combined with int32\[1\]/, () => t.tensor([1], { dtype: "int32" }).pow(wrong(false))],
  ["round: it takes no arguments, got 1; write round(…, { decimals })", on("round", 2)],
  ["clamp: it takes one argument, got 2; write x.clamp({ min: 0, max: 1 }).", on("clamp", 0, 1)],
  ["clamp: give min, max or both", on("clamp")],
  ['to: no dtype "float"; write "float32".', on("to", "float")],
  [/^to: no dtype "int64"; write "int32"/, on("to", "int64")],
  ['to: no dtype "Float32"; did you mean "float32"?', on("to", "Float32")],
  ['to: target must be a dtype or a backend, got undefined; as in x.to("float32").', on("to")],
  ["where: condition must be bool, got float32[2, 3]; compare it, as in condition.ne(0).", on("where", 1, 0)],
  ["where: a must be a tensor or a number, got undefined; nonzero(condition)", () => t.where(t.ones([1]).gt(0), wrong(undefined), wrong(undefined))],
  ["maskedFill: [2, 3] and [4] do not broadcast", on("maskedFill", t.ones([4]).gt(0), 0)],
  // Indexing.
  ["cat: the list of tensors is empty", () => t.cat([])],
  ['gather: the index must be int32, got float32[2, 3]; convert it with to("int32").', on("gather", 0, t.ones([2, 3]))],
  ["scatter: it takes at most 3 arguments, got 4; scatterAdd", on("scatter", 0, t.ones([2, 3]).to("int32"), 1, { reduce: "add" })],
  [/^index: indices\[0\] must be .*got 0; x\.select\(dim, i\) takes one index\.$/, on("index", [0])],
  [/^oneHot: numClasses must be .*leave it out/, () => t.tensor([0], { dtype: "int32" }).oneHot(-1)],
  ["the indices come second", () => method(t.tensor([0], { dtype: "int32" }), "embedding")(t.ones([2, 2]))],
  // Products.
  ['einsum: "ij,jk" names 2 operands, but 1 were given.', () => t.einsum("ij,jk", t.ones([2, 2]))],
  ['einsum: operand 0 must be a tensor, got an array of 2; write einsum("i,i", a, b).', () => t.einsum("i,i", wrong([t.ones([2]), t.ones([2])]))],
  ["matmul: [2, 3] · [4, 5]: inner sizes 3 and 4 differ (columns of the left, rows of the right).", on("matmul", t.ones([4, 5]))],
  ["Did you mean b.transpose(-2, -1)?", on("matmul", t.ones([5, 3]))],
  ["bmm: [1, 2, 3] · [1, 2, 3]: inner sizes 3 and 2 differ", () => t.ones([1, 2, 3]).bmm(t.ones([1, 2, 3]))],
  ["mv: [2, 3] · [2]: expected (n, m) and (m)", () => t.ones([2, 3]).mv(t.ones([2]))],
  ["addmm: [2, 3] · [2, 3]: inner sizes 3 and 2 differ", () => t.ones([2]).addmm(t.ones([2, 3]), t.ones([2, 3]))],
  // Reductions.
  ["sum: dim must be a whole number or an array of them, got an object; as in", on("sum", { keepdim: true })],
  ["sum: dim 5 is out of range; use one of -2 to 1.", on("sum", 5)],
  ['var: no option "unbiased"; write correction: 0 for unbiased: false.', on("var", 1, { unbiased: false })],
  ["var: correction must be a finite number ≥ 0, got -1.", on("var", 1, { correction: -1 })],
  ["max: dim must be a whole number, got tensor float32[2]; maximum(a, b) compares two tensors.", on("max", t.ones([2]))],
  ["max: options need a dim", on("max", undefined, { keepdim: true })],
  ["topk: k = 9 is out of range for dim 1 of float32[2, 3]", on("topk", 9)],
  // Views.
  ["reshape: it takes one argument, got 2; write x.reshape([3, 2]).", on("reshape", 3, 2)],
  ["expand: [2, 3] does not stretch to [2.5, 2, 3]", on("expand", [2.5, 2, 3])],
  ["flatten: startDim 1 comes after endDim 0.", on("flatten", 1, 0)],
  ['slice: no option "end"; did you mean "stop"?', on("slice", 0, { end: 1 })],
  ["slice: step must be a whole number ≥ 1, got -1; use flip() to go backwards.", on("slice", 0, { step: -1 })],
  ["narrow: 9 elements from 1 on exceed dim 0 of float32[2, 3].", on("narrow", 0, 1, 9)],
  ["select: index 9 is out of range", on("select", 0, 9)],
  ["split: sizes [1, 5] must be whole numbers that sum to 2", on("split", [1, 5])],
  ['split: sizes must be a size or an array of sizes, got "1"', on("split", "1")],
  ["slice: a scalar has no dim to slice", () => t.tensor(1).slice(0, { stop: 1 })],
  ["t: float32[1, 2, 3] has 3 dims", () => t.ones([1, 2, 3]).t()],
]);

test("bytes are booleans or numbers as their dtype says", () => {
  const bytes = new Uint8Array([0, 1, 255]);
  expect(t.tensor(bytes, { dtype: "bool" }).toArray()).toEqual([false, true, true]);
  expect(t.tensor(bytes, { dtype: "int32" }).toArray()).toEqual([0, 1, 255]);
  expect(t.tensor(new Uint8ClampedArray(bytes), { dtype: "float32" }).toArray()).toEqual([0, 1, 255]);
  expect(t.fromData(Buffer.from(bytes), [3], { dtype: "float32" }).toArray()).toEqual([0, 1, 255]);
});

test("whole numbers become int32, and numbers bool by their being 0", () => {
  expect(t.tensor([1, -1, 2147483647, -2147483648], { dtype: "int32" }).toArray()).toEqual([
    1, -1, 2147483647, -2147483648,
  ]);
  expect(t.tensor([0.5, 0, Number.NaN], { dtype: "bool" }).toArray()).toEqual([true, false, true]);
  expect(t.full([1], 5, { dtype: "bool" }).to("int32").toArray()).toEqual([1]);
  expect(t.tensor([true, 2]).toArray()).toEqual([1, 2]);
});

test("an empty list of dims reduces all of them", () => {
  expect(t.ones([2, 3]).sum([]).item()).toBe(6);
  expect(t.ones([2, 3]).mean([]).item()).toBe(1);
});
