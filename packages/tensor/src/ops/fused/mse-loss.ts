import { apply1, fused, madeOf, notDifferentiable, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/** The attributes of the mean squared error op. */
export interface MseLossAttrs {
  /** Whether to divide the sum of squares by the number of elements. */
  readonly mean: boolean;
}

/** Σ (input − target)², or the mean of the squares: two tensors of the same shape → a scalar. */
export const mseLossOp: Op<readonly [input: Tensor, target: Tensor], readonly [Tensor], MseLossAttrs> = {
  name: "mseLoss",
  infer: ([{ dtype }]) => [{ shape: [], dtype }],
  ...madeOf<readonly [Tensor, Tensor], MseLossAttrs>(([a, b], { mean }) => {
    const squares = a.sub(b).square();
    return [mean ? squares.mean() : squares.sum()];
  }),
  gradient: ([g], [input, target], _outputs, attrs) => [
    slope(g, input, target, attrs),
    slope(g, target, input, attrs),
  ],
};

/** 2 (a − b) g, divided by the number of elements for a mean: the gradient of a. */
export const mseLossBackwardOp: Op<
  readonly [g: Tensor, a: Tensor, b: Tensor],
  readonly [Tensor],
  MseLossAttrs
> = {
  name: "mseLossBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  ...madeOf<readonly [Tensor, Tensor, Tensor], MseLossAttrs>(([g, a, b], attrs) => [
    slopeOfOps(g, a, b, attrs),
  ]),
  gradient: () => notDifferentiable("mseLossBackward"),
};

function slope(g: Tensor, a: Tensor, b: Tensor, attrs: MseLossAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(mseLossBackwardOp, [g, a, b], attrs),
    formula: () => slopeOfOps(g, a, b, attrs),
  });
}

function slopeOfOps(g: Tensor, a: Tensor, b: Tensor, { mean }: MseLossAttrs): Tensor {
  return a.sub(b).mul(g.mul(mean ? 2 / a.numel : 2));
}

/**
 * The sum, or the mean, of (input − target)², a scalar.
 *
 * @param target of the input's shape and float dtype
 * @example mseLoss(tensor([1, 2]), tensor([1, 4]), { mean: true }) // tensor(2)
 */
export function mseLoss(input: Tensor, target: Tensor, attrs: MseLossAttrs): Tensor {
  return apply1(mseLossOp, [input, target], attrs);
}
