import { apply, apply1 } from "../../apply/apply.ts";
import { fused, notDifferentiable } from "../../apply/fused.ts";
import type { HostArray, Meta, Op } from "../../apply/op.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { isFloat, type TypedArray, typedArray } from "../../memory/dtype.ts";
import { broadcastShapes, formatShape, numelOf } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { noAttrs } from "../elementwise/map.ts";
import { where } from "../elementwise/select.ts";
import { expandBatch, matmul } from "../linear/matmul.ts";

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

/** q (…, lq, h), k (…, lk, h), v (h) → (…, lq, lk), batch dims equal. */
export const additiveScoresOp: Op<Inputs, readonly [Tensor], object> = {
  name: "additiveScores",
  infer: ([q, k]) => [{ shape: [...q.shape.slice(0, -1), k.shape.at(-2)!], dtype: q.dtype }],
  forward: ([q, k, v], [out]) => scoresForward(q, k, v, out),
  gradient([g], [q, k, v]) {
    const all = fused<Inputs>({
      kernel: () => apply(additiveScoresBackwardOp, [g, q, k, v], noAttrs),
      formula: () => backwardOfOps(g, q, k, v),
    });
    return [() => all()[0], () => all()[1], () => all()[2]];
  },
};

/**
 * The gradients of {@link additiveScoresOp} for a cotangent g (…, lq, lk). A pair whose cotangent is 0 contributes
 * nothing, even if its tanh is NaN, so masked keys have no effect.
 */
export const additiveScoresBackwardOp: Op<readonly [g: Tensor, ...Inputs], Inputs, object> = {
  name: "additiveScoresBackward",
  infer: ([, q, k, v]) => [meta(q), meta(k), meta(v)],
  forward: ([g, q, k, v], outs) => scoresBackward(g, q, k, v, outs),
  gradient: () => notDifferentiable("additiveScoresBackward"),
};

function meta({ shape, dtype }: Meta): Meta {
  return { shape, dtype };
}

/** tanh(q + k) of one query and one key, rounded like separate add and tanh ops. */
function hidden(q: TypedArray, qAt: number, k: TypedArray, kAt: number, row: TypedArray): void {
  for (let j = 0; j < row.length; j++) {
    row[j] = q[qAt + j]! + k[kAt + j]!;
    row[j] = Math.tanh(row[j]!);
  }
}

function scoresForward(q: HostArray, k: HostArray, v: HostArray, out: HostArray): void {
  const [lq, lk] = [q.shape.at(-2)!, k.shape.at(-2)!];
  const row = typedArray(out.dtype, v.shape[0]!);
  const h = row.length;
  const [queries, keys, weight] = [inOrder(q), inOrder(k), inOrder(v)];
  for (let i = 0; i < out.data.length; i++) {
    const query = Math.floor(i / lk);
    const key = Math.floor(query / lq) * lk + (i % lk);
    hidden(queries.data, queries.offset + query * h, keys.data, keys.offset + key * h, row);
    let score = 0;
    for (let j = 0; j < h; j++) score += row[j]! * weight.data[weight.offset + j]!;
    out.data[i] = score;
  }
}

function scoresBackward(
  g: HostArray,
  q: HostArray,
  k: HostArray,
  v: HostArray,
  outs: readonly HostArray[],
): void {
  const [lq, lk] = [q.shape.at(-2)!, k.shape.at(-2)!];
  const row = typedArray(q.dtype, v.shape[0]!);
  const h = row.length;
  const slope = typedArray(q.dtype, h);
  const [grads, queries, keys, weight] = [inOrder(g), inOrder(q), inOrder(k), inOrder(v)];
  const [dq, dk, dv] = outs.map(({ data }) => new Float64Array(data.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < numelOf(g.shape); i++) {
    const query = Math.floor(i / lk);
    const key = Math.floor(query / lq) * lk + (i % lk);
    hidden(queries.data, queries.offset + query * h, keys.data, keys.offset + key * h, row);
    const d = grads.data[grads.offset + i]!;
    if (d === 0) continue;
    for (let j = 0; j < h; j++) {
      dv[j] = dv[j]! + d * row[j]!;
      row[j] = row[j]! * row[j]!;
      row[j] = 1 - row[j]!;
      slope[j] = d * weight.data[weight.offset + j]!;
      slope[j] = slope[j]! * row[j]!;
      dq[query * h + j] = dq[query * h + j]! + slope[j]!;
      dk[key * h + j] = dk[key * h + j]! + slope[j]!;
    }
  }
  [dq, dk, dv].forEach((total, i) => {
    outs[i]!.data.set(total);
  });
}

function backwardOfOps(g: Tensor, q: Tensor, k: Tensor, v: Tensor): Inputs {
  const s = q.unsqueeze(-2).add(k.unsqueeze(-3)); // (…, lq, lk, h)
  const y = where(g.unsqueeze(-1).ne(0).logicalOr(s.isfinite()), s, 0).tanh();
  const d = g.unsqueeze(-1).mul(v).mul(y.square().rsub(1));
  const dv = matmul(g.reshape([1, g.numel]), y.reshape([g.numel, v.numel])).reshape(v.shape);
  return [d.sum(-2), d.sum(-3), dv];
}

/**
 * The scores of additive attention, vᵀ tanh(qᵢ + kⱼ) (Bahdanau, Cho & Bengio 2015, appendix A.1.2), without
 * materializing a tensor of (…, lq, lk, h). Batch dims broadcast.
 *
 * @param q projected queries, (…, lq, h)
 * @param k projected keys, (…, lk, h)
 * @param v (h)
 * @returns (…, lq, lk)
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example additiveScores(ones([1, 2, 4]), ones([1, 3, 4]), ones([4])).shape // [1, 2, 3]
 */
export function additiveScores(q: Tensor, k: Tensor, v: Tensor): Tensor {
  refuseExtra("additiveScores", arguments, 3);
  const h = v.shape[0];
  if (q.ndim < 2 || k.ndim < 2 || v.ndim !== 1 || q.size(-1) !== h || k.size(-1) !== h) {
    throw new ShapeError(
      `additiveScores: q ${formatShape(q.shape)}, k ${formatShape(k.shape)} and v ${formatShape(v.shape)} must be ` +
        "(…, lq, h), (…, lk, h) and (h).",
    );
  }
  if (!isFloat(q.dtype) || k.dtype !== q.dtype || v.dtype !== q.dtype) {
    throw new DTypeError(`additiveScores: ${q.dtype}, ${k.dtype} and ${v.dtype} must be one float type.`);
  }
  const batch = broadcastShapes("additiveScores (batch dims)", q.shape.slice(0, -2), k.shape.slice(0, -2));
  return apply1(additiveScoresOp, [expandBatch(q, batch), expandBatch(k, batch), v], noAttrs);
}
