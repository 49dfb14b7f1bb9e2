import { apply, apply1 } from "../../apply/apply.ts";
import { gradientsOf, notDifferentiable } from "../../apply/fused.ts";
import type { HostArray, Op } from "../../apply/op.ts";
import { checkRange } from "../../arguments.ts";
import { hardCrossEntropy } from "../../definitions/cross-entropy.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { forEachRow } from "../reduce/along.ts";
import { logSoftmax } from "../reduce/softmax.ts";
import {
  type ClassLossAttrs,
  type ClassLossBackwardInputs,
  type ClassLossInputs,
  type ClassLossOptions,
  checkClassLoss,
  classLossArguments,
} from "./class-targets.ts";
import { classWeights, weightGradient } from "./class-terms.ts";

/** The attributes of the fused cross-entropy. */
export interface CrossEntropyAttrs extends ClassLossAttrs {
  /** The share of the target's probability that is spread evenly over all classes, 0 to 1. */
  readonly labelSmoothing: number;
}

/**
 * The cross-entropy between softmax(x) along a dim and target classes, one element per target: −Σ_c q_c w_c ln p_c. q
 * is 1 at the target and 0 elsewhere; with label smoothing s, it is 1 − s at the target, plus s / C everywhere.
 */
export const crossEntropyOp: Op<ClassLossInputs, readonly [Tensor], CrossEntropyAttrs> = {
  name: "crossEntropy",
  infer: ([x, target, weight], { dim }) => [checkClassLoss("crossEntropy", x, target, weight, dim)],
  forward: ([x, target, weight], [out], attrs) => entropyForward(x, target, weight, out, attrs),
  gradient: ([g], [x, target, weight], _outputs, attrs) => [
    () =>
      gradientsOf({
        kernel: () => apply(crossEntropyBackwardOp, [g, x, target, ...(weight ? [weight] : [])], attrs),
        definition: (logits) => [hardCrossEntropy(logits!, target, { ...attrs, weight }, attrs.dim)],
        inputs: [x],
        cotangents: [g],
      })()[0]!,
    null,
    ...(weight
      ? [() => weightGradient(g, logSoftmax(x, attrs.dim), target, attrs, attrs.labelSmoothing)]
      : []),
  ],
};

/** The gradient of {@link crossEntropyOp} with respect to x. */
export const crossEntropyBackwardOp: Op<ClassLossBackwardInputs, readonly [Tensor], CrossEntropyAttrs> = {
  name: "crossEntropyBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  forward: ([g, x, target, weight], [out], attrs) => entropyBackward(g, x, target, weight, out, attrs),
  gradient: () => notDifferentiable("crossEntropyBackward"),
};

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < values.length; c++) sum += values[c]!;
  return sum;
}

/** A row's largest element, and ln Σ exp(x − largest). */
function logSum(
  data: HostArray["data"],
  at: number,
  step: number,
  n: number,
): [largest: number, log: number] {
  let largest = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < n; c++) largest = Math.max(largest, data[at + c * step]!);
  let total = 0;
  for (let c = 0; c < n; c++) total += Math.exp(data[at + c * step]! - largest);
  return [largest, Math.log(total)];
}

function entropyForward(
  input: HostArray,
  target: HostArray,
  weight: HostArray | undefined,
  { data: out }: HostArray,
  { dim, ignoreIndex, labelSmoothing: s }: CrossEntropyAttrs,
): void {
  const { data, offset } = inOrder(input);
  const classes = inOrder(target);
  const w = classWeights(weight, input.shape[dim]!);
  forEachRow(input.shape, dim, (start, step, n, row) => {
    const t = classes.data[classes.offset + row]!;
    if (t === ignoreIndex) {
      out[row] = 0;
      return;
    }
    const at = offset + start;
    const [largest, log] = logSum(data, at, step, n);
    let loss = -(data[at + t * step]! - largest - log) * w[t]! * (1 - s);
    if (s > 0) {
      let all = 0;
      for (let c = 0; c < n; c++) all += (data[at + c * step]! - largest - log) * w[c]!;
      loss -= (all * s) / n;
    }
    out[row] = loss;
  });
}

function entropyBackward(
  cotangent: HostArray,
  input: HostArray,
  target: HostArray,
  weight: HostArray | undefined,
  { data: out }: HostArray,
  { dim, ignoreIndex, labelSmoothing: s }: CrossEntropyAttrs,
): void {
  const g = inOrder(cotangent);
  const { data, offset } = inOrder(input);
  const classes = inOrder(target);
  const w = classWeights(weight, input.shape[dim]!);
  const spread = s / w.length;
  const allWeights = s > 0 ? spread * sumOf(w) : 0;
  forEachRow(input.shape, dim, (start, step, n, row) => {
    const t = classes.data[classes.offset + row]!;
    const d = g.data[g.offset + row]!;
    if (t === ignoreIndex) {
      for (let c = 0; c < n; c++) out[start + c * step] = 0;
      return;
    }
    const at = offset + start;
    const [largest, log] = logSum(data, at, step, n);
    const factor = (1 - s) * w[t]! + allWeights;
    for (let c = 0; c < n; c++) {
      const wanted = (c === t ? (1 - s) * w[t]! : 0) + spread * w[c]!;
      out[start + c * step] = d * (factor * Math.exp(data[at + c * step]! - largest - log) - wanted);
    }
  });
}

/** Options of the fused cross-entropy. */
export interface SoftmaxCrossEntropyOptions extends ClassLossOptions {
  /** The share of the target's probability that is spread evenly over all classes, 0 to 1. Default 0. */
  readonly labelSmoothing?: number;
}

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
  refuseExtra("crossEntropy", arguments, 3);
  const { labelSmoothing = 0 } = options;
  checkRange("crossEntropy", "labelSmoothing", labelSmoothing, 0, 1);
  const [inputs, attrs] = classLossArguments("crossEntropy", logits, target, options);
  return apply1(crossEntropyOp, inputs, { ...attrs, labelSmoothing });
}
