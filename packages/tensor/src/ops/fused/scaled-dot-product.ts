import { fresh } from "../../apply/capture/words.ts";
import { apply, broadcastShapes, fused, type Meta, madeOf, notDifferentiable, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { defaultGenerator, type Generator } from "../random/generator.ts";
import {
  type AttentionInputs,
  attentionOfOps,
  backwardOfOps,
  biasGradientOfOps,
  type ScaledDotProductAttrs,
} from "./scaled-dot-product-formula.ts";

type Outputs = readonly [output: Tensor, logSumExp: Tensor];
type Gradients = readonly [q: Tensor, k: Tensor, v: Tensor];

/**
 * softmax(scale · q kᵀ + bias) v over the allowed keys, and ln Σ exp of each row's scores. Keys excluded by the mask or
 * `causal` are ignored: they and their values have no effect, even if NaN. A query without allowed keys gives zeros and
 * −∞.
 */
export const scaledDotProductOp: Op<AttentionInputs, Outputs, ScaledDotProductAttrs> = {
  name: "scaledDotProduct",
  infer([q, k, v]) {
    const { shape, dtype } = q;
    const batch = broadcastShapes("scaledDotProduct", shape.slice(0, -2), k.shape.slice(0, -2));
    const rows = [...batch, shape.at(-2)!];
    return [
      { shape: [...rows, v.shape.at(-1)!], dtype },
      { shape: rows, dtype },
    ];
  },
  ...madeOf<AttentionInputs, ScaledDotProductAttrs>(attentionOfOps),
  gradient([g, gLogSumExp], inputs, [output, logSumExp], attrs) {
    const all = fused<Gradients>({
      kernel: () => apply(scaledDotProductBackwardOp, [g, gLogSumExp, output, logSumExp, ...inputs], attrs),
      formula: () => backwardOfOps(g, gLogSumExp, inputs, attrs),
    });
    const mask = attrs.masked ? [null] : [];
    const bias = attrs.biased ? [() => biasGradientOfOps(g, gLogSumExp, inputs, attrs)] : [];
    return [() => all()[0], () => all()[1], () => all()[2], ...mask, ...bias];
  },
};

type BackwardInputs = readonly [
  g: Tensor,
  gLogSumExp: Tensor,
  output: Tensor,
  logSumExp: Tensor,
  ...inputs: AttentionInputs,
];

/**
 * The gradients of q, k and v, with the weights recomputed from the saved ln Σ exp. They have all batch dims.
 */
export const scaledDotProductBackwardOp: Op<BackwardInputs, Gradients, ScaledDotProductAttrs> = {
  name: "scaledDotProductBackward",
  infer([, , { shape, dtype }, , q, k, v]) {
    const batch = shape.slice(0, -2);
    const like = (x: Meta): Meta => ({ shape: [...batch, ...x.shape.slice(-2)], dtype });
    return [like(q), like(k), like(v)];
  },
  ...madeOf<BackwardInputs, ScaledDotProductAttrs>(([g, gLogSumExp, _output, _logSumExp, ...inputs], attrs) =>
    backwardOfOps(g, gLogSumExp, inputs, attrs),
  ),
  gradient: () => notDifferentiable("scaledDotProductBackward"),
};

/** Options of fused scaled dot-product attention. */
export interface FusedAttentionOptions {
  /** bool, broadcast to (…, lq, lk): true where a query may attend. */
  readonly mask?: Tensor | undefined;
  /** Added to the scores, broadcast to (…, lq, lk). −∞ counts as a score, not as a mask. */
  readonly bias?: Tensor | undefined;
  /** Query i attends to keys 0 to i only. Default false. */
  readonly causal?: boolean;
  /** The factor of the products, other than 0. Default 1/√d. */
  readonly scale?: number;
  /** The probability of dropping a weight. Default 0. */
  readonly dropout?: number;
  /** The generator for dropout, which draws like `bernoulli` over all weights. Default: the default generator. */
  readonly generator?: Generator;
}

/**
 * Scaled dot-product attention in one op that does not materialize the (lq, lk) matrix (Vaswani et al. 2017, equation
 * 1, in tiles as in FlashAttention, Dao et al. 2022). The gradient recomputes the weights. Gradients of gradients, and the
 * gradient of the bias, are composed of ops.
 *
 * @param q (…, lq, d)
 * @param k (…, lk, d), of q's dtype
 * @param v (…, lk, dv), of q's dtype; its batch dims must broadcast to those of q and k
 * @returns (…, lq, dv)
 * @example
 * const [q, k, v] = [tensor([[1, 0]]), tensor([[1, 0], [0, 1]]), tensor([[10], [20]])];
 * scaledDotProduct(q, k, v) // tensor([[13.3024]])
 */
export function scaledDotProduct(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: FusedAttentionOptions = {},
): Tensor {
  const { mask, bias, causal = false, dropout = 0, generator = defaultGenerator() } = options;
  const inputs: AttentionInputs = [q, k, v, ...(mask ? [mask] : []), ...(bias ? [bias] : [])];
  const { scale = 1 / Math.sqrt(q.shape.at(-1) || 1) } = options;
  const [masked, biased] = [mask !== undefined, bias !== undefined];
  const fixed: ScaledDotProductAttrs = { scale, causal, masked, biased, dropout, state: null };
  const attrs = dropout > 0 ? fresh(() => ({ ...fixed, state: generator.next() })) : fixed;
  return apply(scaledDotProductOp, inputs, attrs)[0];
}
