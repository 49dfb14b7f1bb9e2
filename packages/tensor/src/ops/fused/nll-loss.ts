import { apply, apply1 } from "../../apply/apply.ts";
import { gradientsOf, notDifferentiable } from "../../apply/fused.ts";
import type { HostArray, Op } from "../../apply/op.ts";
import { logLoss } from "../../definitions/cross-entropy.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { forEachRow } from "../reduce/along.ts";
import {
  type ClassLossAttrs,
  type ClassLossBackwardInputs,
  type ClassLossInputs,
  type ClassLossOptions,
  checkClassLoss,
  classLossArguments,
} from "./class-targets.ts";
import { classWeights, weightGradient } from "./class-terms.ts";

/** −x[target] for log-probabilities x along a dim, times the target's weight. */
export const nllLossOp: Op<ClassLossInputs, readonly [Tensor], ClassLossAttrs> = {
  name: "nllLoss",
  infer: ([x, target, weight], { dim }) => [checkClassLoss("nllLoss", x, target, weight, dim)],
  forward: ([x, target, weight], [out], attrs) => nllForward(x, target, weight, out, attrs),
  gradient: ([g], [x, target, weight], _outputs, attrs) => [
    () =>
      gradientsOf({
        kernel: () => apply(nllLossBackwardOp, [g, x, target, ...(weight ? [weight] : [])], attrs),
        definition: (logProbs) => [logLoss(logProbs!, target, { ...attrs, weight }, attrs.dim)],
        inputs: [x],
        cotangents: [g],
      })()[0]!,
    null,
    ...(weight ? [() => weightGradient(g, x, target, attrs, 0)] : []),
  ],
};

/** The gradient of {@link nllLossOp} with respect to x. It does not depend on the values of x. */
export const nllLossBackwardOp: Op<ClassLossBackwardInputs, readonly [Tensor], ClassLossAttrs> = {
  name: "nllLossBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  forward: ([g, x, target, weight], [out], attrs) => nllBackward(g, x, target, weight, out, attrs),
  gradient: () => notDifferentiable("nllLossBackward"),
};

function nllForward(
  input: HostArray,
  target: HostArray,
  weight: HostArray | undefined,
  { data: out }: HostArray,
  { dim, ignoreIndex }: ClassLossAttrs,
): void {
  const { data, offset } = inOrder(input);
  const classes = inOrder(target);
  const w = classWeights(weight, input.shape[dim]!);
  forEachRow(input.shape, dim, (start, step, _n, row) => {
    const t = classes.data[classes.offset + row]!;
    out[row] = t === ignoreIndex ? 0 : -data[offset + start + t * step]! * w[t]!;
  });
}

function nllBackward(
  cotangent: HostArray,
  { shape }: HostArray,
  target: HostArray,
  weight: HostArray | undefined,
  { data: out }: HostArray,
  { dim, ignoreIndex }: ClassLossAttrs,
): void {
  const g = inOrder(cotangent);
  const classes = inOrder(target);
  const w = classWeights(weight, shape[dim]!);
  out.fill(0);
  forEachRow(shape, dim, (start, step, _n, row) => {
    const t = classes.data[classes.offset + row]!;
    if (t !== ignoreIndex) out[start + t * step] = -g.data[g.offset + row]! * w[t]!;
  });
}

/**
 * −logProbs[target] for log-probabilities (…, C, …) with the classes in dim `dim`, target (…, …) int32 → losses in the
 * target's shape.
 *
 * @throws the errors of {@link crossEntropy}.
 * @example nllLoss(tensor([[1, 2]]).logSoftmax(1), tensor([1], { dtype: "int32" }), { dim: 1 }) // tensor([0.3133])
 */
export function nllLoss(logProbs: Tensor, target: Tensor, options: ClassLossOptions = {}): Tensor {
  refuseExtra("nllLoss", arguments, 3);
  const [inputs, attrs] = classLossArguments("nllLoss", logProbs, target, options);
  return apply1(nllLossOp, inputs, attrs);
}
