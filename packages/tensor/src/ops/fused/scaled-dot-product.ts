// Attention as an op, and it and its gradients composed of ops, with the weights as a matrix: the specification of fast
// kernels, and what gradients of gradients run.

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
import { arange } from "../../ranges.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientsBy } from "../backward-op.ts";
import { where } from "../elementwise/comparison.ts";
import { defaultGenerator, type Generator, type RandomState } from "../random/generator.ts";
import { uniformOp } from "../random/random.ts";
import { softmax } from "../reduce/softmax.ts";
import { matmulWhere, scoresWhere, softmaxWhere } from "./matmul-where.ts";
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

/** A program's operands. */
function operandsOf<T>(more: readonly T[], { masked, biased, program }: ScaledDotProductAttrs): readonly T[] {
  return more.slice(Number(masked) + Number(biased)).slice(0, program?.tables.length ?? 0);
}

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
  return apply(scaledDotProductOp, ...attentionCall([q, k, v], options, {}))[0];
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

/** The inputs after q, k and v are the mask and the bias, each if its flag is set, a program's operands, and the layout. */
export interface ScaledDotProductAttrs {
  /** The factor of the products. */
  readonly scale: number;
  /** Query i attends to keys 0 to i only. */
  readonly causal: boolean;
  /** Whether a mask is among the inputs. */
  readonly masked: boolean;
  /** Whether a bias is among the inputs. */
  readonly biased: boolean;
  /** The probability of dropping a weight. */
  readonly dropout: number;
  /** The state of the random tensor, in the weights' shape, that selects the dropped weights; null without dropout. */
  readonly state: RandomState | null;
  /** What changes and masks the scores, if anything does. */
  readonly program?: ScoreProgram | undefined;
  /** How many of a program's operands have gradients. */
  readonly learned?: number;
  /** Whether a layout is among the inputs, which says what the program's mask leaves out. */
  readonly blocked?: boolean;
}

/** q (…, lq, d), k (…, lk, d), v (…, lk, dv); mask (bool) and bias broadcast to (…, lq, lk). */
export type AttentionInputs = readonly [q: Tensor, k: Tensor, v: Tensor, ...maskAndBias: Tensor[]];

export interface Weights {
  /** The scores, (…, lq, lk). */
  readonly logits: Tensor;
  /** The keys allowed for each query; null for all. */
  readonly allowed: Tensor | null;
  /** (…, lq, lk), before dropout. */
  readonly weights: Tensor;
  /** The dropout factor of each weight, 0 or 1 / (1 − p); null without dropout. */
  readonly kept: Tensor | null;
  /** The cotangent of the scores, from those of the output and of ln Σ exp. */
  readonly scores: (g: Tensor, gLogSumExp: Tensor) => Tensor;
}

/** The scores and weights of a call. */
export function weightsOf(inputs: AttentionInputs, attrs: ScaledDotProductAttrs): Weights {
  const [q, k, v] = inputs;
  const bias = attrs.biased ? inputs[attrs.masked ? 4 : 3]! : null;
  const own = ownScores(inputs, attrs);
  const among = both(allowedKeys(inputs, attrs), own.mask);
  const products = productsAmong(q.mul(attrs.scale), k, among);
  const logits = own.change(bias ? products.add(bias) : products);
  const allowed = attrs.program ? both(among, logits.ne(Number.NEGATIVE_INFINITY)) : among;
  const weights = allowed ? softmaxWhere(logits, allowed, Number.NEGATIVE_INFINITY) : softmax(logits, -1);
  const kept = keptWeights(q, weights.shape, attrs);
  return {
    logits,
    allowed,
    weights,
    kept,
    scores(g, gLogSumExp) {
      const product = productsAmong(g, v, allowed);
      const toWeights = kept ? product.mul(kept) : product;
      const mean = weights.mul(toWeights).sum(-1, { keepdim: true });
      const slope = weights.mul(toWeights.sub(mean).add(gLogSumExp.unsqueeze(-1)));
      // The mean may be NaN.
      return allowed ? where(allowed, slope, 0) : slope;
    },
  };
}

// #region output
/** The output, (…, lq, dv), and ln Σ exp of the allowed scores, (…, lq). */
function attentionOfOps(
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): readonly [output: Tensor, logSumExp: Tensor] {
  const all = weightsOf(inputs, attrs);
  const { logits, allowed } = all;
  return [
    outputOf(all, inputs[2]),
    (allowed ? where(allowed, logits, Number.NEGATIVE_INFINITY) : logits).logsumexp(-1),
  ];
}

/** The weighted sums of the values, after dropout. */
export function outputOf({ weights, kept, allowed }: Weights, v: Tensor): Tensor {
  return sumAmong(kept ? weights.mul(kept) : weights, v, allowed);
}
// #endregion output

/** The gradients of q, k and v, from the cotangents of the output and of ln Σ exp. */
function backwardOfOps(
  g: Tensor,
  gLogSumExp: Tensor,
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): readonly [q: Tensor, k: Tensor, v: Tensor] {
  const { allowed, weights, kept, scores } = weightsOf(inputs, attrs);
  const [q, k] = inputs;
  const products = scores(g, gLogSumExp).mul(attrs.scale);
  const dropped = kept ? weights.mul(kept) : weights;
  const turned = allowed?.transpose(-2, -1) ?? null;
  return [
    sumAmong(products, k, allowed),
    sumAmong(products.transpose(-2, -1), q, turned),
    sumAmong(dropped.transpose(-2, -1), g, turned),
  ];
}

/** A program's mask, and its change of scores. */
function ownScores(
  [q, k, , ...more]: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): { readonly mask: Tensor | null; readonly change: (scores: Tensor) => Tensor } {
  const { program } = attrs;
  if (!program) return { mask: null, change: (scores) => scores };
  const operands = operandsOf(more, attrs);
  const batch = broadcastShapes("scaledDotProduct", q.shape.slice(0, -2), k.shape.slice(0, -2));
  const { dtype, backend } = q;
  const pairs = { shape: [...batch, q.size(-2), k.size(-2)], dtype, backend };
  return {
    mask: program.mask === null ? null : program.resultOf(program.mask, pairs, operands),
    change: (scores) => program.resultOf(program.score, pairs, operands, scores).expand(scores.shape),
  };
}

const both = (a: Tensor | null, b: Tensor | null): Tensor | null => (a && b ? a.logicalAnd(b) : (a ?? b));

/** The gradient of the bias, (…, lq, lk). */
function biasGradientOfOps(
  g: Tensor,
  gLogSumExp: Tensor,
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): Tensor {
  return weightsOf(inputs, attrs).scores(g, gLogSumExp);
}

function productsAmong(a: Tensor, b: Tensor, allowed: Tensor | null): Tensor {
  return allowed ? scoresWhere(a, b, allowed) : a.matmul(b.transpose(-2, -1));
}

function sumAmong(a: Tensor, b: Tensor, allowed: Tensor | null): Tensor {
  return allowed ? matmulWhere(a, b, allowed) : a.matmul(b);
}

function allowedKeys(
  [q, k, , ...more]: AttentionInputs,
  { masked, causal }: ScaledDotProductAttrs,
): Tensor | null {
  const mask = masked ? more[0]! : null;
  if (!causal) return mask;
  const positions = (n: number): Tensor => arange(0, n, 1, { dtype: "int32", backend: q.backend });
  const past = positions(q.size(-2))
    .unsqueeze(1)
    .ge(positions(k.size(-2)));
  return both(mask, past);
}

function keptWeights(q: Tensor, shape: Shape, attrs: ScaledDotProductAttrs): Tensor | null {
  const { dropout, state } = attrs;
  if (state === null) return null;
  // In a replay, the attributes hold the random state of the current call.
  const ofCall = fresh(() => ({ shape, dtype: "float32" as const, state: attrs.state ?? state }));
  const [drawn] = apply(uniformOp, [], ofCall);
  const kept = drawn.to(q.backend).lt(1 - dropout);
  return where(kept, dropout === 1 ? 0 : 1 / (1 - dropout), 0).to(q.dtype);
}
