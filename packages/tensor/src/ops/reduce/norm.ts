import { number, type OptionsOf, options, unchecked } from "@saccade/contract";
import { apply1, checkTensor, convertFirst, dimsOf, type HostArray, inOrder, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { eq, isnan, where } from "../elementwise/comparison.ts";
import {
  type Dims,
  forEachRun,
  type ReduceAttrs,
  reducedFloats,
  reduceRules,
  requireElements,
  unreduce,
} from "./dims.ts";

interface NormAttrs extends ReduceAttrs {
  readonly p: number;
}

export const normOp: Op<readonly [Tensor], readonly [Tensor], NormAttrs> = {
  name: "norm",
  batch: true,
  infer: ([x], attrs) => {
    const meta = reducedFloats("norm", x, attrs);
    if (attrs.p < 0 || attrs.p === Number.POSITIVE_INFINITY) requireElements("norm", x, attrs);
    return [meta];
  },
  forward: ([x], [out], attrs) => normForward(x, out, attrs),
  gradient: ([g], [x], [y], attrs) => [attrs.p === 0 ? null : () => normGradient(g, x, y, attrs)],
};

/** A norm as a fold: a function of each |x|, a way to combine two, a start value, and a function of the total. */
interface Fold {
  readonly start: number;
  readonly term: (size: number) => number;
  readonly join: (a: number, b: number) => number;
  readonly finish: (total: number) => number;
}

function foldOf(p: number): Fold {
  const same = (value: number): number => value;
  const plus = (a: number, b: number): number => a + b;
  switch (p) {
    case Number.POSITIVE_INFINITY:
      return { start: 0, term: same, join: Math.max, finish: same };
    case Number.NEGATIVE_INFINITY:
      return { start: Number.POSITIVE_INFINITY, term: same, join: Math.min, finish: same };
    case 0:
      return { start: 0, term: (size) => Number(size !== 0), join: plus, finish: same };
    case 1:
      return { start: 0, term: same, join: plus, finish: same };
    case 2:
      return { start: 0, term: (size) => size * size, join: plus, finish: Math.sqrt };
    default:
      return { start: 0, term: (size) => size ** p, join: plus, finish: (total) => total ** (1 / p) };
  }
}

function normForward(x: HostArray, out: HostArray, { dims, p }: NormAttrs): void {
  const { data, offset } = inOrder(x);
  const { start: initial, term, join, finish } = foldOf(p);
  const totals = new Float64Array(out.data.length).fill(initial);
  forEachRun(x.shape, dims, (o, start, step, length) => {
    let total = totals[o]!;
    for (let j = 0, at = offset + start; j < length; j++, at += step) {
      total = join(total, term(Math.abs(data[at]!)));
    }
    totals[o] = total;
  });
  out.data.set(totals.map(finish));
}

function normGradient(grad: Tensor, x: Tensor, norm: Tensor, attrs: NormAttrs): Tensor {
  // The same formulas as in PyTorch, so that edge cases (NaN, ∞, a norm of 0) match for every p.
  const g = unreduce(grad, x.shape, attrs);
  const y = unreduce(norm, x.shape, attrs);
  const { p, dims } = attrs;
  if (p === 1) return g.mul(x.sign());
  if (!Number.isFinite(p)) {
    const ties = eq(x.abs(), y)
      .logicalOr(isnan(x).logicalAnd(isnan(y)))
      .to(x.dtype);
    return g
      .div(ties.sum(dims, { keepdim: true }))
      .mul(x.sign())
      .mul(ties);
  }
  if (p === 2) return g.mul(where(eq(y, 0), 0, x.div(y)));
  if (p < 1) {
    const scaled = x.sign().mul(where(eq(x, 0), 0, x.abs().pow(p - 1)));
    return scaled.mul(g).mul(y.pow(1 - p));
  }
  const scaled = p < 2 ? x.sign().mul(x.abs().pow(p - 1)) : x.mul(x.abs().pow(p - 2));
  // 0 where the norm is 0, or its power underflows to 0.
  const power = y.pow(p - 1);
  return scaled.mul(where(eq(power, 0), 0, g.div(power)));
}

const normOptions = options(
  "x.norm({ p: 2, dim: 1 })",
  {
    /** The order of the norm. Default 2. Infinity gives the largest |x|, 0 the number of nonzero elements. */
    p: number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
    /** The dims to reduce. Default: all. */
    dim: unchecked<Dims>("a whole number or an array of them"),
    ...reduceRules,
  },
  {
    renamed: { ord: "write p", axis: "write dim", dtype: convertFirst("norm") },
  },
);

/** Options of {@link norm}. */
export interface NormOptions extends OptionsOf<typeof normOptions, typeof reduceRules> {}

/**
 * The p-norm (Σ |x|ᵖ)^(1/p) over dims (all dims by default; p = 2). The gradient at a zero vector is 0; for p =
 * Infinity, elements of equal magnitude share it.
 *
 * @throws DTypeError for int32 and bool.
 * @throws ShapeError for p < 0 or Infinity where a reduced dim has size 0.
 * @example tensor([3, 4]).norm() // tensor(5)
 */
export function norm(x: Tensor, given?: NormOptions): Tensor {
  checkTensor(normOptions.what, "x", x);
  const { p, dim, keepdim } = normOptions(given);
  const all = Array.isArray(dim) && dim.length === 0;
  const dims = dimsOf("norm", all ? undefined : dim, x.ndim, `as in ${normOptions.example}`);
  return apply1(normOp, [x], { p, dims, keepdim });
}
