import { DTypeError, IndexError, ShapeError } from "@saccade/contract";
import { hardCrossEntropy, logLoss } from "../../definitions/cross-entropy.ts";
import {
  apply1,
  type BackwardInputs,
  definedOps,
  formatShape,
  type Meta,
  type MetasOf,
  madeOf,
  normalizeDim,
  type Op,
  refuseElements,
  sameShape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientBy } from "../backward-op.ts";
import { where } from "../elementwise/comparison.ts";
import { requireFloat } from "../reduce/dims.ts";

/** The attributes shared by all losses over classes. */
export interface ClassLossAttrs {
  /** The dim of x that holds the classes. */
  readonly dim: number;
  /** The target value that is ignored: its loss and gradient are 0. */
  readonly ignoreIndex: number;
}

/** The attributes of the fused cross-entropy. */
export interface CrossEntropyAttrs extends ClassLossAttrs {
  /** The share of the target's probability that is spread evenly over all classes, 0 to 1. */
  readonly labelSmoothing: number;
}

/** Options of `nllLoss` and `crossEntropy`. */
export interface ClassLossOptions {
  /** The dim of x that holds the classes. Default -1. */
  readonly dim?: number;
  /** The target value that is ignored: its loss and gradient are 0. Default -100. */
  readonly ignoreIndex?: number;
  /** One weight per class: (C). */
  readonly weight?: Tensor | null;
}

/** Options of the fused cross-entropy. */
export interface SoftmaxCrossEntropyOptions extends ClassLossOptions {
  /** The share of the target's probability that is spread evenly over all classes, 0 to 1. Default 0. */
  readonly labelSmoothing?: number;
}

/** x (…, C, …), the targets (…, …) int32, and optionally one weight per class (C). */
type Inputs = readonly [x: Tensor, target: Tensor, ...weight: Tensor[]];
type Loss<A extends ClassLossAttrs> = Op<Inputs, readonly [Tensor], A>;
type LossBackward<A extends ClassLossAttrs> = Op<BackwardInputs<Inputs>, readonly Tensor[], A>;

const infer = ([x]: MetasOf<Inputs>, { dim }: ClassLossAttrs) => ({
  shape: x.shape.filter((_, d) => d !== dim),
  dtype: x.dtype,
});
const cross = definedOps<Inputs, CrossEntropyAttrs>({
  name: "crossEntropy",
  infer,
  definition: ([x, target, weight], attrs) => hardCrossEntropy(x, target, { weight, ...attrs }, attrs.dim),
  backward: 1,
  // g (softmax(x) − 1 at the target) where a target counts.
  slope(g, [x, target, ...weight], { dim, ignoreIndex, labelSmoothing }) {
    if (weight.length > 0 || labelSmoothing > 0) return null;
    const counts = target.ne(ignoreIndex).unsqueeze(dim);
    const own = where(counts, g.unsqueeze(dim), 0);
    const at = where(counts, target.unsqueeze(dim), 0);
    return where(counts, x, 0).softmax(dim).mul(own).scatterAdd(dim, at, own.neg());
  },
});
const nll = definedOps<Inputs, ClassLossAttrs>({
  name: "nllLoss",
  infer,
  definition: ([x, target, weight], attrs) => logLoss(x, target, { weight, ...attrs }, attrs.dim),
  backward: 1,
});

/**
 * The cross-entropy between softmax(x) along a dim and target classes, one element per target: −Σ_c q_c w_c ln p_c. q
 * is 1 at the target and 0 elsewhere; with label smoothing s, it is 1 − s at the target, plus s / C everywhere.
 */
export const crossEntropyOp: Loss<CrossEntropyAttrs> = cross.op;
export const crossEntropyBackwardOp: LossBackward<CrossEntropyAttrs> = cross.backwardOp;
/** −x[target] for log-probabilities x along a dim, times the target's weight. */
export const nllLossOp: Loss<ClassLossAttrs> = nll.op;
export const nllLossBackwardOp: LossBackward<ClassLossAttrs> = nll.backwardOp;

/**
 * The cross-entropy between softmax(logits) and target classes: logits (…, C, …) with the classes in dim `dim`, target
 * (…, …) int32 → losses in the target's shape.
 *
 * @throws ShapeError, DTypeError if shapes or dtypes do not match; IndexError for a target that is not a class, if the
 * host can read it.
 * @example crossEntropy(tensor([[1, 2]]), tensor([1], { dtype: "int32" })) // tensor([0.3133])
 */
export function crossEntropy(
  logits: Tensor,
  target: Tensor,
  options: SoftmaxCrossEntropyOptions = {},
): Tensor {
  const attrs = lossAttrs("crossEntropy", logits, target, options);
  const { labelSmoothing = 0 } = options;
  return apply1(crossEntropyOp, inputsOf(logits, target, options), { labelSmoothing, ...attrs });
}

/**
 * −logProbs[target] for log-probabilities (…, C, …) with the classes in dim `dim`, target (…, …) int32 → losses in the
 * target's shape.
 *
 * @throws the errors of {@link crossEntropy}.
 * @example nllLoss(tensor([[1, 2]]).logSoftmax(1), tensor([1], { dtype: "int32" }), { dim: 1 }) // tensor([0.3133])
 */
export function nllLoss(logProbs: Tensor, target: Tensor, options: ClassLossOptions = {}): Tensor {
  const attrs = lossAttrs("nllLoss", logProbs, target, options);
  return apply1(nllLossOp, inputsOf(logProbs, target, options), attrs);
}

function inputsOf(x: Tensor, target: Tensor, { weight }: ClassLossOptions): Inputs {
  return weight ? [x, target, weight] : [x, target];
}

/** Relates shapes, classes and weights, as no contract of sizes can. Kernels rely on it. */
export function lossAttrs(
  what: string,
  x: Meta,
  target: Tensor,
  { dim: given = -1, ignoreIndex = -100, weight }: ClassLossOptions,
): ClassLossAttrs {
  const dim = normalizeDim(what, given, x.shape.length);
  requireFloat(what, x);
  if (target.dtype !== "int32")
    throw new DTypeError(
      `${what}: target is ${target.describe()}; class indices are int32. Convert with to("int32").`,
    );
  const classes = x.shape[dim];
  const shape = x.shape.filter((_, d) => d !== dim);
  if (classes === undefined || !sameShape(target.shape, shape))
    throw new ShapeError(
      `${what}: target ${formatShape(target.shape)} for input ${formatShape(x.shape)}, expected ` +
        `${formatShape(shape)}: the input's shape without the classes at dim ${dim}.`,
    );
  if (weight && (!sameShape(weight.shape, [classes]) || weight.dtype !== x.dtype))
    throw new (weight.dtype === x.dtype ? ShapeError : DTypeError)(
      `${what}: weight is ${weight.describe()}, expected ${x.dtype}[${classes}]: one for each class.`,
    );
  const isClass = (index: number): boolean => index === ignoreIndex || (index >= 0 && index < classes);
  refuseElements(what, target, isClass, (index) => {
    const range = `0 to ${classes - 1} (the input has ${classes} classes) or ignoreIndex ${ignoreIndex}`;
    return new IndexError(`${what}: a target is ${index}, expected ${range}.`);
  });
  return { dim, ignoreIndex };
}

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
    gradientBy(mseLossBackwardOp, [g, input, target], attrs),
    gradientBy(mseLossBackwardOp, [g, target, input], attrs),
  ],
};

/** 2 (a − b) g, divided by the number of elements for a mean: the gradient of a. */
export const mseLossBackwardOp: BackwardOp<
  readonly [g: Tensor, a: Tensor, b: Tensor],
  readonly [Tensor],
  MseLossAttrs
> = /* @__PURE__ */ backwardOp(
  "mseLossBackward",
  ([, a]) => [a],
  ([g, a, b], { mean }) => [a.sub(b).mul(g.mul(mean ? 2 / a.numel : 2))],
);

/**
 * The sum, or the mean, of (input − target)², a scalar.
 *
 * @param target of the input's shape and float dtype
 * @example mseLoss(tensor([1, 2]), tensor([1, 4]), { mean: true }) // tensor(2)
 */
export function mseLoss(input: Tensor, target: Tensor, attrs: MseLossAttrs): Tensor {
  return apply1(mseLossOp, [input, target], attrs);
}
