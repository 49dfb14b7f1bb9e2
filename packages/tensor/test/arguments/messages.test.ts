import { expect, test } from "vitest";
import {
  add,
  bernoulli,
  cat,
  diagflat,
  einsum,
  fromData,
  full,
  gradient,
  linalg,
  luUnpack,
  matmul,
  ones,
  profile,
  rand,
  randint,
  referenceBackend,
  scope,
  setBackend,
  type Tensor,
  tensor,
  uniform,
  where,
  zeros,
} from "../../src/index.ts";
import { refuses } from "../walk.ts";

// Messages that say more than the rule: how to write the call, other libraries' forms, and rules of several arguments.

const wrong = (value: unknown): never => value as never;
const method =
  (x: Tensor, name: string) =>
  (...args: unknown[]) =>
    Reflect.apply(Reflect.get(x, name), x, args);
/** A method of a (2, 3) matrix of floats. */
const on =
  (name: string, ...args: unknown[]) =>
  () =>
    method(ones([2, 3]), name)(...args);

const pivots = (...rows: number[]): Tensor => tensor(rows, { dtype: "int32" });

// biome-ignore format: a call a line
refuses([
  ["linalg.matrixRank: expand: [2, 2] does not stretch to []", () => linalg.matrixRank(ones([2, 2]), { atol: ones([2, 2]) })],
  ["linalg.pinv: expand: [2] does not stretch to [3]", () => linalg.pinv(ones([3, 2, 2]), { rtol: ones([2]) })],
  ["linalg.luSolve: pivots must be rows from 1 to 2, got 3; take those of luFactor", () => linalg.luSolve(ones([2, 2]), pivots(1, 3), ones([2, 1]))],
  ["linalg.luSolve: pivots must be rows from 1 to 2, got 2147483647", () => linalg.luSolve(ones([2, 2]), pivots(2 ** 31 - 1, 1), ones([2, 1]))],
  ["luUnpack: pivots must be rows from 1 to 2, got 0", () => luUnpack(ones([2, 2]), pivots(1, 0))],
  ["linalg.vander: shape [3, 2147483648] has more than 2^31 - 1 elements", () => linalg.vander(ones([3]), { N: 2 ** 31 })],
  ["diagflat: shape [2147483651, 2147483651] has more than 2^31 - 1 elements", () => diagflat(ones([3]), { offset: -(2 ** 31) })],
  // Long lists.
  ["a dim appears more than once in [1, 1, 1, 1, 1, 1, 1, 1, … 3000 in all]; name", on("sum", new Array(3000).fill(1))],
  ["a dim appears more than once in [0, 0, 0, 0, 0, 0, 0, 0, … 3000 in all]; name", () => gradient(ones([2, 2]), { dim: new Array(3000).fill(0) })],
  // Creation.
  ["zeros: shape must be an array of whole numbers, got 3; write zeros([2, 3], {", () => zeros(wrong(3))],
  ["full: shape must be an array of whole numbers, got 2; write full(", () => full(wrong(2), wrong(3), wrong(1))],
  ['zeros: options must be an object, got 3; write zeros([2, 3], { dtype: "int32" }).', () => zeros([2], wrong(3))],
  ["zeros: shape [-1] must hold whole numbers ≥ 0.", () => zeros([-1])],
  ["tensor: values[1] must be a number, a boolean or an array of them, got null.", () => tensor(wrong([1, null]))],
  ["tensor: rows differ in length: values[1][0] has 1 items", () => tensor([[1], [[2]]])],
  [/^tensor: values must be a number.*got "3"; convert it with Number\(…\)\.$/, () => tensor(wrong("3"))],
  [/^tensor: values must be .*got 3n; convert it with Number/, () => tensor(wrong(3n))],
  [/join tensors with stack\(\[…\]\)\.$/, () => tensor(wrong([ones([2])]))],
  ['tensor: no option "device"; write { backend }', () => tensor([1], wrong({ device: "cpu" }))],
  ['tensor: no dtype "float"; write "float32".', () => tensor([1], wrong({ dtype: "float" }))],
  ['tensor: "wasm" is not a backend; make one', () => tensor([1], wrong({ backend: "wasm" }))],
  [/^tensor: values holds bytes.*give their dtype/, () => tensor(new Uint8Array(2))],
  [/^fromData: data holds bytes.*give their dtype/, () => fromData(Buffer.from([1]), [1])],
  ["tensor: values is a Int16Array; convert it with Int32Array.from(values).", () => tensor(wrong(new Int16Array(2)))],
  ["convert it with Float64Array.from(values)", () => tensor(wrong(new Uint32Array(2)))],
  ["convert it with Int32Array.from(values, Number)", () => tensor(wrong(new BigInt64Array(2)))],
  ["tensor: 3000000000 does not fit int32", () => tensor([3e9], { dtype: "int32" })],
  ["full: 3000000000 does not fit int32", () => full([2], 3e9, { dtype: "int32" })],
  ["make a tensor of numbers with tensor(…)", () => fromData(wrong([1]), [1])],
  ["setBackend: function referenceBackend is not a backend; call it: referenceBackend().", () => setBackend(wrong(referenceBackend))],
  [/^setBackend: a Promise is not a backend; await it/, () => setBackend(wrong(Promise.resolve()))],
  // Random.
  ["randint: high must be above low, 3, got 3; high is excluded.", () => randint(3, 3, [2])],
  ['rand: no option "seed"; write { generator: new Generator(seed) }', () => rand([2], wrong({ seed: 1 }))],
  ['bernoulli: the result is bool; convert it with to("float32").', () => bernoulli(0.5, [2], { dtype: "float32" })],
  ["rand: int32 cannot hold such numbers", () => rand([2], { dtype: "int32" })],
  ["uniform: high must be at least low, 1, got 0.", () => uniform(1, 0, [2])],
  // Scopes and profiles.
  ["scope: f must be a function, got tensor float32[1]; write scope(() => …).", () => scope(wrong(ones([1])))],
  ["scope: the callback returned a promise", () => scope(async () => 1)],
  ["profile: the callback returned a promise", () => profile(async () => 1)],
  // Elementwise.
  ['add: b must be a tensor or a number, got "1"; write Number("1").', on("add", "1")],
  ["add: b must be a tensor or a number, got [1]; make one with tensor(…).", on("add", [1])],
  ["add: it takes one argument, got 2; write add(…, { alpha }).", on("add", 1, { alpha: 2 })],
  ["add: options must be an object, got 2; write add(a, b, { alpha: 2 }).", () => Reflect.apply(add, null, [ones([1]), 1, 2])],
  ["div: it takes one argument, got 2; write div(…, { roundingMode })", on("div", 2, "floor")],
  ["relu: it takes no arguments, got 1.", on("relu", true)],
  ["round: it takes no arguments, got 1; write round(…, { decimals })", on("round", 2)],
  ["clamp: it takes one argument, got 2; write x.clamp({ min: 0, max: 1 }).", on("clamp", 0, 1)],
  ["clamp: options must be an object, got 0; write x.clamp({ min: 0, max: 1 }).", on("clamp", 0)],
  ["clamp: give min, max or both", on("clamp")],
  ['gelu: options must be an object, got "tanh"; write x.gelu({ approximate: "tanh" }).', on("gelu", "tanh")],
  ['to: no dtype "float"; write "float32".', on("to", "float")],
  [/^to: no dtype "int64"; write "int32"/, on("to", "int64")],
  ['to: no dtype "Float32"; did you mean "float32"?', on("to", "Float32")],
  ['to: target must be a dtype or a backend, got undefined; as in x.to("float32").', on("to")],
  ["where: condition must be bool, got float32[2, 3]; compare it, as in condition.ne(0).", on("where", 1, 0)],
  ["where: a must be a tensor or a number, got undefined; nonzero(condition)", () => where(ones([1]).gt(0), wrong(undefined), wrong(undefined))],
  ["maskedFill: [2, 3] and [4] do not broadcast", on("maskedFill", ones([4]).gt(0), 0)],
  // Indexing.
  ["cat: tensors must be an array of tensors, got tensor float32[2]; write cat([a, b]).", () => cat(wrong(ones([2])), wrong(ones([2])))],
  ["cat: tensors[1] must be a tensor, got 3; make one with tensor(…).", () => cat(wrong([ones([2]), 3]))],
  ["cat: the list of tensors is empty", () => cat([])],
  ['gather: the index must be int32, got float32[2, 3]; convert it with to("int32").', on("gather", 0, ones([2, 3]))],
  ["scatter: it takes at most 3 arguments, got 4; scatterAdd", on("scatter", 0, ones([2, 3]).to("int32"), 1, { reduce: "add" })],
  [/^index: indices\[0\] must be .*got 0; x\.select\(dim, i\) takes one index\.$/, on("index", [0])],
  ["pad: pads must be an array of whole numbers, got 1; write x.pad([1, 1]).", on("pad", 1)],
  ['pad: mode must be one of "constant", "reflect", "replicate", got "wrap".', on("pad", [1, 1], { mode: "wrap" })],
  [/^oneHot: numClasses must be .*leave it out/, () => tensor([0], { dtype: "int32" }).oneHot(-1)],
  ["the indices come second", () => method(tensor([0], { dtype: "int32" }), "embedding")(ones([2, 2]))],
  // Products.
  ["matmul: a must be a tensor, got an array of 1; make one with tensor(…).", () => matmul(wrong([[1]]), ones([2]))],
  ['einsum: "ij,jk" names 2 operands, but 1 were given.', () => einsum("ij,jk", ones([2, 2]))],
  ["einsum: equation must be a string, got tensor float32[2]", () => einsum(wrong(ones([2])), ones([2]))],
  ['einsum: operand 0 must be a tensor, got an array of 2; write einsum("i,i", a, b).', () => einsum("i,i", wrong([ones([2]), ones([2])]))],
  ["bmm: [1, 2, 3] · [1, 2, 3]: inner sizes 3 and 2 differ", () => ones([1, 2, 3]).bmm(ones([1, 2, 3]))],
  ["mv: [2, 3] · [2]: expected (n, m) and (m)", () => ones([2, 3]).mv(ones([2]))],
  ["addmm: [2, 3] · [2, 3]: inner sizes 3 and 2 differ", () => ones([2]).addmm(ones([2, 3]), ones([2, 3]))],
  // Reductions.
  ["sum: options must be an object, got true; write x.sum(1, { keepdim: true }).", on("sum", 1, true)],
  ["sum: dim must be a whole number or an array of them, got an object; as in", on("sum", { keepdim: true })],
  ["sum: dim 5 is out of range; use one of -2 to 1.", on("sum", 5)],
  ["std: options must be an object, got false; write x.std(1, { correction: 0 }).", on("std", 1, false)],
  ['var: no option "unbiased"; write correction: 0 for unbiased: false.', on("var", 1, { unbiased: false })],
  ["var: correction must be a finite number ≥ 0, got -1.", on("var", 1, { correction: -1 })],
  ["max: dim must be a whole number, got tensor float32[2]; maximum(a, b) compares two tensors.", on("max", ones([2]))],
  ["max: options need a dim", on("max", undefined, { keepdim: true })],
  ["norm: options must be an object, got 2; write x.norm({ p: 2, dim: 1 }).", on("norm", 2)],
  ["norm: it takes one argument, got 2; write x.norm({ p: 2, dim: 1 }).", on("norm", 2, 1)],
  ["softmax: dim must be a whole number, got undefined; write x.softmax(-1).", on("softmax")],
  ['softmax: it takes one argument, got 2; write softmax(…, { dtype })', on("softmax", -1, "float32")],
  ["cumsum: dim must be a whole number, got undefined; write x.cumsum(0).", on("cumsum")],
  ["sort: options must be an object, got true; write x.sort(-1, { descending: true }).", on("sort", 0, true)],
  ["topk: k = 9 is out of range for dim 1 of float32[2, 3]", on("topk", 9)],
  // Views.
  ["reshape: it takes one argument, got 2; write x.reshape([3, 2]).", on("reshape", 3, 2)],
  ["reshape: shape must be an array of whole numbers, got 6; write x.reshape([2, 3]).", on("reshape", 6)],
  ["permute: it takes one argument, got 2; write x.permute([1, 0]).", on("permute", 1, 0)],
  ["expand: it takes one argument, got 2; write x.expand([2, 3]).", on("expand", 2, 3)],
  ["expand: [2, 3] does not stretch to [2.5, 2, 3]", on("expand", [2.5, 2, 3])],
  ["flip: it takes one argument, got 2; write x.flip([0, 1]).", on("flip", 0, 1)],
  ["squeeze: it takes one argument, got 2; write x.squeeze([0, 1]).", on("squeeze", 0, 1)],
  ["transpose: dim1 must be a whole number, got undefined; write x.transpose(-2, -1).", on("transpose", 1)],
  ["flatten: startDim 1 comes after endDim 0.", on("flatten", 1, 0)],
  ['slice: no option "end"; did you mean "stop"?', on("slice", 0, { end: 1 })],
  ["slice: it takes at most 2 arguments, got 3; write x.slice(0, { start: 1, stop: 3 }).", on("slice", 0, 1, 2)],
  ["slice: step must be a whole number ≥ 1, got -1; use flip() to go backwards.", on("slice", 0, { step: -1 })],
  ["narrow: 9 elements from 1 on exceed dim 0 of float32[2, 3].", on("narrow", 0, 1, 9)],
  ["select: index 9 is out of range", on("select", 0, 9)],
  ["diagonal: options must be an object, got 1; write x.diagonal({ offset: 1 }).", on("diagonal", 1)],
  ["split: sizes [1, 5] must be whole numbers that sum to 2", on("split", [1, 5])],
  ['split: sizes must be a size or an array of sizes, got "1"', on("split", "1")],
  ["repeat: it takes one argument, got 2; write x.repeat([2, 3]).", on("repeat", 2, 3)],
  ["slice: a scalar has no dim to slice", () => tensor(1).slice(0, { stop: 1 })],
  ["t: float32[1, 2, 3] has 3 dims", () => ones([1, 2, 3]).t()],
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

test("an empty list of dims reduces all of them", () => {
  expect(ones([2, 3]).sum([]).item()).toBe(6);
  expect(ones([2, 3]).mean([]).item()).toBe(1);
});
