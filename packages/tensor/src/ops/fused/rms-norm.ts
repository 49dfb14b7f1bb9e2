import { apply, apply1 } from "../../apply/apply.ts";
import { gradientsOf, notDifferentiable } from "../../apply/fused.ts";
import type { HostArray, Op } from "../../apply/op.ts";
import { checkArguments, checkTensor } from "../../check-tensor.ts";
import { rmsNorm as rmsNormDefinition } from "../../definitions/rms-norm.ts";
import { numelOf } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { inferNorm } from "./norm.ts";

/** The attributes of the RMS norm op. */
export interface RMSNormAttrs {
  /** How many trailing dims are normalized together, 1 or more. */
  readonly dims: number;
  /** Added to the mean square; 0 or more. */
  readonly eps: number;
}

/** x (…, D), optionally followed by the weight (D). D may be several dims. */
type Inputs = readonly [x: Tensor, ...weight: Tensor[]];

/** RMS normalization (Zhang & Sennrich 2019): x / √(mean(x²) + eps) · weight over trailing dims. */
export const rmsNormOp: Op<Inputs, readonly [Tensor], RMSNormAttrs> = {
  name: "rmsNorm",
  infer: ([x, ...weight], attrs) => [inferNorm("rmsNorm", x, weight, attrs)],
  forward: ([x, weight], [out], attrs) => normForward(x, weight, out, attrs),
  gradient([g], inputs, _outputs, attrs) {
    const { dims, eps } = attrs;
    const all = gradientsOf({
      kernel: () => apply(rmsNormBackwardOp, [g, ...inputs], attrs),
      definition: (x, weight) => [rmsNormDefinition(x!, x!.shape.slice(-dims), weight ?? null, eps)],
      inputs,
      cotangents: [g],
    });
    const [, ...weight] = inputs;
    return [() => all()[0]!, ...weight.map(() => () => all()[1]!)];
  },
};

/** The gradients of {@link rmsNormOp} for a cotangent g of x's shape, one per input. The mean squares are recomputed. */
export const rmsNormBackwardOp: Op<
  readonly [g: Tensor, ...inputs: Tensor[]],
  readonly Tensor[],
  RMSNormAttrs
> = {
  name: "rmsNormBackward",
  infer: ([, ...inputs]) => inputs.map(({ shape, dtype }) => ({ shape, dtype })),
  forward: ([g, x, weight], outs, attrs) => normBackward(g, x!, weight, outs, attrs),
  gradient: () => notDifferentiable("rmsNormBackward"),
};

/** The reciprocal of a row's root mean square. */
function rootOf(data: HostArray["data"], at: number, n: number, eps: number): number {
  let squares = 0;
  for (let j = 0; j < n; j++) squares += data[at + j]! ** 2;
  return 1 / Math.sqrt(squares / n + eps);
}

function normForward(
  input: HostArray,
  weight: HostArray | undefined,
  { data: out }: HostArray,
  { dims, eps }: RMSNormAttrs,
): void {
  const n = numelOf(input.shape.slice(-dims));
  const x = inOrder(input);
  const w = weight && inOrder(weight);
  for (let at = 0; at < out.length; at += n) {
    const root = rootOf(x.data, x.offset + at, n, eps);
    for (let j = 0; j < n; j++) {
      out[at + j] = x.data[x.offset + at + j]! * root * (w ? w.data[w.offset + j]! : 1);
    }
  }
}

// With the normalized row x̂ = x root and h = g · weight: dx = root (h − x̂ mean(h x̂)), dweight = Σ g x̂.
function normBackward(
  cotangent: HostArray,
  input: HostArray,
  weight: HostArray | undefined,
  [dx, dWeight]: readonly HostArray[],
  { dims, eps }: RMSNormAttrs,
): void {
  const n = numelOf(input.shape.slice(-dims));
  const g = inOrder(cotangent);
  const x = inOrder(input);
  const w = weight && inOrder(weight);
  const weightSums = new Float64Array(n);
  const out = dx!.data;
  for (let at = 0; at < out.length; at += n) {
    const root = rootOf(x.data, x.offset + at, n, eps);
    let across = 0; // Σ h x̂
    for (let j = 0; j < n; j++) {
      const d = g.data[g.offset + at + j]!;
      const normed = x.data[x.offset + at + j]! * root;
      across += (w ? d * w.data[w.offset + j]! : d) * normed;
      weightSums[j]! += d * normed;
    }
    for (let j = 0; j < n; j++) {
      const d = g.data[g.offset + at + j]!;
      const normed = x.data[x.offset + at + j]! * root;
      const h = w ? d * w.data[w.offset + j]! : d;
      out[at + j] = root * (h - (normed * across) / n);
    }
  }
  dWeight?.data.set(weightSums);
}

/**
 * x / √(mean(x²) + eps) · weight over the last `dims` dims. Unlike layer norm, it does not subtract the mean.
 *
 * @param weight in the shape of those dims, or null
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example rmsNorm(tensor([[3, 4]]), null, { dims: 1, eps: 0 }) // tensor([[0.8485, 1.1314]])
 */
export function rmsNorm(x: Tensor, weight: Tensor | null, attrs: RMSNormAttrs): Tensor {
  checkArguments("rmsNorm", arguments, 3);
  if (weight === null) return apply1(rmsNormOp, [x], attrs);
  checkTensor("rmsNorm", "weight", weight);
  return apply1(rmsNormOp, [x, weight], attrs);
}
