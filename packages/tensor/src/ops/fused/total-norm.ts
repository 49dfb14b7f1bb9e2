import { apply1, type HostArray, inOrder, type Op, promote } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { div } from "../elementwise/arithmetic.ts";
import { eq, gt, where } from "../elementwise/comparison.ts";

/** The attributes of the norm of many tensors. */
export interface TotalNormAttrs {
  /** p of the p-norm, at least 1; Infinity for the largest magnitude. */
  readonly normType: number;
}

/** The p-norm of many tensors as if they were one vector. */
export const totalNormOp: Op<readonly Tensor[], readonly [Tensor], TotalNormAttrs> = {
  name: "totalNorm",
  infer: (xs) => [{ shape: [], dtype: xs.map(({ dtype }) => dtype).reduce(promote) }],
  forward(xs, [out], { normType: p }) {
    if (p === Number.POSITIVE_INFINITY) out.data[0] = largest(xs);
    else if (p === 2) out.data[0] = Math.sqrt(powerSum(xs, p));
    else out.data[0] = powerSum(xs, p) ** (1 / p);
  },
  // d‖x‖/dx = sign(x) |x|^(p−1) / ‖x‖^(p−1), and 0 where the norm is 0. Equal largest magnitudes share the gradient.
  gradient: ([g], xs, [norm], { normType: p }) =>
    xs.map((x) => () => {
      if (p === Number.POSITIVE_INFINITY) {
        const ties = xs.map((y) => eq(y.abs(), norm).to(norm.dtype).sum());
        const count = ties.reduce((a, b) => a.add(b));
        return where(eq(x.abs(), norm), x.sign().mul(g.div(count)), 0);
      }
      const scale = where(eq(norm, 0), 0, div(g, p === 2 ? norm : norm.powScalar(p - 1)));
      return (p === 2 ? x : x.sign().mul(x.abs().powScalar(p - 1))).mul(scale);
    }),
};

function powerSum(xs: readonly HostArray[], p: number): number {
  const term = p === 2 ? (x: number) => x * x : (x: number) => Math.abs(x) ** p;
  let total = 0;
  forEachElement(xs, (x) => {
    total += term(x);
  });
  return total;
}

function largest(xs: readonly HostArray[]): number {
  let found = 0;
  forEachElement(xs, (x) => {
    found = Math.max(found, Math.abs(x));
  });
  return found;
}

function forEachElement(xs: readonly HostArray[], visit: (x: number) => void): void {
  for (const x of xs) {
    const { data, offset } = inOrder(x);
    const n = x.shape.reduce((size, dim) => size * dim, 1);
    for (let i = 0; i < n; i++) visit(data[offset + i]!);
  }
}

/**
 * The p-norm of all elements of one or more tensors, a scalar. Accumulates in double precision.
 *
 * @example totalNorm([tensor([3]), tensor([4])]) // tensor(5)
 */
export function totalNorm(xs: readonly Tensor[], normType: number = 2): Tensor {
  return apply1(totalNormOp, xs, { normType });
}

/** The attributes of the op that computes the factor of gradient clipping. */
export interface ClipFactorAttrs {
  /** The maximum norm. */
  readonly maxNorm: number;
  /** Added to the norm. With 0, the factor is 1 up to maxNorm and exactly maxNorm / norm above it. */
  readonly eps: number;
}

/** The factor of gradient clipping: min(1, maxNorm / (norm + eps)). */
export const clipFactorOp: Op<readonly [norm: Tensor], readonly [Tensor], ClipFactorAttrs> = {
  name: "clipFactor",
  infer: ([{ shape, dtype }]) => [{ shape, dtype }],
  forward([norm], [out], { maxNorm, eps }) {
    // Each step is rounded to the norm's type.
    const round = norm.dtype === "float32" ? Math.fround : (x: number) => x;
    const size = norm.data[norm.offset]!;
    const most = round(maxNorm);
    if (eps === 0) out.data[0] = size > most ? most / size : 1;
    else out.data[0] = Math.min(1, round(most / round(size + round(eps))));
  },
  gradient: ([g], [norm], [factor], { maxNorm, eps }) => [
    () => {
      const size = norm.add(eps);
      return where(gt(size, maxNorm), g.mul(factor).div(size).neg(), 0);
    },
  ],
};

/**
 * The factor by which gradients are multiplied to clip their total norm, a scalar, to about `maxNorm`.
 *
 * @example clipFactor(tensor(5), { maxNorm: 1, eps: 1e-6 }) // tensor(0.2000)
 */
export function clipFactor(norm: Tensor, attrs: ClipFactorAttrs): Tensor {
  return apply1(clipFactorOp, [norm], attrs);
}
