import * as T from "@saccade/tensor";
import { Generator, type Operandish, type Tensor, tensor, uniform } from "@saccade/tensor";
import { apply, type ops, type ScaledDotProductAttrs, ops as table } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";

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
  | "a gradient"
  | "an error";

const generator = new Generator(11);

/** Numbers between low and high that no two cases share. */
function between(low: number, high: number, ...shape: number[]): Tensor {
  return uniform(low, high, shape, { generator, dtype: "float64" });
}

const any = (...shape: number[]): Tensor => between(-2, 2, ...shape);
const positive = (...shape: number[]): Tensor => between(0.3, 2, ...shape);
const whole = (values: number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });
const square = (...values: number[]): Tensor => whole(values).reshape([2, 2]);
const classes = (): Tensor => square(2, 0, 1, 2);
const mask = (...shape: number[]): Tensor => T.bernoulli(0.6, shape, { generator });

/** Attention's output, and ln Σ exp where each row has a finite one. */
function attention(
  options: Partial<ScaledDotProductAttrs>,
  inputs: () => readonly Tensor[],
  whole: boolean = !options.masked,
): Case {
  const attrs = attentionAttrs(options);
  return {
    f: (q, k, v, ...more) => {
      const both = apply(table.scaledDotProduct, [q!, k!, v!, ...more], attrs);
      return whole ? both : both[0];
    },
    inputs,
  };
}

/** Scores s to tanh(s + a) / b + t_j, from a row of keys a, a table t and the keys' positions j. */
const scoreProgram = new fused.ScoreProgram({
  steps: [
    { op: "score" },
    { op: "operand", operand: 0 },
    { op: "add", a: 0, b: 1 },
    { op: "tanh", a: 2 },
    { op: "constant", value: 0.5 },
    { op: "div", a: 3, b: 4 },
    { op: "operand", operand: 2 },
    { op: "gather", operand: 1, index: 6 },
    { op: "add", a: 5, b: 7 },
  ],
  score: 8,
  mask: null,
  tables: [false, true, false],
});

/** The positions of n keys. */
const index = (n: number): Tensor => T.arange(0, n, 1, { dtype: "int32" });

function attentionAttrs(options: Partial<ScaledDotProductAttrs>): ScaledDotProductAttrs {
  const state = options.dropout ? ({ seed: [5, 7], offset: 3 } as const) : null;
  return { scale: 0.7, causal: false, masked: false, biased: false, dropout: 0, state, ...options };
}

/** Attention and what it tells of its weights, but for the keys. */
function attentionTells(
  { top, ...options }: Partial<ScaledDotProductAttrs> & { readonly top: number },
  inputs: () => readonly Tensor[],
): Case {
  const attrs = { ...attentionAttrs(options), top };
  return {
    f: (q, k, v, ...more) => apply(table.attentionTells, [q!, k!, v!, ...more], attrs).slice(0, 6),
    inputs,
  };
}

/** Rows two apart, a padded column on each side. */
const conv = { stride: [2, 1], padding: [1, 1], dilation: [1, 2], groups: 2 } as const;

/** Elements two and four apart. */
const wide = { padding: [0, 0], dilation: [2, 4], groups: 1 } as const;

/** A mask (3, 4) that leaves one query no key. */
function noneFor(query: number): Tensor {
  const rows = [0, 1, 2].map((i) => [0, 1, 2, 3].map((j) => i !== query && (i + j) % 3 !== 1));
  return tensor(rows, { dtype: "bool" });
}

/** An op of one tensor, away from its kinks: at shapes of numbers between -2 and 2, or at inputs of its own. */
function of(
  f: (x: Tensor) => Tensor | readonly Tensor[],
  ...inputs: readonly (readonly number[] | (() => Tensor))[]
): readonly Case[] {
  const made = inputs.map((input) => (typeof input === "function" ? input : () => any(...input)));
  return (made.length > 0 ? made : [() => any(2, 3)]).map((input) => ({ f, inputs: () => [input()] }));
}

/** Ops that are methods of one tensor, without arguments. */
function methods<Name extends keyof typeof ops & keyof Tensor>(
  at: (...shape: number[]) => Tensor,
  ...names: readonly Name[]
): Record<Name, readonly Case[]> {
  const inputs = (): readonly Tensor[] => [at(2, 3)];
  const cases = names.map((name) => [
    name,
    [{ f: (x: Tensor) => Reflect.apply(Object(x[name]), x, []), inputs }],
  ]);
  return Object.fromEntries(cases) as Record<Name, readonly Case[]>;
}

/** Ops without a gradient, and why. */
export function without<Name extends string>(why: NoGradient, ...names: Name[]): Record<Name, NoGradient> {
  return Object.fromEntries(names.map((name) => [name, why])) as Record<Name, NoGradient>;
}

/** An op of two tensors: of one shape, broadcast in both directions, and of a tensor and a number. */
function ofTwo(
  f: (a: Operandish, b: Operandish) => Tensor,
  a = any,
  b = any,
  { left, right } = { left: 0.9, right: 1.1 },
): readonly Case[] {
  return [
    { f: (x) => f(x!, right), inputs: () => [a(2, 3)] },
    { f: (x) => f(left, x!), inputs: () => [b(2, 3)] },
    { f, inputs: () => [a(2, 3), b(2, 3)] },
    { f, inputs: () => [a(2, 1, 3), b(4, 1)] },
    { f, inputs: () => [a(), b(3)] },
  ];
}

const reduced = (f: (x: Tensor, dim?: number) => Tensor): readonly Case[] => [
  ...of((x) => f(x)),
  ...of((x) => f(x, 1), [2, 3, 2]),
  ...of((x) => f(x, -1), [2, 3]),
];

// The type asks for a line for every op that there is.
export const opCases: Record<keyof typeof ops, readonly Case[] | NoGradient> = {
  // arithmetic
  add: ofTwo(T.add),
  sub: ofTwo(T.sub),
  mul: ofTwo(T.mul),
  div: ofTwo(T.div, any, positive),
  pow: ofTwo(T.pow, positive, any),
  maximum: ofTwo(T.maximum),
  minimum: ofTwo(T.minimum),
  remainder: ofTwo(
    T.remainder,
    () => between(3.1, 3.9),
    () => between(0.7, 0.8),
    { left: 3.5, right: 0.75 },
  ),
  fmod: ofTwo(
    T.fmod,
    () => between(3.1, 3.9),
    () => between(0.7, 0.8),
    { left: 3.5, right: 0.75 },
  ),
  // pointwise
  ...methods(any, "neg", "abs", "square", "exp", "expm1", "sin", "cos", "tanh", "relu", "sigmoid", "erf"),
  ...methods(any, "gelu", "silu", "softplus", "logSigmoid"),
  ...methods(positive, "log", "log1p", "log2", "sqrt", "rsqrt", "reciprocal"),
  ...without("piecewise constant", "floorDivide", "sign", "floor", "ceil", "trunc", "round"),
  ...without("piecewise constant", "widenHalf", "maxPoolIndex"),
  tan: of(
    (x) => x.tan(),
    () => between(-1, 1, 2, 3),
  ),
  powScalar: [2, 3, 0.5, -1.5, 1, 0].flatMap((p) =>
    of(
      (x) => x.powScalar(p),
      () => positive(2, 3),
    ),
  ),
  clamp: of((x) => x.clamp({ min: -1, max: 1.2 })),
  cast: of((x) => x.to("float64").mul(x)),
  geluTanh: of((x) => x.gelu({ approximate: "tanh" })),
  elu: of((x) => x.elu({ alpha: 0.7 })),
  leakyRelu: of((x) => x.leakyRelu({ negativeSlope: 0.2 })),
  // comparisons
  ...without("truth values", "eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "all", "any"),
  ...without("truth values", "logicalAnd", "logicalOr", "logicalXor", "logicalNot"),
  where: [
    { f: (c, a, b) => c!.where(a!, b!), inputs: () => [mask(2, 3), any(2, 3), any(3)] },
    { f: (c, a) => a!.maskedFill(c!, -7), inputs: () => [mask(3), any(2, 3)] },
  ],
  // views
  permute: of((x) => x.permute([2, 0, 1]).mul(x.permute([2, 0, 1]).sin()), [2, 3, 2]),
  expand: of((x) => x.expand([4, 2, 3]).sin(), [2, 1], [3]),
  view: of((x) => x.reshape([3, 2]).sin()),
  contiguous: of((x) => x.t().clone().sin()),
  slice: of(
    (x) => [
      x.slice(1, { start: 1, stop: 4, step: 2 }).sin(),
      x.select(0, -1).exp(),
      x.diagonal({ offset: 1 }).square(),
      x.narrow(1, 2, 2),
    ],
    [3, 4],
  ),
  embed: of((x) =>
    apply(table.embed, [x], {
      shape: [3, 4],
      window: { shape: [2, 3], strides: [4, 1], offset: 1 },
    })[0].sin(),
  ),
  window: of((x) => x.slice(0, { start: 1 }).sin(), [3, 2]),
  // reductions
  sum: [
    ...reduced((x, dim) => x.sum(dim).sin()),
    ...of((x) => x.sum([0, 2], { keepdim: true }).mul(x), [2, 3, 2]),
  ],
  amax: reduced((x, dim) => x.amax(dim).sin()),
  amin: reduced((x, dim) => x.amin(dim).sin()),
  max: [...of((x) => x.max().sin()), ...of((x) => x.max(1).values.sin())],
  min: [...of((x) => x.min().sin()), ...of((x) => x.min(1).values.sin())],
  variance: [...reduced((x, dim) => x.var(dim)), ...of((x) => x.var(0, { correction: 0, keepdim: true }))],
  std: reduced((x, dim) => x.std(dim)),
  norm: [1, 2, 3, 1.5, Number.POSITIVE_INFINITY].flatMap((p) => of((x) => x.norm({ p, dim: 1 }))),
  prod: reduced((x, dim) => x.prod(dim)),
  logsumexp: of((x) => x.logsumexp(1)),
  softmax: [...of((x) => x.softmax(-1)), ...of((x) => x.softmax(0))],
  logSoftmax: [...of((x) => x.logSoftmax(-1)), ...of((x) => x.logSoftmax(0))],
  softmaxWhere: [-Infinity, -0.5].flatMap((fill) => [
    {
      f: (x, m) => fused.softmaxWhere(x!, m!, fill).sin(),
      inputs: () => [any(2, 3), tensor([true, false, true])],
    },
    { f: (x, m) => fused.softmaxWhere(x!, m!, fill).sin(), inputs: () => [any(2, 1, 4), noneFor(1)] },
  ]),
  cumsum: of((x) => x.cumsum(1).sin()),
  cumprod: of((x) => x.cumprod(1)),
  linearScan: of((x) => x.cumprod(0)),
  shift: of((x) => x.cumprod(1).cumprod(0)),
  sort: of((x) => x.sort(-1, { descending: true }).values.sin()),
  topk: of((x) => x.topk(2).values.sin()),
  // products
  linear: [
    { f: (x, w, b) => fused.linear(x!, w!, b!), inputs: () => [any(2, 3), any(4, 3), any(4)] },
    { f: (x, w, b) => fused.linear(x!, w!, b!).sin(), inputs: () => [any(2, 2, 3), any(2, 3), any(2)] },
    { f: (x, w) => fused.linear(x!, w!).sin(), inputs: () => [any(3), any(2, 3)] },
  ],
  halfLinear: [
    {
      f: (x, w, b) => fused.halfLinear(x!, w!, "bfloat16", b!).sin(),
      inputs: () => [any(2, 2, 4), whole([[0x40003f80, 0x3f004000], [0x3f80bf80, 0x40403f00]]), any(2)], // biome-ignore format: bits
    },
    {
      f: (x, w) => fused.halfLinear(x!, w!, "float16").sin(),
      inputs: () => [any(3, 2), whole([[0x40003c00], [0x3800bc00], [0x00013c00]])],
    },
  ],
  conv2d: [
    {
      f: (x, w, b) => fused.conv2d(x!, w!, b!, conv).sin(),
      inputs: () => [any(1, 2, 3, 3), any(2, 1, 2, 2), any(2)],
    },
  ],
  conv2dInput: [
    {
      f: (g, w) => apply(table.conv2dInput, [g!, w!], { ...conv, size: [3, 3] })[0].sin(),
      inputs: () => [any(1, 2, 2, 3), any(2, 1, 2, 2)],
    },
    // Ends with elements that no window reaches, so many that one more would fit.
    ...[1, 3].map((stride) => ({
      f: (...[g, w]: Tensor[]) =>
        apply(table.conv2dInput, [g!, w!], {
          ...wide,
          stride: [1, stride],
          size: [5, 6 + 2 * stride],
        })[0].sin(),
      inputs: () => [any(1, 2, 2, 3), any(2, 2, 2, 2)],
    })),
  ],
  conv2dWeight: [
    {
      f: (g, x) => apply(table.conv2dWeight, [g!, x!], { ...conv, kernel: [2, 2] })[0].sin(),
      inputs: () => [any(1, 2, 2, 3), any(1, 2, 3, 3)],
    },
  ],
  matmul: [
    { f: (a, b) => a!.matmul(b!), inputs: () => [any(2, 3), any(3, 2)] },
    { f: (a, b) => a!.matmul(b!).sin(), inputs: () => [any(2, 1, 2, 3), any(3, 3, 2)] },
    { f: (a, b) => a!.matmul(b!), inputs: () => [any(3), any(2, 3, 2)] },
    { f: (a, b) => a!.matmul(b!).sin(), inputs: () => [any(2, 2, 3), any(3)] },
  ],
  matmulWhere: [
    {
      f: (a, b, m) => fused.matmulWhere(T.where(m!, a!, 0), b!, m!),
      inputs: () => [any(3, 4), any(4, 2), noneFor(1)],
    },
    {
      f: (a, b, m) => fused.matmulWhere(T.where(m!, a!, 0), b!, m!).sin(),
      inputs: () => [any(2, 1, 3, 4), any(2, 4, 1), noneFor(0)],
    },
  ],
  scoresWhere: [
    { f: (a, b, m) => fused.scoresWhere(a!, b!, m!), inputs: () => [any(3, 2), any(4, 2), noneFor(1)] },
    {
      f: (a, b, m) => fused.scoresWhere(a!, b!, m!).sin(),
      inputs: () => [any(2, 1, 3, 1), any(2, 4, 1), noneFor(2)],
    },
  ],
  // indices
  gather: [
    {
      f: (x, i) => x!.gather(1, i!).sin(),
      inputs: () => [any(2, 3), square(0, 2, 1, 1)],
    },
  ],
  scatterAdd: [
    {
      f: (x, i, s) => x!.scatterAdd(1, i!, s!).sin(),
      inputs: () => [any(2, 3), square(0, 2, 1, 1), any(2, 2)],
    },
  ],
  scatter: [
    {
      f: (x, i, s) => x!.scatter(1, i!, s!).sin(),
      inputs: () => [any(2, 3), square(0, 2, 1, 0), any(2, 2)],
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
      inputs: () => [any(4, 2), square(1, 1, 3, 0)],
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
    { f: (a, b) => T.cat([a!, b!, a!], 1).sin(), inputs: () => [any(2, 3), any(2, 1)] },
    { f: (a, b) => T.stack([a!, b!], -1).sin(), inputs: () => [any(2, 3), any(2, 3)] },
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
  tril: of((x) => x.tril(-1).sin(), [3, 3]),
  triu: of((x) => x.triu(1).sin(), [2, 3, 3]),
  // fused
  additiveScores: [
    {
      f: (q, k, v) => fused.additiveScores(q!, k!, v!),
      inputs: () => [any(2, 3, 4), any(2, 2, 4), any(4)],
    },
    {
      f: (q, k, v) => fused.additiveScores(q!, k!, v!).sin(),
      inputs: () => [any(2, 1, 2, 3), any(3, 2, 3), any(3)],
    },
    { f: (q, k, v) => fused.additiveScores(q!, k!, v!), inputs: () => [any(1, 1), any(3, 1), any(1)] },
  ],
  gruSequence: [false, true].flatMap((reverse) => [
    {
      f: (x, h, w, c) => Object.values(fused.gruSequence(x!, h!, w!, c!, { reverse })),
      inputs: () => [any(3, 2, 6), any(2, 2), any(6, 2), any(6)],
    },
    {
      f: (x, h, w, c, lengths) =>
        Object.values(fused.gruSequence(x!, h!, w!, c!, { reverse, lengths: lengths! })),
      inputs: () => [any(3, 4, 3), any(4, 1), any(3, 1), any(3), whole([2, 3, 0, 1])],
    },
  ]),
  lstmSequence: [false, true].flatMap((reverse) => [
    {
      f: (x, h, c, w, b) => Object.values(fused.lstmSequence(x!, h!, c!, w!, b!, { reverse })),
      inputs: () => [any(2, 2, 8), any(2, 2), any(2, 2), any(8, 2), any(8)],
    },
    {
      f: (x, h, c, w, b, lengths) =>
        Object.values(fused.lstmSequence(x!, h!, c!, w!, b!, { reverse, lengths: lengths! })),
      inputs: () => [any(3, 4, 4), any(4, 1), any(4, 1), any(4, 1), any(4), whole([2, 3, 0, 1])],
    },
  ]),
  clipFactor: [0, 1e-2].flatMap((eps) =>
    of(
      (norm) => fused.clipFactor(norm, { maxNorm: 1, eps }).sin(),
      () => between(1.5, 3),
      () => between(0.2, 0.8),
    ),
  ),
  crossEntropy: [
    { f: (x, t) => fused.crossEntropy(x!, t!), inputs: () => [any(3, 4), whole([2, 0, 1])] },
    {
      f: (x, t, w) =>
        fused.crossEntropy(x!, t!, { dim: 1, ignoreIndex: 1, weight: w!, labelSmoothing: 0.2 }).sin(),
      inputs: () => [any(2, 3, 2), classes(), positive(3)],
    },
  ],
  mseLoss: [true, false].map((mean) => ({
    f: (x, y) => fused.mseLoss(x!, y!, { mean }).sin(),
    inputs: () => [any(2, 3), any(2, 3)],
  })),
  nllLoss: [
    { f: (x, t) => fused.nllLoss(x!, t!).sin(), inputs: () => [any(3, 4), whole([2, 0, 1])] },
    {
      f: (x, t, w) => fused.nllLoss(x!, t!, { dim: 1, ignoreIndex: 1, weight: w! }).sin(),
      inputs: () => [any(2, 3, 2), classes(), positive(3)],
    },
  ],
  dropout: of(
    (x) => apply(table.dropout, [x], { p: 0.3, state: { seed: [7, 0], offset: 2 } })[0].sin(),
    [4, 5],
  ),
  layerNorm: [
    {
      f: (x, w, b) => fused.layerNorm(x!, [w!, b!], { dims: 1, eps: 1e-5 }).sin(),
      inputs: () => [any(2, 3, 4), any(4), any(4)],
    },
    {
      f: (x, w) => fused.layerNorm(x!, [w!], { dims: 2, eps: 0.1 }).sin(),
      inputs: () => [any(3, 2, 3), any(2, 3)],
    },
    ...of((x) => fused.layerNorm(x, [], { dims: 1, eps: 1e-3 }).sin(), [2, 5]),
  ],
  rmsNorm: [
    {
      f: (x, w) => fused.rmsNorm(x!, w!, { dims: 1, eps: 1e-5 }).sin(),
      inputs: () => [any(2, 3, 4), any(4)],
    },
    {
      f: (x, w) => fused.rmsNorm(x!, w!, { dims: 2, eps: 0.1 }).sin(),
      inputs: () => [any(3, 2, 3), any(2, 3)],
    },
    ...of((x) => fused.rmsNorm(x, null, { dims: 1, eps: 1e-3 }).sin(), [2, 5]),
  ],
  rotary: [false, true].flatMap((interleaved) => [
    {
      f: (x: Tensor | undefined, table: Tensor | undefined) =>
        fused.rotary(x!, table!, { interleaved }).sin(),
      inputs: () => [any(2, 3, 4), any(3, 4)],
    },
    {
      f: (x: Tensor | undefined, table: Tensor | undefined) =>
        fused.rotary(x!, table!, { interleaved, inverse: true }).sin(),
      inputs: () => [any(3, 6), any(3, 6)],
    },
  ]),
  scaledDotProduct: [
    attention({}, () => [any(2, 3), any(4, 3), any(4, 2)]),
    attention({ causal: true }, () => [any(2, 1, 3, 2), any(2, 4, 2), any(4, 3)]),
    attention({ masked: true, causal: true }, () => [any(2, 3, 2), any(2, 4, 2), any(2, 4, 1), noneFor(1)]),
    attention({ biased: true, dropout: 0.4 }, () => [any(2, 2, 2), any(3, 2), any(3, 2), any(2, 3)]),
    attention({ program: scoreProgram }, () => [
      any(2, 3, 2),
      any(4, 2),
      any(2, 4, 1),
      any(2, 1, 4),
      any(2, 1, 5),
      index(4),
    ]),
    attention({ masked: true, biased: true, dropout: 0.5 }, () => [
      any(3, 2),
      any(4, 2),
      any(4, 3),
      noneFor(2),
      any(4),
    ]),
  ],
  attentionTells: [
    attentionTells({ top: 2 }, () => [any(2, 3), any(4, 3), any(4, 2)]),
    attentionTells({ causal: true, top: 1 }, () => [any(2, 1, 3, 2), any(2, 4, 2), any(4, 3)]),
    attentionTells({ biased: true, dropout: 0.4, top: 3 }, () => [
      any(2, 2, 2),
      any(3, 2),
      any(3, 2),
      any(2, 3),
    ]),
  ],
  totalNorm: [1, 2, 3, Number.POSITIVE_INFINITY].map((p) => ({
    f: (a: Tensor, b: Tensor) => fused.totalNorm([a, b], p).square(),
    inputs: () => [any(2, 3), any(4)],
  })),
  // no gradient of their own
  ...without("whole numbers", "argmax", "argmin", "multinomial"),
  ...without("made from nothing", "detach", "uniform", "normal"),
  ...without("a gradient", "geluBackward", "geluTanhBackward", "softmaxBackward", "logSoftmaxBackward"),
  ...without("a gradient", "softmaxWhereBackward", "additiveScoresBackward", "gruSequenceBackward"),
  ...without("a gradient", "lstmSequenceBackward", "crossEntropyBackward", "mseLossBackward"),
  ...without("a gradient", "nllLossBackward", "dropoutBackward", "layerNormBackward", "rmsNormBackward"),
  ...without("a gradient", "scaledDotProductBackward", "attentionTellsBackward"),
  ...without("an update", "sgdStep", "adamStep", "rmspropStep", "adagradStep"),
};
