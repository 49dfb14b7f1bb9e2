import type * as entry from "../../src/index.ts";
import { Generator, ones, referenceBackend, tensor } from "../../src/index.ts";
import { arg, type Call, type Callable, freed, ofKind } from "../walk.ts";
import { elementwiseCalls } from "./elementwise.calls.ts";
import { indexingCalls } from "./indexing.calls.ts";
import { linearCalls } from "./linear.calls.ts";
import { randomCalls } from "./random.calls.ts";
import { reduceCalls } from "./reduce.calls.ts";
import { viewsCalls } from "./views.calls.ts";

/** The functions of the main entry, without its classes. */
export type Functions = Exclude<Callable<typeof entry>, "Generator" | "Tensor">;

const x = tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
const square = tensor([[1, 2], [3, 4]]); // biome-ignore format: one line
const ints = (values: number[]) => tensor(values, { dtype: "int32" });
const operand = (value: unknown) => arg([value, 1, Number.NaN]);
const [dim0, dim1, shape] = [arg([0, undefined]), arg([1, undefined]), arg([[2], []])];
const dims = (value: number) => arg([value, undefined, []]);
const comparable = (value: unknown) => arg([value, 1, Number.NaN, true]);
const values = ofKind([[1, 2]], [[1, null], [[1], [[2]]]], 3, Number.NaN, true); // biome-ignore format: one line
const mask = x.gt(2);
const index = tensor([[0, 1, 0]], { dtype: "int32" }); // biome-ignore format: one line
const unary: Call = { takes: [x] };
const binary: Call = { takes: [operand(x), operand(x)] };
const comparison: Call = { takes: [comparable(x), comparable(x)] };
const keepdim = true;
const reduction: Call = { takes: [x, dims(1)], options: { keepdim } };
const alongDim: Call = { takes: [x, 1] };
const oneDim: Call = { takes: [x, dim1], options: { keepdim } };
const vectors: Call = { takes: [ones([2]), ones([2])] };
const backend = ofKind(referenceBackend());
const made = { dtype: "float32", backend };

const comparisons = ["eq", "ge", "gt", "le", "logicalAnd", "logicalOr", "logicalXor", "lt", "ne"] as const;

/** A right call of every function of the main entry; one without does not compile. */
export const calls: Record<Functions, Call> = {
  ...elementwiseCalls,
  ...indexingCalls,
  ...linearCalls,
  ...randomCalls,
  ...reduceCalls,
  ...viewsCalls,
  // Creation.
  tensor: { takes: [values], options: made },
  fromData: { takes: [ofKind(new Float32Array(4)), [2, 2]], options: made },
  full: { takes: [shape, arg([1, Number.NaN, true])], options: made },
  zeros: { takes: [shape], options: made },
  ones: { takes: [shape], options: made },
  empty: { takes: [shape], options: made },
  emptyLike: { takes: [x], options: made },
  newEmpty: { takes: [x, shape], options: made },
  newFull: { takes: [x, shape, arg([1, Number.NaN, true])], options: made },
  newOnes: { takes: [x, shape], options: made },
  newZeros: { takes: [x, shape], options: made },
  fullLike: { takes: [x, arg([1, Number.NaN, true])], options: made },
  zerosLike: { takes: [x], options: made },
  onesLike: { takes: [x], options: made },
  arange: { takes: [0, arg([3, undefined]), dim1], options: made },
  linspace: { takes: [arg([0, tensor(0)]), arg([1, tensor(1)]), 3], options: made },
  logspace: { takes: [arg([0, tensor(0)]), arg([1, tensor(1)]), 3], options: { base: 2, ...made } },
  eye: { takes: [2, arg([3, undefined])], options: made },
  multinomial: { takes: [x, 2], options: { replacement: true, generator: new Generator(1) } },
  manualSeed: { takes: [3] },
  getRandomState: { takes: [] },
  setRandomState: { takes: [ofKind(new Generator(1).getState())] },
  // Memory, backends.
  scope: { takes: [() => 1] },
  keep: { takes: [ofKind(x, [], {}, [], new Map(), new Date(0), Promise.resolve(), freed)] },
  dispose: { takes: [ofKind(ones([1]), [], freed)], keeps: true },
  warnAtBytes: { takes: [2 ** 30] },
  memory: { takes: [] },
  resetPeakMemory: { takes: [] },
  profile: { takes: [() => 1] },
  getBackend: { takes: [] },
  setBackend: { takes: [ofKind(referenceBackend())] },
  referenceBackend: { takes: [] },
  // Elementwise.
  ...every(unaryNames(), unary),
  ...every(binaryNames(), binary),
  ...every(comparisons, comparison),
  gelu: { takes: [x], options: { approximate: "tanh" } },
  elu: { takes: [x], options: { alpha: 1 } },
  leakyRelu: { takes: [x], options: { negativeSlope: 0.1 } },
  powScalar: { takes: [x, arg([1, Number.NaN])] },
  ...every(["add", "rsub", "sub"] as const, { takes: [operand(x), operand(x)], options: { alpha: 2 } }),
  div: { takes: [operand(x), operand(x)], options: { roundingMode: arg(["floor", "trunc", null]) } },
  round: { takes: [x], options: { decimals: arg([1, -1, 0], [0.5]) } },
  clamp: { takes: [x, ofKind({ min: 0, max: 1 }, [], { min: x }, { max: x, min: 0 })] },
  to: { takes: [x, "int32"] },
  where: { takes: [mask, comparable(x), comparable(1)] },
  maskedFill: { takes: [x, mask, comparable(1)] },
  // Reductions.
  ...every(["amax", "amin", "all", "any", "logsumexp"] as const, reduction),
  ...every(["sum", "mean"] as const, { ...reduction, options: { keepdim, dtype: "float64" } }),
  ...every(["argmax", "argmin"] as const, oneDim),
  prod: { ...oneDim, options: { keepdim, dtype: "float64" } },
  max: { takes: [x, 1], options: { keepdim } },
  min: { takes: [x, 1], options: { keepdim } },
  var: { takes: [x, dims(1)], options: { correction: 0, keepdim } },
  variance: { takes: [x, dims(1)], options: { correction: 0, keepdim }, says: "var" },
  std: { takes: [x, dims(1)], options: { correction: 0, keepdim } },
  norm: { takes: [x], options: { p: 2, dim: arg([1, []]), keepdim } },
  ...every(["softmax", "logSoftmax", "cumsum", "cumprod"] as const, {
    ...alongDim,
    options: { dtype: "float64" },
  }),
  unsqueeze: alongDim,
  sort: { takes: [x, dim1], options: { descending: true, stable: true } },
  argsort: { takes: [x, dim1], options: { descending: true, stable: true } },
  topk: { takes: [x, 1, dim1], options: { largest: true, sorted: true } },
  // Views.
  ...every(["t", "contiguous", "clone", "detach"] as const, unary),
  permute: { takes: [x, [1, 0]] },
  transpose: { takes: [x, 0, 1] },
  movedim: { takes: [x, arg([0, [0]]), arg([1, [1]])] },
  expand: { takes: [x, [2, 2, 3]] },
  expandAs: { takes: [ofKind(x), ofKind(x)] },
  reshape: { takes: [x, [3, 2]] },
  view: { takes: [x, [3, 2]] },
  flatten: { takes: [x, dim0, dim1] },
  squeeze: { takes: [x, dims(0)] },
  sumTo: { takes: [x, arg([[1, 3], []])] },
  rearrange: { takes: [square, ofKind("(a b) c -> a b c"), ofKind({ a: 2 })] },
  sizes: { takes: [x, ofKind("rows columns")] },
  slice: { takes: [x, 1], options: { start: 0, stop: 2, step: 1 } },
  narrow: { takes: [x, 1, arg([0, ints([0]).squeeze(0)], [tensor(0)]), 1] },
  select: { takes: [x, 1, 0] },
  diagonal: { takes: [x], options: { offset: 0, dim1: 0, dim2: 1 } },
  diagEmbed: { takes: [x], options: { offset: 0, dim1: 0, dim2: 2 } },
  split: { takes: [square, arg([[1, 1], 1]), dim1] },
  chunk: { takes: [x, 2, dim1] },
  unbind: { takes: [x, dim1] },
  flip: { takes: [x, arg([[0], []])] },
  roll: { takes: [x, arg([[1], 1]), arg([[0], undefined])] },
  tril: { takes: [square, dim0] },
  triu: { takes: [square, dim0] },
  // Indexing.
  embedding: { takes: [x, ints([0])], options: { paddingIdx: 0 } },
  gather: { takes: [x, 0, index] },
  scatter: { takes: [x, 0, index, comparable(x.slice(0, { stop: 1 }))] },
  scatterAdd: { takes: [x, 0, index, x] },
  takeAlongDim: { takes: [x, index, dim0] },
  indexSelect: { takes: [x, 0, ints([1])] },
  indexAdd: { takes: [x, 0, ints([1]), ones([1, 3])], options: { alpha: 2 } },
  index: { takes: [x, arg([[arg([ints([1]), null])], []])] },
  indexPut: { takes: [x, [ints([1])], comparable(1)], options: { accumulate: true } },
  maskedSelect: { takes: [x, mask] },
  maskedScatter: { takes: [x, mask, x] },
  nonzero: unary,
  oneHot: { takes: [ints([0, 1]), arg([2, undefined])] },
  pad: { takes: [x, arg([[1, 1], []])], options: { mode: "reflect", value: arg([0, Number.NaN]) } },
  repeat: { takes: [x, [1, 2]] },
  tile: { takes: [x, arg([[1, 2], []])] },
  repeatInterleave: { takes: [x, 2, dim0] },
  // Matrix products.
  matmul: { takes: [square, square] },
  bmm: { takes: [ones([1, 2, 2]), ones([1, 2, 2])] },
  mv: { takes: [square, ones([2])] },
  dot: vectors,
  outer: vectors,
  addmm: { takes: [square, square, square], options: { beta: 1, alpha: 1 } },
};

function unaryNames() {
  return [
    ...(["abs", "ceil", "cos", "exp", "expm1", "floor", "log", "log1p", "log2", "neg"] as const),
    ...([
      "reciprocal",
      "rsqrt",
      "sign",
      "sin",
      "sqrt",
      "square",
      "tan",
      "tanh",
      "trunc",
      "erf",
      "logSigmoid",
    ] as const),
    ...(["relu", "sigmoid", "silu", "softplus", "isfinite", "isinf", "isnan", "logicalNot"] as const),
  ];
}

function binaryNames() {
  return [...(["floorDivide", "fmod", "maximum", "minimum", "mul", "pow", "remainder"] as const)];
}

function every<const Names extends readonly Functions[]>(names: Names, call: Call) {
  return Object.fromEntries(names.map((name) => [name, call])) as Record<Names[number], Call>;
}
