import type * as entry from "../../src/index.ts";
import { Generator, ones, referenceBackend, type Tensor, tensor } from "../../src/index.ts";
import { type Call, type Place, place } from "./places.ts";

/** The functions of the main entry, without its classes. */
export type Functions = {
  [Name in keyof typeof entry]: (typeof entry)[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof typeof entry];

const float = (): Tensor => tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
const square = (): Tensor => tensor([[1, 2], [3, 4]]); // biome-ignore format: one line
const ints = (values: number[]): Tensor => tensor(values, { dtype: "int32" });
const { x, xs, operand, dim, dims, whole, list, number, option } = place;
const mask = (): Place => x(float().gt(2));
const index = (): Place => x(tensor([[0, 1, 0]], { dtype: "int32" })); // biome-ignore format: one line
const unary: Call = () => [x(float())];
const binary: Call = () => [operand(float()), operand(float())];
const reduction: Call = () => [x(float()), dims(1), option({ keepdim: true })];
const alongDim: Call = () => [x(float()), dim(1)];
const oneDim: Call = () => [x(float()), dim(1, "undefined"), option({ keepdim: true })];
const vectors: Call = () => [x(ones([2])), x(ones([2]))];
const numbers: Call = () => [number(0), number(1)];
const made = option({ dtype: "float32", backend: referenceBackend() });
const drawn = (dtype: entry.DType): Place =>
  option({ dtype, backend: referenceBackend(), generator: new Generator(1) });

/** A right call of every function of the main entry; one without does not compile. */
export const calls: Record<Functions, Call> = {
  // Creation.
  tensor: () => [place.of([[1, 2]], "NaN", "[]"), made],
  fromData: () => [place.of(new Float32Array(4)), list([2, 2]), made],
  full: () => [list([2], "[]"), number(1, "NaN"), made],
  zeros: () => [list([2], "[]"), made],
  ones: () => [list([2], "[]"), made],
  fullLike: () => [x(float()), number(1, "NaN")],
  zerosLike: unary,
  onesLike: unary,
  arange: () => [number(0), number(3, "undefined"), number(1, "undefined"), made],
  linspace: () => [...numbers(), whole(3), made],
  eye: () => [whole(2), whole(3, "undefined"), made],
  rand: () => [list([2], "[]"), drawn("float32")],
  randn: () => [list([2], "[]"), drawn("float32")],
  uniform: () => [...numbers(), list([2], "[]"), drawn("float32")],
  normal: () => [...numbers(), list([2], "[]"), drawn("float32")],
  bernoulli: () => [number(0.5), list([2], "[]"), drawn("bool")],
  randint: () => [...numbers(), list([2], "[]"), drawn("int32")],
  multinomial: () => [x(float()), whole(2), option({ replacement: true, generator: new Generator(1) })],
  randperm: () => [whole(3), drawn("int32")],
  manualSeed: () => [whole(3)],
  getRandomState: () => [],
  setRandomState: () => [place.of(new Generator(1).getState())],
  // Memory, backends.
  scope: () => [place.of(() => 1, "() => 1")],
  keep: () => [place.of(float(), "{}", "[]")],
  dispose: () => [x(float())],
  warnAtBytes: () => [number(2 ** 30)],
  memory: () => [],
  resetPeakMemory: () => [],
  profile: () => [place.of(() => 1, "() => 1")],
  getBackend: () => [],
  setBackend: () => [place.of(referenceBackend())],
  referenceBackend: () => [],
  // Elementwise.
  ...every(unaryNames(), unary),
  ...every(binaryNames(), binary),
  gelu: () => [x(float()), option({ approximate: "tanh" })],
  elu: () => [x(float()), option({ alpha: 1 })],
  leakyRelu: () => [x(float()), option({ negativeSlope: 0.1 })],
  powScalar: () => [x(float()), number(2, "NaN")],
  clamp: () => [x(float()), place.of({ min: 0, max: 1 })],
  to: () => [x(float()), place.of("int32")],
  where: () => [mask(), operand(float()), operand(1)],
  maskedFill: () => [x(float()), mask(), operand(1)],
  // Reductions.
  ...every(["sum", "mean", "amax", "amin", "all", "any", "logsumexp"] as const, reduction),
  ...every(["argmax", "argmin", "prod"] as const, oneDim),
  max: () => [x(float()), dim(1), option({ keepdim: true })],
  min: () => [x(float()), dim(1), option({ keepdim: true })],
  var: () => [x(float()), dims(1), option({ correction: 0, keepdim: true })],
  variance: () => [x(float()), dims(1), option({ correction: 0, keepdim: true })],
  std: () => [x(float()), dims(1), option({ correction: 0, keepdim: true })],
  norm: () => [x(float()), option({ p: 2, dim: 1, keepdim: true })],
  cosineSimilarity: () => [x(float()), x(float()), option({ dim: 1, eps: 1e-8 })],
  ...every(["softmax", "logSoftmax", "cumsum", "cumprod", "unsqueeze"] as const, alongDim),
  sort: () => [x(float()), dim(1, "undefined"), option({ descending: true, stable: true })],
  argsort: () => [x(float()), dim(1, "undefined"), option({ descending: true, stable: true })],
  topk: () => [x(float()), whole(1), dim(1, "undefined"), option({ largest: true, sorted: true })],
  // Views.
  ...every(["t", "contiguous", "clone", "detach"] as const, unary),
  permute: () => [x(float()), list([1, 0])],
  transpose: () => [x(float()), dim(0), dim(1)],
  movedim: () => [x(float()), dim(0), dim(1)],
  expand: () => [x(float()), list([2, 2, 3])],
  expandAs: () => [x(float()), x(float())],
  reshape: () => [x(float()), list([3, 2])],
  view: () => [x(float()), list([3, 2])],
  flatten: () => [x(float()), dim(0, "undefined"), dim(1, "undefined")],
  squeeze: () => [x(float()), dims(0)],
  sumTo: () => [x(float()), list([1, 3], "[]")],
  rearrange: () => [x(square()), place.of("(a b) c -> a b c"), place.of({ a: 2 })],
  sizes: () => [x(float()), place.of("rows columns")],
  slice: () => [x(float()), dim(1), option({ start: 0, stop: 2, step: 1 })],
  narrow: () => [x(float()), dim(1), whole(0), whole(1)],
  select: () => [x(float()), dim(1), whole(0)],
  diagonal: () => [x(float()), option({ offset: 0, dim1: 0, dim2: 1 })],
  diagEmbed: () => [x(float()), option({ offset: 0, dim1: 0, dim2: 1 })],
  split: () => [x(square()), list([1, 1]), dim(1, "undefined")],
  chunk: () => [x(float()), whole(2), dim(1, "undefined")],
  unbind: () => [x(float()), dim(1, "undefined")],
  flip: () => [x(float()), list([0], "[]")],
  roll: () => [x(float()), list([1]), list([0], "undefined")],
  tril: () => [x(square()), whole(0, "undefined")],
  triu: () => [x(square()), whole(0, "undefined")],
  // Indexing.
  cat: () => [xs([float(), float()]), dim(0, "undefined")],
  stack: () => [xs([float(), float()]), dim(0, "undefined")],
  embedding: () => [x(float()), x(ints([0])), option({ paddingIdx: 0 })],
  gather: () => [x(float()), dim(0), index()],
  scatter: () => [x(float()), dim(0), index(), operand(x(float().slice(0, { stop: 1 })).value)],
  scatterAdd: () => [x(float()), dim(0), index(), x(float())],
  takeAlongDim: () => [x(float()), index(), dim(0, "undefined")],
  indexSelect: () => [x(float()), dim(0), x(ints([1]))],
  indexAdd: () => [x(float()), dim(0), x(ints([1])), x(ones([1, 3]))],
  index: () => [x(float()), list([ints([1])], "[]")],
  indexPut: () => [x(float()), list([ints([1])]), operand(1), option({ accumulate: true })],
  maskedSelect: () => [x(float()), mask()],
  maskedScatter: () => [x(float()), mask(), x(float())],
  nonzero: unary,
  oneHot: () => [x(ints([0, 1])), whole(2, "undefined")],
  pad: () => [x(float()), list([1, 1], "[]"), option({ mode: "reflect", value: 0 })],
  repeat: () => [x(float()), list([1, 2])],
  tile: () => [x(float()), list([1, 2], "[]")],
  repeatInterleave: () => [x(float()), whole(2), dim(0, "undefined")],
  // Matrix products.
  matmul: () => [x(square()), x(square())],
  bmm: () => [x(ones([1, 2, 2])), x(ones([1, 2, 2]))],
  mv: () => [x(square()), x(ones([2]))],
  dot: vectors,
  outer: vectors,
  addmm: () => [x(square()), x(square()), x(square()), option({ beta: 1, alpha: 1 })],
  einsum: () => [place.of("ij,jk->ik"), x(square()), x(square())],
};

function unaryNames() {
  return [
    ...([
      "abs",
      "ceil",
      "cos",
      "exp",
      "expm1",
      "floor",
      "log",
      "log1p",
      "log2",
      "neg",
      "reciprocal",
    ] as const),
    ...([
      "round",
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
  return [
    ...([
      "add",
      "div",
      "floorDivide",
      "fmod",
      "maximum",
      "minimum",
      "mul",
      "pow",
      "remainder",
      "rsub",
      "sub",
    ] as const),
    ...(["eq", "ge", "gt", "le", "logicalAnd", "logicalOr", "logicalXor", "lt", "ne"] as const),
  ];
}

function every<const Names extends readonly Functions[]>(names: Names, call: Call) {
  return Object.fromEntries(names.map((name) => [name, call])) as Record<Names[number], Call>;
}
