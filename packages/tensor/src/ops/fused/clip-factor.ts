import { apply1, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { gt, where } from "../elementwise/comparison.ts";

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
