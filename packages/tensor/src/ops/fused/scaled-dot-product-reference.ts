import type { ArraysOf, HostArray } from "../../apply/op.ts";
import { broadcastStrides, numelOf, type Shape } from "../../memory/shape.ts";
import type { RandomState } from "../random/generator.ts";
import { threefry2x32 } from "../random/threefry.ts";
import type { AttentionInputs, ScaledDotProductAttrs } from "./scaled-dot-product-attrs.ts";

// Attention in double precision, one head and one query at a time, rounded when stored: the specification of fast
// kernels.

type Three<T> = readonly [T, T, T];

export function attentionForward(
  inputs: ArraysOf<AttentionInputs>,
  [output, logSumExp]: readonly [HostArray, HostArray],
  attrs: ScaledDotProductAttrs,
): void {
  const sizes = sizesOf(inputs);
  const { lq, dv } = sizes;
  const heads = headsOf(inputs, output.shape.slice(0, -2), attrs);
  for (let head = 0; head < heads.count; head++) {
    const { v, row } = heads.open(head);
    for (let i = 0; i < lq; i++) {
      const { keys, weights, kept, lse } = row(i);
      const out = new Float64Array(dv);
      for (const j of keys) addRow(out, 0, weights[j]! * kept[j]!, v, j * dv);
      output.data.set(out, (head * lq + i) * dv);
      logSumExp.data[head * lq + i] = lse;
    }
  }
}

export function attentionBackward(
  g: HostArray,
  gLogSumExp: HostArray,
  inputs: ArraysOf<AttentionInputs>,
  grads: Three<HostArray>,
  attrs: ScaledDotProductAttrs,
): void {
  const { lq, lk, d, dv } = sizesOf(inputs);
  const batch = g.shape.slice(0, -2);
  const heads = headsOf(inputs, batch, attrs);
  const cotangents = matrices(g, batch, lq, dv);
  const rows = matrices(
    { ...gLogSumExp, shape: [...batch, 1, lq], strides: rowStrides(gLogSumExp) },
    batch,
    1,
    lq,
  );
  for (let head = 0; head < heads.count; head++) {
    const { q, k, v, row } = heads.open(head);
    const cotangent = cotangents(head);
    const toLogSumExp = rows(head);
    const [dq, dk, dvalues] = [new Float64Array(lq * d), new Float64Array(lk * d), new Float64Array(lk * dv)];
    const toWeights = new Float64Array(lk);
    for (let i = 0; i < lq; i++) {
      const { keys, weights, kept } = row(i);
      let mean = 0;
      for (const j of keys) {
        toWeights[j] = kept[j]! * dot(cotangent, i * dv, v, j * dv, dv);
        mean += weights[j]! * toWeights[j]!;
        addRow(dvalues, j * dv, weights[j]! * kept[j]!, cotangent, i * dv, dv);
      }
      for (const j of keys) {
        const toProduct = weights[j]! * (toWeights[j]! - mean + toLogSumExp[i]!) * attrs.scale;
        addRow(dq, i * d, toProduct, k, j * d, d);
        addRow(dk, j * d, toProduct, q, i * d, d);
      }
    }
    grads[0].data.set(dq, head * lq * d);
    grads[1].data.set(dk, head * lk * d);
    grads[2].data.set(dvalues, head * lk * dv);
  }
}

interface Row {
  /** The keys that the query may attend to. The others are ignored. */
  readonly keys: readonly number[];
  /** The weights of all lk keys, before dropout. */
  readonly weights: Float64Array;
  /** The dropout factor of each weight. */
  readonly kept: Float64Array;
  readonly lse: number;
}

interface Head {
  readonly q: Float64Array;
  readonly k: Float64Array;
  readonly v: Float64Array;
  /** The weights of query i, valid until the next call. */
  row(i: number): Row;
}

interface Heads {
  readonly count: number;
  open(head: number): Head;
}

function headsOf(inputs: ArraysOf<AttentionInputs>, batch: Shape, attrs: ScaledDotProductAttrs): Heads {
  const { lq, lk, d, dv } = sizesOf(inputs);
  const [q, k, v, ...more] = inputs;
  const queries = matrices(q, batch, lq, d);
  const keys = matrices(k, batch, lk, d);
  const values = matrices(v, batch, lk, dv);
  const masks = attrs.masked ? matrices(more[0]!, batch, lq, lk) : null;
  const biases = attrs.biased ? matrices(more.at(-1)!, batch, lq, lk) : null;
  const weights = new Float64Array(lk);
  const kept = new Float64Array(lk).fill(1);
  const open = (head: number): Head => {
    const [a, b] = [queries(head), keys(head)];
    const mask = masks?.(head);
    const bias = biases?.(head);
    const row = (i: number): Row => {
      const last = attrs.causal ? Math.min(i, lk - 1) : lk - 1;
      const keys: number[] = [];
      for (let j = 0; j <= last; j++) if (mask?.[i * lk + j] !== 0) keys.push(j);
      const score = (j: number): number =>
        dot(a, i * d, b, j * d, d) * attrs.scale + (bias === undefined ? 0 : bias[i * lk + j]!);
      const lse = softmaxInto(weights, keys, score);
      if (attrs.state !== null) drop(kept, attrs.dropout, attrs.state, (head * lq + i) * lk);
      return { keys, weights, kept, lse };
    };
    return { q: a, k: b, v: values(head), row };
  };
  return { count: numelOf(batch), open };
}

// Returns ln Σ exp of the keys' scores, −∞ if there are no keys.
function softmaxInto(weights: Float64Array, keys: readonly number[], score: (j: number) => number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const j of keys) {
    weights[j] = score(j);
    largest = Math.max(largest, weights[j]!);
  }
  if (keys.length === 0) return largest;
  let total = 0;
  for (const j of keys) {
    weights[j] = Math.exp(weights[j]! - largest);
    total += weights[j]!;
  }
  for (const j of keys) weights[j] = weights[j]! / total;
  return largest + Math.log(total);
}

const words = new Uint32Array(2);

// Draws as `bernoulli` does: compares elements of the random tensor, starting at `from`, with the probability in
// float32.
function drop(kept: Float64Array, p: number, { seed, offset }: RandomState, from: number): void {
  const keep = Math.fround(1 - p);
  const factor = p === 1 ? 0 : 1 / (1 - p);
  for (let j = 0; j < kept.length; j++) {
    threefry2x32(seed[0], seed[1], from + j, offset, words);
    kept[j] = (words[0]! >>> 8) * 2 ** -24 < keep ? factor : 0;
  }
}

interface Sizes {
  readonly lq: number;
  readonly lk: number;
  readonly d: number;
  readonly dv: number;
}

function sizesOf([q, k, v]: ArraysOf<AttentionInputs>): Sizes {
  return { lq: q.shape.at(-2)!, lk: k.shape.at(-2)!, d: q.shape.at(-1)!, dv: v.shape.at(-1)! };
}

/** Each head's matrix (rows, columns) of a strided operand whose dims broadcast to (…batch, rows, columns). */
function matrices(x: HostArray, batch: Shape, rows: number, columns: number): (head: number) => Float64Array {
  const strides = broadcastStrides(x.shape, x.strides, [...batch, rows, columns]);
  const [row, column] = [strides.at(-2)!, strides.at(-1)!];
  return (head) => {
    let start = x.offset;
    for (let dim = batch.length - 1, rest = head; dim >= 0; dim--) {
      start += (rest % batch[dim]!) * strides[dim]!;
      rest = Math.floor(rest / batch[dim]!);
    }
    const out = new Float64Array(rows * columns);
    for (let i = 0, at = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++, at++) out[at] = x.data[start + i * row + j * column]!;
    }
    return out;
  };
}

// (…, lq) as (…, 1, lq).
function rowStrides({ strides }: HostArray): number[] {
  return [...strides.slice(0, -1), 0, strides.at(-1)!];
}

function dot(a: Float64Array, at: number, b: Float64Array, bt: number, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[at + i]! * b[bt + i]!;
  return sum;
}

function addRow(
  to: Float64Array,
  at: number,
  by: number,
  from: Float64Array,
  start: number,
  n: number = to.length,
): void {
  for (let i = 0; i < n; i++) to[at + i] = to[at + i]! + by * from[start + i]!;
}
