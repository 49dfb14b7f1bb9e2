// Attention as an op, whose kernels are fast and whose definition is composed of ops, and the op of its gradients.

import { fresh } from "../../apply/capture/words.ts";
import {
  apply,
  broadcastShapes,
  type GradientsOf,
  gradientsOf,
  isFloat,
  type Meta,
  madeOf,
  type Op,
  pullBack,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientsBy } from "../backward-op.ts";
import { defaultGenerator, type Generator } from "../random/generator.ts";
import {
  type AttentionInputs,
  attentionOfOps,
  backwardOfOps,
  biasGradientOfOps,
  operandsOf,
  type ScaledDotProductAttrs,
} from "./attention-of-ops.ts";
import type { ScoreProgram } from "./score-program.ts";

type Outputs = readonly [output: Tensor, logSumExp: Tensor];
export type Gradients = readonly [q: Tensor, k: Tensor, v: Tensor, ...operands: Tensor[]];

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
    if (attrs.program) return programGradients([g, gLogSumExp, output, logSumExp, ...inputs], attrs);
    const all = gradientsBy(scaledDotProductBackwardOp, [g, gLogSumExp, output, logSumExp, ...inputs], attrs);
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
 * The gradients of q, k and v, with the weights recomputed from the saved ln Σ exp, and those of a program's operands that are
 * floats. They have all batch dims.
 */
export const scaledDotProductBackwardOp: BackwardOp<BackwardInputs, Gradients, ScaledDotProductAttrs> =
  /* @__PURE__ */ backwardOp(
    "scaledDotProductBackward",
    ([, , { shape, dtype }, , q, k, v, ...more], attrs) => {
      const batch = shape.slice(0, -2);
      const like = (x: Meta): Meta => ({ shape: [...batch, ...ownShape(x.shape)], dtype });
      const learned = operandsOf(more, attrs).filter((x) => isFloat(x.dtype));
      return [like(q), like(k), like(v), ...learned.map(like)];
    },
    ([g, gLogSumExp, _output, _logSumExp, ...inputs], attrs) =>
      attrs.program
        ? pulledBack(attentionOfOps, [g, gLogSumExp], inputs, attrs)
        : backwardOfOps(g, gLogSumExp, inputs, attrs),
  );

/** The last two dims of an operand's shape, which may have fewer. */
const ownShape = (shape: Shape): Shape => [1, 1, ...shape].slice(-2);

/** The gradients of the float inputs of a call with a program, under a tape by its definition. */
function programGradients(all: BackwardInputs, attrs: ScaledDotProductAttrs): GradientsOf<AttentionInputs> {
  const [g, gLogSumExp, , , ...inputs] = all;
  const floats = inputs.map((_, i) => i).filter((i) => isFloat(inputs[i]!.dtype));
  const compute = gradientsOf({
    kernel: () => apply(scaledDotProductBackwardOp, all, attrs),
    definition: (...given) => attentionOfOps(among(inputs, floats, given), attrs),
    inputs: floats.map((i) => inputs[i]!),
    cotangents: [g, gLogSumExp],
  });
  const thunks = inputs.map((_, i) => (floats.includes(i) ? () => compute()[floats.indexOf(i)]! : null));
  return thunks as readonly ((() => Tensor) | null)[] as GradientsOf<AttentionInputs>;
}

/** The inputs, with others at some of the places. */
export function among(
  inputs: AttentionInputs,
  places: readonly number[],
  given: readonly Tensor[],
): AttentionInputs {
  const all: readonly Tensor[] = inputs.map((x, i) => given[places.indexOf(i)] ?? x);
  return all as AttentionInputs;
}

/** The gradients of a call's q, k, v and operands, by differentiating its definition. They have all batch dims. */
export function pulledBack<A extends ScaledDotProductAttrs>(
  outputsOf: (inputs: AttentionInputs, attrs: A) => readonly Tensor[],
  cotangents: readonly Tensor[],
  inputs: AttentionInputs,
  attrs: A,
): Gradients {
  const floats = attrs.program ? inputs.map((_, i) => i).filter((i) => isFloat(inputs[i]!.dtype)) : [0, 1, 2];
  const batch = cotangents[0]!.shape.slice(0, -2);
  const wide = floats.map((i) => inputs[i]!.expand([...batch, ...ownShape(inputs[i]!.shape)]));
  const definition = (...given: readonly Tensor[]): readonly Tensor[] =>
    outputsOf(among(inputs, floats, given), attrs).slice(0, cotangents.length);
  const found: readonly Tensor[] = pullBack(definition, wide, cotangents);
  return found as Gradients;
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
  /** Changes the scores after the bias, and masks them. Not with a bias. */
  readonly program?: ScoreProgram | undefined;
  /** What the program reads. Those of int32 have no gradients. */
  readonly operands?: readonly Tensor[];
  /**
   * int32, broadcast to (…, ⌈lq / 16⌉, ⌈lk / 64⌉): how many of 64 keys, up to the last one that one of 16 queries may attend to
   * by the program's mask, plus 128 if all of them may attend to all of these. What is left out is not computed.
   */
  readonly layout?: Tensor | undefined;
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
  return scaledDotProductWithLogSumExp(q, k, v, options)[0];
}

/**
 * {@link scaledDotProduct}, and ln Σ exp of each query's scores, (…, lq): −∞ for a query without allowed keys.
 *
 * @example scaledDotProductWithLogSumExp(zeros([1, 4]), zeros([2, 4]), zeros([2, 4]))[1] // tensor([0.6931])
 */
export function scaledDotProductWithLogSumExp(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: FusedAttentionOptions = {},
): Outputs {
  return apply(scaledDotProductOp, ...attentionCall([q, k, v], options, {}));
}

/**
 * The inputs and attributes of a call, with `more` of the latter.
 *
 * @example attentionCall([zeros([1, 4]), zeros([2, 4]), zeros([2, 4])], {}, {})[1].scale // 0.5
 */
export function attentionCall<M extends object>(
  [q, k, v]: AttentionInputs,
  options: FusedAttentionOptions,
  more: M,
): readonly [AttentionInputs, ScaledDotProductAttrs & M] {
  const { mask, bias, causal = false, dropout = 0, generator = defaultGenerator() } = options;
  const { program, operands = [], layout } = options;
  // Kernels find the elements of a table by their number.
  const read = operands.map((x, i) => (program?.tables[i] ? x.contiguous() : x));
  const given = [mask, bias, ...read, layout].filter((x) => x !== undefined);
  const inputs: AttentionInputs = [q, k, v, ...given];
  const { scale = 1 / Math.sqrt(q.shape.at(-1) || 1) } = options;
  const [masked, biased] = [mask !== undefined, bias !== undefined];
  const plain = { scale, causal, masked, biased, dropout, state: null, ...more };
  const learned = operands.filter(({ dtype }) => isFloat(dtype)).length;
  const fixed = program ? { ...plain, program, learned, blocked: layout !== undefined } : plain;
  return [inputs, dropout > 0 ? fresh(() => ({ ...fixed, state: generator.next() })) : fixed];
}
