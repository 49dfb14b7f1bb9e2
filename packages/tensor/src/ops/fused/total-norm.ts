import { apply1, type HostArray, inOrder, type Op, promote } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { div } from "../elementwise/arithmetic.ts";
import { eq, where } from "../elementwise/comparison.ts";

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
