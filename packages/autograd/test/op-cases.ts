import {
  apply,
  bernoulli,
  cat,
  Generator,
  gruGates,
  type ops,
  stack,
  type Tensor,
  ops as table,
  tensor,
  uniform,
} from "@saccade/tensor";

/** A function whose gradients, first and second, are held against finite differences at `inputs`. */
export interface Case {
  readonly f: (...xs: Tensor[]) => Tensor | readonly Tensor[];
  readonly inputs: () => readonly Tensor[];
}

/** Why an op has no gradient to check. */
export type NoGradient =
  | "piecewise constant"
  | "truth values"
  | "whole numbers"
  | "made from nothing"
  | "an update"
  | "a gradient";

const generator = new Generator(11);

/** Numbers between low and high that no two cases share. */
function between(low: number, high: number, ...shape: number[]): Tensor {
  return uniform(low, high, shape, { generator, dtype: "float64" });
}

const any = (...shape: number[]): Tensor => between(-2, 2, ...shape);
const positive = (...shape: number[]): Tensor => between(0.3, 2, ...shape);
const whole = (values: number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });
const mask = (...shape: number[]): Tensor => bernoulli(0.6, shape, { generator });

/** An op of one tensor, away from its kinks. */
function of(f: (x: Tensor) => Tensor | readonly Tensor[], ...inputs: (() => Tensor)[]): readonly Case[] {
  return (inputs.length > 0 ? inputs : [() => any(2, 3)]).map((input) => ({ f, inputs: () => [input()] }));
}

/** An op of two tensors: of one shape, and broadcast in both directions. */
function ofTwo(f: (a: Tensor, b: Tensor) => Tensor, a = any, b = any): readonly Case[] {
  return [
    { f, inputs: () => [a(2, 3), b(2, 3)] },
    { f, inputs: () => [a(2, 1, 3), b(4, 1)] },
    { f, inputs: () => [a(), b(3)] },
  ];
}

const reduced = (f: (x: Tensor, dim?: number) => Tensor): readonly Case[] => [
  ...of((x) => f(x)),
  ...of(
    (x) => f(x, 1),
    () => any(2, 3, 2),
  ),
  ...of(
    (x) => f(x, -1),
    () => any(2, 3),
  ),
];

// The type asks for a line for every op that there is.
export const opCases: Record<keyof typeof ops, readonly Case[] | NoGradient> = {
  // arithmetic
  add: ofTwo((a, b) => a.add(b)),
  sub: ofTwo((a, b) => a.sub(b)),
  mul: ofTwo((a, b) => a.mul(b)),
  div: ofTwo((a, b) => a.div(b), any, positive),
  pow: ofTwo((a, b) => a.pow(b), positive, any),
  maximum: ofTwo((a, b) => a.maximum(b)),
  minimum: ofTwo((a, b) => a.minimum(b)),
  remainder: ofTwo(
    (a, b) => a.remainder(b),
    () => between(3.1, 3.9),
    () => between(0.7, 0.8),
  ),
  fmod: ofTwo(
    (a, b) => a.fmod(b),
    () => between(3.1, 3.9),
    () => between(0.7, 0.8),
  ),
  floorDivide: "piecewise constant",
  // pointwise
  neg: of((x) => x.neg()),
  abs: of((x) => x.abs()),
  sign: "piecewise constant",
  square: of((x) => x.square()),
  exp: of((x) => x.exp()),
  expm1: of((x) => x.expm1()),
  log: of(
    (x) => x.log(),
    () => positive(2, 3),
  ),
  log1p: of(
    (x) => x.log1p(),
    () => positive(2, 3),
  ),
  log2: of(
    (x) => x.log2(),
    () => positive(2, 3),
  ),
  sqrt: of(
    (x) => x.sqrt(),
    () => positive(2, 3),
  ),
  rsqrt: of(
    (x) => x.rsqrt(),
    () => positive(2, 3),
  ),
  reciprocal: of(
    (x) => x.reciprocal(),
    () => positive(2, 3),
  ),
  sin: of((x) => x.sin()),
  cos: of((x) => x.cos()),
  tan: of(
    (x) => x.tan(),
    () => between(-1, 1, 2, 3),
  ),
  tanh: of((x) => x.tanh()),
  floor: "piecewise constant",
  ceil: "piecewise constant",
  trunc: "piecewise constant",
  round: "piecewise constant",
  powScalar: [2, 3, 0.5, -1.5, 1, 0].flatMap((p) =>
    of(
      (x) => x.powScalar(p),
      () => positive(2, 3),
    ),
  ),
  clamp: of((x) => x.clamp({ min: -1, max: 1.2 })),
  cast: of((x) => x.to("float64").mul(x)),
  // activations
  relu: of((x) => x.relu()),
  sigmoid: of((x) => x.sigmoid()),
  erf: of((x) => x.erf()),
  gelu: of((x) => x.gelu()),
  geluTanh: of((x) => x.gelu({ approximate: "tanh" })),
  silu: of((x) => x.silu()),
  softplus: of((x) => x.softplus()),
  logSigmoid: of((x) => x.logSigmoid()),
  elu: of((x) => x.elu({ alpha: 0.7 })),
  leakyRelu: of((x) => x.leakyRelu({ negativeSlope: 0.2 })),
  // comparisons
  eq: "truth values",
  ne: "truth values",
  lt: "truth values",
  le: "truth values",
  gt: "truth values",
  ge: "truth values",
  logicalAnd: "truth values",
  logicalOr: "truth values",
  logicalXor: "truth values",
  logicalNot: "truth values",
  isnan: "truth values",
  isinf: "truth values",
  isfinite: "truth values",
  all: "truth values",
  any: "truth values",
  where: [
    { f: (c, a, b) => c!.where(a!, b!), inputs: () => [mask(2, 3), any(2, 3), any(3)] },
    { f: (c, a) => a!.maskedFill(c!, -7), inputs: () => [mask(3), any(2, 3)] },
  ],
  // views
  permute: of(
    (x) => x.permute([2, 0, 1]).mul(x.permute([2, 0, 1]).sin()),
    () => any(2, 3, 2),
  ),
  expand: of(
    (x) => x.expand([4, 2, 3]).sin(),
    () => any(2, 1),
    () => any(3),
  ),
  view: of((x) => x.reshape([3, 2]).sin()),
  detach: "made from nothing",
  contiguous: of((x) => x.t().clone().sin()),
  slice: of(
    (x) => [
      x.slice(1, { start: 1, stop: 4, step: 2 }).sin(),
      x.select(0, -1).exp(),
      x.diagonal({ offset: 1 }).square(),
      x.narrow(1, 2, 2),
    ],
    () => any(3, 4),
  ),
  embed: of((x) =>
    apply(table.embed, [x], {
      shape: [3, 4],
      window: { shape: [2, 3], strides: [4, 1], offset: 1 },
    })[0].sin(),
  ),
  window: of(
    (x) => x.slice(0, { start: 1 }).sin(),
    () => any(3, 2),
  ),
  // reductions
  sum: [
    ...reduced((x, dim) => x.sum(dim).sin()),
    ...of(
      (x) => x.sum([0, 2], { keepdim: true }).mul(x),
      () => any(2, 3, 2),
    ),
  ],
  amax: reduced((x, dim) => x.amax(dim).sin()),
  amin: reduced((x, dim) => x.amin(dim).sin()),
  max: [...of((x) => x.max().sin()), ...of((x) => x.max(1).values.sin())],
  min: [...of((x) => x.min().sin()), ...of((x) => x.min(1).values.sin())],
  argmax: "whole numbers",
  argmin: "whole numbers",
  variance: [...reduced((x, dim) => x.var(dim)), ...of((x) => x.var(0, { unbiased: false, keepdim: true }))],
  std: reduced((x, dim) => x.std(dim)),
  norm: [1, 2, 3, 1.5, Number.POSITIVE_INFINITY].flatMap((p) => of((x) => x.norm({ p, dim: 1 }))),
  prod: reduced((x, dim) => x.prod(dim)),
  logsumexp: of((x) => x.logsumexp(1)),
  softmax: [...of((x) => x.softmax(-1)), ...of((x) => x.softmax(0))],
  logSoftmax: [...of((x) => x.logSoftmax(-1)), ...of((x) => x.logSoftmax(0))],
  cumsum: of((x) => x.cumsum(1).sin()),
  cumprod: of((x) => x.cumprod(1)),
  linearScan: of((x) => x.cumprod(0)),
  shift: of((x) => x.cumprod(1).cumprod(0)),
  sort: of((x) => x.sort(-1, { descending: true }).values.sin()),
  topk: of((x) => x.topk(2).values.sin()),
  // products
  matmul: [
    { f: (a, b) => a!.matmul(b!), inputs: () => [any(2, 3), any(3, 2)] },
    { f: (a, b) => a!.matmul(b!).sin(), inputs: () => [any(2, 1, 2, 3), any(3, 3, 2)] },
    { f: (a, b) => a!.matmul(b!), inputs: () => [any(3), any(2, 3, 2)] },
    { f: (a, b) => a!.matmul(b!).sin(), inputs: () => [any(2, 2, 3), any(3)] },
  ],
  // indices
  gather: [
    {
      f: (x, i) => x!.gather(1, i!).sin(),
      inputs: () => [
        any(2, 3),
        whole([
          [0, 2],
          [1, 1],
        ]),
      ],
    },
  ],
  scatterAdd: [
    {
      f: (x, i, s) => x!.scatterAdd(1, i!, s!).sin(),
      inputs: () => [
        any(2, 3),
        whole([
          [0, 2],
          [1, 1],
        ]),
        any(2, 2),
      ],
    },
  ],
  scatter: [
    {
      f: (x, i, s) => x!.scatter(1, i!, s!).sin(),
      inputs: () => [
        any(2, 3),
        whole([
          [0, 2],
          [1, 0],
        ]),
        any(2, 2),
      ],
    },
    { f: (x, i) => x!.scatter(1, i!, 3).sin(), inputs: () => [any(2, 3), whole([[0], [1]])] },
  ],
  indexSelect: [{ f: (x, i) => x!.indexSelect(0, i!).sin(), inputs: () => [any(3, 2), whole([2, 0, 2])] }],
  indexAdd: [
    { f: (x, i, s) => x!.indexAdd(0, i!, s!).sin(), inputs: () => [any(3, 2), whole([2, 0, 2]), any(3, 2)] },
  ],
  indexCopy: [
    { f: (x, i, v) => x!.indexPut([i!], v!).sin(), inputs: () => [any(3, 2), whole([2, 0]), any(2, 2)] },
    {
      f: (x, i, v) => x!.indexPut([null, i!], v!, { accumulate: true }).sin(),
      inputs: () => [any(2, 3), whole([1, 1]), any(2, 2)],
    },
  ],
  embedding: [
    {
      f: (w, i) => w!.embedding(i!).sin(),
      inputs: () => [
        any(4, 2),
        whole([
          [1, 1],
          [3, 0],
        ]),
      ],
    },
  ],
  embeddingGradient: [
    {
      f: (w, i) => w!.embedding(i!, { paddingIdx: 1 }).square(),
      inputs: () => [any(4, 2), whole([2, 0, 2])],
    },
  ],
  // joining and taking apart
  cat: [
    { f: (a, b) => cat([a!, b!, a!], 1).sin(), inputs: () => [any(2, 3), any(2, 1)] },
    { f: (a, b) => stack([a!, b!], -1).sin(), inputs: () => [any(2, 3), any(2, 3)] },
  ],
  split: of((x) => x.split([1, 2], 1).map((part) => part.sin())),
  unbind: of((x) =>
    x
      .unbind(1)
      .slice(1)
      .map((part) => part.exp()),
  ),
  pad: [
    ...of((x) => x.pad([1, 2, 0, 1], { value: 3 }).sin()),
    ...of((x) => x.pad([-1, 1]).sin()),
    ...of((x) => x.pad([1, 2], { mode: "reflect" }).sin()),
    ...of((x) => x.pad([1, 2], { mode: "replicate" }).sin()),
  ],
  flip: of((x) => x.flip([0, -1]).cumsum(1).sin()),
  tril: of(
    (x) => x.tril(-1).sin(),
    () => any(3, 3),
  ),
  triu: of(
    (x) => x.triu(1).sin(),
    () => any(2, 3, 3),
  ),
  // random numbers
  uniform: "made from nothing",
  normal: "made from nothing",
  // fused
  gruGates: [{ f: (x, u, h) => gruGates(x!, u!, h!), inputs: () => [any(2, 6), any(2, 6), any(2, 2)] }],
  gruGatesBackward: "a gradient",
  // updates
  sgdStep: "an update",
  adamStep: "an update",
  rmspropStep: "an update",
  adagradStep: "an update",
  totalNorm: "an update",
};
