// What each op gives, in families, of inputs of any batch and length.
import { AvgPool2d, functional } from "@saccade/nn";
import {
  all,
  any,
  arange,
  cat,
  embedding,
  fromData,
  rand,
  randint,
  randn,
  stack,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";
import { apply, apply1, ops } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";

/** Inputs: x and y floats (b, n, 4), p floats above 0, k whole numbers of 0 to 3, m truths, each (b, n, 4). */
export interface Given {
  readonly x: Tensor;
  readonly y: Tensor;
  readonly p: Tensor;
  readonly k: Tensor;
  readonly m: Tensor;
}

export function given(b: number, n: number): Given {
  const shape = [b, n, 4];
  return {
    x: randn(shape),
    y: randn(shape),
    p: rand(shape).add(0.5),
    k: randint(0, 4, shape, { dtype: "int32" }),
    m: randint(0, 2, shape, { dtype: "int32" }).ne(0),
  };
}

// 16-bit numbers, two an element: bfloat16 between 2⁻³ and 2 for the first, float16 for the second.
const packed = tensor(
  [
    [0x3f803e80, 0x40003f00],
    [0x3e903f10, 0xbf803fc0 | 0],
    [0x3f203ea0, 0x3f403ec0],
    [0x3f603ee0, 0xbe80bf20 | 0],
  ],
  { dtype: "int32" },
);
const small = packed.clone();
const three = packed.narrow(0, 0, 3).clone();

export type Family = (given: Given) => Readonly<Record<string, Tensor>>;

const pool = { kernel: [2, 2], stride: [2, 2], padding: [0, 0], dilation: [1, 1] } as const;

export const families: Readonly<Record<string, Family>> = {
  arithmetic: ({ x, y, p, k, m }) => ({
    add: x.add(y),
    or: m.add(x.gt(0)),
    addRow: x.add(y.select(0, 0).select(0, 0)),
    ints: k.add(3).mul(k).sub(7),
    sub: x.rsub(1),
    mul: x.mul(y).mul(2),
    div: x.div(p),
    divInts: k.div(3),
    pow: p.pow(y),
    powScalar: p.pow(1.5).add(p.pow(2)).add(p.sqrt()),
    maximum: x.maximum(y).minimum(1),
    fmod: x.fmod(p),
    remainder: x.remainder(p),
    remainders: p.mul(10).round().remainder(0.1).add(x.remainder(-0.3)),
    quotients: p.mul(10).round().floorDivide(0.1).add(x.floorDivide(-0.3)),
    remainderInts: k.sub(2).remainder(3),
    floorDivide: x.floorDivide(p),
    floorDivideInts: k.sub(2).floorDivide(2),
    ofLength: x.mul(x.size(1)).add(x.size(0) - 1),
    ofMean: x.div(x.size(1)).mul(1 / x.size(1)),
  }),
  comparisons: ({ x, y, k, m }) => ({
    eq: k.eq(2),
    ne: x.ne(y),
    lt: x.lt(y),
    le: k.le(1),
    gt: x.gt(0),
    ge: x.ge(y),
    ofTruths: m.eq(x.gt(0)).logicalAnd(m.ge(x.gt(0))),
    logical: m.logicalAnd(x.gt(0)).logicalOr(y.gt(0)).logicalXor(k.gt(1)).logicalNot(),
    isnan: x.log().isnan(),
    isinf: x.div(k).isinf(),
    isfinite: x.log().div(k).isfinite(),
    where: where(m, x, y),
    whereTruths: where(m, x.gt(0), y.gt(0)),
    whereNumber: where(m, k, 7),
    signs: x.sign().add(x.norm({ p: 0, dim: 1, keepdim: true })),
  }),
  casts: ({ x, m }) => ({
    cast: x.mul(10).to("int32").to("float32").add(m.to("float32")).add(x.to("bool").to("float32")),
    ofRows: arange(x.size(1), { dtype: "int32" }).remainder(arange(x.size(1), { dtype: "int32" }).add(1)),
  }),
  functions: ({ x, p, k }) => ({
    signs: stack([x.neg(), x.abs(), x.sign(), x.square(), x.floor(), x.ceil(), x.round(), x.trunc()]),
    ints: k.neg().abs().square(),
    exponents: stack([x.exp(), x.expm1(), p.log(), p.log1p(), p.log2(), p.sqrt(), p.rsqrt(), p.reciprocal()]),
    circle: stack([x.sin(), x.cos(), x.mul(0.3).tan(), x.tanh(), x.erf()]),
    activations: stack([
      x.relu(),
      x.sigmoid(),
      x.gelu(),
      x.gelu({ approximate: "tanh" }),
      x.silu(),
      x.softplus(),
    ]),
    more: stack([
      x.elu({ alpha: 0.7 }),
      x.leakyRelu({ negativeSlope: 0.2 }),
      x.logSigmoid(),
      x.mul(30).softplus(),
    ]),
    clamp: stack([x.clamp({ min: -0.5 }), x.clamp({ max: 0.5 }), x.clamp({ min: -0.2, max: 0.1 })]),
    ofInts: k.exp(),
  }),
  reductions: ({ x, p, k, m }) => ({
    sum: x.sum(1),
    sumAll: x.sum(),
    counts: m.sum([0, 2], { keepdim: true }),
    mean: x.mean([0, 1]),
    prod: p.prod(1),
    amax: x.amax([0, 2]).add(x.amin([0, 2])),
    argmax: x.argmax(1).sub(x.argmin(1)),
    argmaxAll: x.argmax(),
    max: x.max(1).values,
    maxAt: x.max(2, { keepdim: true }).indices,
    min: x.min(1).values,
    all: all(m, 1),
    any: any(k, [0, 2]),
    sorted: x.sort(1).values,
    order: x.sort(2, { descending: true }).indices,
    topk: x.topk(2, 1).values.add(x.topk(2, 1, { largest: false }).values),
    variance: x.var(1).add(x.std(1, { correction: 0 })),
    norms: stack([x.norm({ dim: 1 }), x.norm({ p: 1, dim: 1 }), x.norm({ p: 3, dim: 1 })]),
    limits: stack([x.norm({ p: Infinity, dim: 1 }), k.to("float32").norm({ p: 0, dim: 1 })]),
    logsumexp: x.logsumexp(1),
    noSum: where(m.logicalAnd(m.logicalNot()), x, -Infinity).logsumexp(1),
    softmax: x.softmax(1).add(x.logSoftmax(2)),
    cumsum: x.cumsum(1),
    cumprod: p.cumprod(1).add(x.cumprod(2)),
    cumprodBack: apply1(ops.cumprod, [k.sub(1)], { dim: 1, reverse: true }),
  }),
  views: ({ x, m, k }) => ({
    permute: x.permute([2, 0, 1]),
    reshape: x.reshape([x.size(0) * x.size(1), 4]),
    flatten: x.flatten(),
    transposed: x.transpose(0, 1).reshape([-1, 2]),
    expand: x.unsqueeze(1).expand([x.size(0), 3, x.size(1), 4]),
    narrow: x.narrow(2, 1, 2).select(1, -1),
    last: x.narrow(1, x.size(1) - 2, 2),
    diagonal: x.diagonal({ dim1: 1, dim2: 2, offset: 1 }),
    split: x.split([1, 3], 2)[1]!,
    unbind: x.unbind(2)[3]!,
    chunk: x.chunk(2, 2)[0]!,
    flip: x.flip([1, 2]),
    triangles: x.tril(-1).add(x.triu(1)),
    whole: k.tril(),
    detach: x.detach().contiguous(),
    diagEmbed: x.diagEmbed({ offset: -1 }),
    diagEmbedTruths: m.transpose(1, 2).diagEmbed({ dim1: 0, dim2: 2 }),
    truths: m.transpose(0, 2).flip(0),
  }),
  indexing: ({ x, y, k, m }) => {
    const order = arange(x.size(1), { dtype: "int32" }).flip(0);
    const table = fromData(
      new Float32Array(12).map((_, i) => i),
      [4, 3],
    );
    return {
      embedding: apply1(ops.embedding, [table, k], { paddingIdx: null }),
      indexSelect: x.indexSelect(2, tensor([3, 0], { dtype: "int32" })),
      gather: x.gather(2, k),
      scatter: x.scatter(2, k.mul(0).add(arange(4, { dtype: "int32" }).flip(0)), y),
      scatterAdd: x.scatterAdd(2, k, y),
      indexAdd: x.indexAdd(1, order, y),
      indexCopy: apply1(ops.indexCopy, [x, order, y], { dim: 1 }),
      cat: cat([x, y, k.to("float32")], 1),
      pad: x.pad([1, 2, 0, 3], { value: 7 }),
      crop: x.pad([-1, 1]),
      padTruths: m.pad([1, 1]),
    };
  },
  products: ({ x, y, p, m }) => {
    const square = x.matmul(y.transpose(1, 2));
    const allowed = m.any(2, { keepdim: true }).expand(square.shape);
    const weights = apply1(ops.softmaxWhere, [square, allowed], { fill: -Infinity });
    const attend = (more: object, ...rest: Tensor[]): readonly [Tensor, Tensor] =>
      apply(ops.scaledDotProduct, [x, y, p, ...rest], {
        ...{ scale: 0.5, causal: false, masked: false, biased: false, dropout: 0, state: null },
        ...more,
      });
    const rows = fromData(new Float32Array(4).fill(0.3), [4]);
    return {
      linear: apply1(
        ops.linear,
        [x, fromData(new Float32Array(12).fill(0.2), [3, 4]), rows.narrow(0, 0, 3)],
        {},
      ),
      matmul: x.matmul(y.transpose(1, 2)).matmul(p),
      weights,
      filled: apply1(ops.softmaxWhere, [square, allowed], { fill: -2 }),
      matmulWhere: fused.matmulWhere(weights, p, allowed),
      scoresWhere: fused.scoresWhere(x, y, allowed),
      additiveScores: fused.additiveScores(x, y, rows),
      attended: attend({})[0],
      causal: attend({ causal: true })[0],
      masked: attend({ masked: true, biased: true, causal: true }, allowed, square)[0],
      logSumExp: attend({ masked: true }, allowed)[1],
      layerNorm: apply1(ops.layerNorm, [x, rows, rows], { dims: 1, eps: 1e-5 }),
      plainNorm: apply1(ops.layerNorm, [x], { dims: 1, eps: 1e-5 }),
      rmsNorm: apply1(ops.rmsNorm, [x, rows], { dims: 1, eps: 1e-5 }),
      plainRmsNorm: apply1(ops.rmsNorm, [x], { dims: 2, eps: 0.1 }),
      turned: fused.rotary(x, y.select(0, 0)),
      turnedBack: fused.rotary(x, y.select(0, 0), { interleaved: true, inverse: true }),
    };
  },
  windows: ({ x }) => {
    const image = x.unsqueeze(1).pad([0, 0, 4, 0]);
    const weight = arange(18).sin().reshape([2, 1, 3, 3]);
    return {
      slice: x.slice(1, { start: 1, step: 2 }),
      conv2d: apply1(ops.conv2d, [image, weight], { ...pool, padding: [1, 1], groups: 1 }),
      pooled: apply1(ops.maxPoolIndex, [image], pool),
      taps: functional.unfold(image, [3, 2], { stride: [2, 1], dilation: [1, 2] }),
      average: new AvgPool2d([3, 2], { stride: [2, 1], padding: 1, countIncludePad: false }).forward(image),
    };
  },
  losses: ({ x, y, k, p }) => {
    const classes = k.select(2, 0);
    const weight = tensor([0.5, 2, 1, 3]);
    const byLength = k
      .select(2, 1)
      .select(1, 0)
      .minimum(x.size(1) - 1);
    return {
      crossEntropy: fused.crossEntropy(x, classes, { dim: 2 }),
      smoothed: fused.crossEntropy(x, classes, { dim: 2, weight, ignoreIndex: 2, labelSmoothing: 0.1 }),
      ofLength: fused.crossEntropy(x.select(2, 1), byLength, { dim: 1, labelSmoothing: 0.2 }),
      nllLoss: fused.nllLoss(p.log(), classes, { dim: 2, weight, ignoreIndex: 1 }),
      mseLoss: apply1(ops.mseLoss, [x, y], { mean: true }),
    };
  },
  sequences: ({ x, k }) => {
    const steps = x.transpose(0, 1);
    const lengths = k.select(2, 0).select(1, 0).minimum(x.size(1)).maximum(1);
    const weight = (gates: number): Tensor =>
      fromData(
        new Float32Array(gates * 4).map((_, i) => Math.cos(i) / 2),
        [gates * 2, 2],
      );
    const wide = (gates: number): Tensor => cat([steps, steps, steps], 2).narrow(2, 0, gates * 2);
    const state = x.select(1, 0).narrow(1, 0, 2);
    const bias = (gates: number): Tensor => arange(gates * 2).mul(0.1);
    const gru = fused.gruSequence(wide(3), state, weight(3), bias(3), { lengths });
    const back = fused.gruSequence(wide(3), state, weight(3), bias(3), { reverse: true, lengths });
    const lstm = fused.lstmSequence(wide(4), state, state, weight(4), bias(4), { lengths });
    return {
      gru: gru.states,
      gruLast: gru.last,
      back: back.states,
      backLast: back.last,
      lstm: lstm.states,
      lstmLast: lstm.lastState.add(lstm.lastCell),
    };
  },
  halves: ({ x, k }) => {
    const bias = tensor([1, -1, 2]);
    const rows = (format: fused.HalfFormat): Tensor =>
      fused.widenHalf(embedding(packed, k.select(2, 0)), format);
    return {
      bfloat16: fused.halfLinear(x, three, "bfloat16", bias),
      float16: fused.halfLinear(x, small, "float16"),
      rowsOfBoth: rows("bfloat16").add(fused.halfLinear(x, packed, "bfloat16")),
      whole: fused.widenHalf(small, "float16").select(0, 3).add(x),
    };
  },
};
