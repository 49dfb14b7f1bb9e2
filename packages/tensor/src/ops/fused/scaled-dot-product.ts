import { apply } from "../../apply/apply.ts";
import { fresh } from "../../apply/capture/words.ts";
import { fused, notDifferentiable } from "../../apply/fused.ts";
import type { ArraysOf, Meta, MetasOf, Op } from "../../apply/op.ts";
import { badArgument, checkRange } from "../../arguments.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { isFloat } from "../../memory/dtype.ts";
import { broadcastShapes, formatShape, type Shape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { defaultGenerator, type Generator } from "../random/generator.ts";
import type { AttentionInputs, ScaledDotProductAttrs } from "./scaled-dot-product-attrs.ts";
import { backwardOfOps, biasGradientOfOps } from "./scaled-dot-product-formula.ts";
import { attentionBackward, attentionForward } from "./scaled-dot-product-reference.ts";

type Outputs = readonly [output: Tensor, logSumExp: Tensor];
type Gradients = readonly [q: Tensor, k: Tensor, v: Tensor];

/**
 * softmax(scale · q kᵀ + bias) v over the allowed keys, and ln Σ exp of each row's scores. Keys excluded by the mask or
 * `causal` are ignored: they and their values have no effect, even if NaN. A query without allowed keys gives zeros and
 * −∞.
 */
export const scaledDotProductOp: Op<AttentionInputs, Outputs, ScaledDotProductAttrs> = {
  name: "scaledDotProduct",
  infer(inputs, attrs) {
    const batch = checkAttention(inputs, attrs);
    const [{ shape, dtype }, , v] = inputs;
    const rows = [...batch, shape.at(-2)!];
    return [
      { shape: [...rows, v.shape.at(-1)!], dtype },
      { shape: rows, dtype },
    ];
  },
  forward: (inputs, outputs, attrs) => attentionForward(inputs, outputs, attrs),
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
  forward: ([g, gLogSumExp, , , ...inputs], outputs, attrs) =>
    attentionBackward(g, gLogSumExp, inputs as ArraysOf<AttentionInputs>, outputs, attrs),
  gradient: () => notDifferentiable("scaledDotProductBackward"),
};

// Returns the batch dims of the scores. v, the mask and the bias may have fewer.
function checkAttention(inputs: MetasOf<AttentionInputs>, { masked, biased }: ScaledDotProductAttrs): Shape {
  const [q, k, v, ...more] = inputs;
  const shapes = (): string =>
    `q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)}`;
  if (q.shape.length < 2 || k.shape.length < 2 || v.shape.length < 2) {
    throw new ShapeError(`scaledDotProduct: ${shapes()} must each be (…, length, size).`);
  }
  const [lq, d] = q.shape.slice(-2);
  const lk = k.shape.at(-2)!;
  if (k.shape.at(-1) !== d || v.shape.at(-2) !== lk) {
    throw new ShapeError(`scaledDotProduct: ${shapes()} must be (…, lq, d), (…, lk, d) and (…, lk, dv).`);
  }
  const what = "scaledDotProduct (batch dims of q and k)";
  const batch = broadcastShapes(what, q.shape.slice(0, -2), k.shape.slice(0, -2));
  const scores = [...batch, lq!, lk];
  const [mask, bias] = masked ? more : [undefined, ...more];
  checkFits("v", v.shape.slice(0, -2), batch);
  if (mask) checkFits("mask", mask.shape, scores);
  if (bias) checkFits("bias", bias.shape, scores);
  if (more.length !== Number(masked) + Number(biased)) {
    throw new ShapeError(
      `scaledDotProduct: ${more.length} tensors beside q, k, v are not what the attributes say.`,
    );
  }
  const floats = [q, k, v, ...(bias ? [bias] : [])];
  if (!isFloat(q.dtype) || floats.some((x) => x.dtype !== q.dtype) || (mask && mask.dtype !== "bool")) {
    const dtypes = inputs.map((x) => x.dtype).join(", ");
    throw new DTypeError(`scaledDotProduct: ${dtypes}: all must be one float type, and the mask bool.`);
  }
  return batch;
}

function checkFits(name: string, shape: Shape, to: Shape): void {
  const sizes = to.slice(to.length - shape.length);
  if (shape.length <= to.length && shape.every((size, i) => size === 1 || size === sizes[i])) return;
  throw new ShapeError(
    `scaledDotProduct: ${name} ${formatShape(shape)} must broadcast to ${formatShape(to)}, and not beyond.`,
  );
}

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
 * 1, tiled as in Dao et al. 2022). The gradient recomputes the weights. Gradients of gradients, and the gradient of the
 * bias, are composed of ops.
 *
 * @param q (…, lq, d)
 * @param k (…, lk, d)
 * @param v (…, lk, dv); its batch dims must broadcast to those of q and k
 * @returns (…, lq, dv)
 * @throws ArgumentError for a scale or dropout out of range; ShapeError, DTypeError if shapes or dtypes do not match.
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
  refuseExtra("scaledDotProduct", arguments, 4);
  const { mask, bias, causal = false, dropout = 0, generator = defaultGenerator() } = options;
  const inputs: AttentionInputs = [q, k, v, ...(mask ? [mask] : []), ...(bias ? [bias] : [])];
  const { scale = 1 / Math.sqrt(q.shape.at(-1) || 1) } = options;
  if (!Number.isFinite(scale) || scale === 0)
    throw badArgument("scaledDotProduct", "scale", "a finite number other than 0", scale);
  checkRange("scaledDotProduct", "dropout", dropout, 0, 1);
  const [masked, biased] = [mask !== undefined, bias !== undefined];
  const fixed: ScaledDotProductAttrs = { scale, causal, masked, biased, dropout, state: null };
  const attrs = dropout > 0 ? fresh(() => ({ ...fixed, state: generator.next() })) : fixed;
  return apply(scaledDotProductOp, inputs, attrs)[0];
}
