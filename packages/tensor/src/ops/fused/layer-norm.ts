import { apply, apply1 } from "../../apply/apply.ts";
import { gradientsOf, notDifferentiable } from "../../apply/fused.ts";
import type { HostArray, Op } from "../../apply/op.ts";
import { checkArguments, checkTensors } from "../../check-tensor.ts";
import { layerNorm as layerNormDefinition } from "../../definitions/layer-norm.ts";
import { numelOf } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { inferNorm } from "./norm.ts";

/** The attributes of the layer norm op. */
export interface LayerNormAttrs {
  /** How many trailing dims are normalized together, 1 or more. */
  readonly dims: number;
  /** Added to the variance; 0 or more. */
  readonly eps: number;
}

/** x (…, D), optionally followed by the weight (D), or the weight and the bias (D). D may be several dims. */
type Inputs = readonly [x: Tensor, ...affine: Tensor[]];

/** Layer normalization (Ba, Kiros & Hinton 2016): (x − mean) / √(variance + eps) · weight + bias over trailing dims. */
export const layerNormOp: Op<Inputs, readonly [Tensor], LayerNormAttrs> = {
  name: "layerNorm",
  infer: ([x, ...affine], attrs) => [inferNorm("layerNorm", x, affine, attrs)],
  forward: ([x, weight, bias], [out], attrs) => normForward(x, weight, bias, out, attrs),
  gradient([g], inputs, _outputs, attrs) {
    const { dims, eps } = attrs;
    const all = gradientsOf({
      kernel: () => apply(layerNormBackwardOp, [g, ...inputs], attrs),
      definition: (x, weight, bias) => [layerNormDefinition(x!, x!.shape.slice(-dims), weight, bias, eps)],
      inputs,
      cotangents: [g],
    });
    const [, ...affine] = inputs;
    return [() => all()[0]!, ...affine.map((_, i) => () => all()[i + 1]!)];
  },
};

/**
 * The gradients of {@link layerNormOp} for a cotangent g of x's shape, one per input. The mean and standard deviation
 * are recomputed: a row is read three times anyway, from the nearest cache.
 */
export const layerNormBackwardOp: Op<
  readonly [g: Tensor, ...inputs: Tensor[]],
  readonly Tensor[],
  LayerNormAttrs
> = {
  name: "layerNormBackward",
  infer: ([, ...inputs]) => inputs.map(({ shape, dtype }) => ({ shape, dtype })),
  forward: ([g, x, weight], outs, attrs) => normBackward(g, x!, weight, outs, attrs),
  gradient: () => notDifferentiable("layerNormBackward"),
};

/** The mean of a row and the reciprocal of its standard deviation. */
function moments(data: HostArray["data"], at: number, n: number, eps: number): [mean: number, rstd: number] {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += data[at + j]!;
  const centre = sum / n;
  let squares = 0;
  for (let j = 0; j < n; j++) squares += (data[at + j]! - centre) ** 2;
  return [centre, 1 / Math.sqrt(squares / n + eps)];
}

function normForward(
  input: HostArray,
  weight: HostArray | undefined,
  bias: HostArray | undefined,
  { data: out }: HostArray,
  { dims, eps }: LayerNormAttrs,
): void {
  const n = numelOf(input.shape.slice(-dims));
  const x = inOrder(input);
  const w = weight && inOrder(weight);
  const b = bias && inOrder(bias);
  for (let at = 0; at < out.length; at += n) {
    const [centre, rstd] = moments(x.data, x.offset + at, n, eps);
    for (let j = 0; j < n; j++) {
      const normed = (x.data[x.offset + at + j]! - centre) * rstd;
      out[at + j] = normed * (w ? w.data[w.offset + j]! : 1) + (b ? b.data[b.offset + j]! : 0);
    }
  }
}

// With x̂ the normalized row and h = g · weight: dx = rstd (h − mean h − x̂ mean(h x̂)), dweight = Σ g x̂, dbias = Σ g.
function normBackward(
  cotangent: HostArray,
  input: HostArray,
  weight: HostArray | undefined,
  [dx, dWeight, dBias]: readonly HostArray[],
  { dims, eps }: LayerNormAttrs,
): void {
  const n = numelOf(input.shape.slice(-dims));
  const g = inOrder(cotangent);
  const x = inOrder(input);
  const w = weight && inOrder(weight);
  const weightSums = new Float64Array(n);
  const biasSums = new Float64Array(n);
  const out = dx!.data;
  for (let at = 0; at < out.length; at += n) {
    const [centre, rstd] = moments(x.data, x.offset + at, n, eps);
    let along = 0; // Σ h
    let across = 0; // Σ h x̂
    for (let j = 0; j < n; j++) {
      const d = g.data[g.offset + at + j]!;
      const normed = (x.data[x.offset + at + j]! - centre) * rstd;
      const h = w ? d * w.data[w.offset + j]! : d;
      along += h;
      across += h * normed;
      weightSums[j]! += d * normed;
      biasSums[j]! += d;
    }
    for (let j = 0; j < n; j++) {
      const d = g.data[g.offset + at + j]!;
      const normed = (x.data[x.offset + at + j]! - centre) * rstd;
      const h = w ? d * w.data[w.offset + j]! : d;
      out[at + j] = rstd * (h - along / n - (normed * across) / n);
    }
  }
  dWeight?.data.set(weightSums);
  dBias?.data.set(biasSums);
}

/**
 * (x − mean) / √(variance + eps) · weight + bias over the last `dims` dims, with the biased variance.
 *
 * @param affine the weight, or the weight and the bias, in the shape of those dims
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example layerNorm(tensor([[1, 2, 3]]), [], { dims: 1, eps: 1e-5 }) // tensor([[-1.2247, 0.0000, 1.2247]])
 */
export function layerNorm(x: Tensor, affine: readonly Tensor[], attrs: LayerNormAttrs): Tensor {
  checkArguments("layerNorm", arguments, 3);
  checkTensors("layerNorm", "affine", affine, "pass the weight, or the weight and the bias");
  return apply1(layerNormOp, [x, ...affine], attrs);
}
