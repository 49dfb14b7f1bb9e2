import { DTypeError, ShapeError } from "@saccade/contract";
import { layerNorm as layerNormDefinition } from "../../definitions/layer-norm.ts";
import { rmsNorm as rmsNormDefinition } from "../../definitions/rms-norm.ts";
import {
  apply1,
  type BackwardInputs,
  definedOps,
  formatShape,
  type MetasOf,
  type Op,
  sameShape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "../reduce/dims.ts";

/** The attributes of a norm over trailing dims. */
export interface LayerNormAttrs {
  /** How many trailing dims are normalized together, 1 or more. */
  readonly dims: number;
  /** Added to the variance or the mean square; 0 or more. */
  readonly eps: number;
}

/** The attributes of the RMS norm op. */
export interface RMSNormAttrs extends LayerNormAttrs {}

/** x (…, D), optionally followed by the weight (D), or the weight and the bias (D). D may be several dims. */
type Inputs = readonly [x: Tensor, ...affine: Tensor[]];
type Norm = Op<Inputs, readonly [Tensor], LayerNormAttrs>;
type NormBackward = Op<BackwardInputs<Inputs>, readonly Tensor[], LayerNormAttrs>;

/* @__NO_SIDE_EFFECTS__ */
function normOps(name: string, definition: (inputs: Inputs, attrs: LayerNormAttrs) => Tensor) {
  // Checked on each call: layers own their weights, but a program may have replaced them.
  const infer = ([x, ...affine]: MetasOf<Inputs>, { dims }: LayerNormAttrs) => {
    requireFloat(name, x);
    const normalized = x.shape.slice(-dims);
    affine.forEach(({ shape, dtype }, i) => {
      const found = `${name}: ${i === 0 ? "weight" : "bias"} is ${dtype}${formatShape(shape)}`;
      if (!sameShape(shape, normalized))
        throw new ShapeError(
          `${found}, expected ${formatShape(normalized)}: the dims of input ${formatShape(x.shape)} that are normalized.`,
        );
      if (dtype !== x.dtype)
        throw new DTypeError(`${found}, the input ${x.dtype}; convert one of them with to("${x.dtype}").`);
    });
    return { shape: x.shape, dtype: x.dtype };
  };
  return definedOps<Inputs, LayerNormAttrs>({ name, infer, definition });
}

const layer = normOps("layerNorm", ([x, weight, bias], { dims, eps }) =>
  layerNormDefinition(x, x.shape.slice(-dims), weight, bias, eps),
);
const rms = normOps("rmsNorm", ([x, weight], { dims, eps }) =>
  rmsNormDefinition(x, x.shape.slice(-dims), weight ?? null, eps),
);

/** Layer normalization (Ba, Kiros & Hinton 2016): (x − mean) / √(variance + eps) · weight + bias over trailing dims. */
export const layerNormOp: Norm = layer.op;
export const layerNormBackwardOp: NormBackward = layer.backwardOp;
/** RMS normalization (Zhang & Sennrich 2019): x / √(mean(x²) + eps) · weight over trailing dims. */
export const rmsNormOp: Norm = rms.op;
export const rmsNormBackwardOp: NormBackward = rms.backwardOp;

/**
 * (x − mean) / √(variance + eps) · weight + bias over the last `dims` dims, with the biased variance.
 *
 * @param affine the weight, or the weight and the bias, in the shape of those dims
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example layerNorm(tensor([[1, 2, 3]]), [], { dims: 1, eps: 1e-5 }) // tensor([[-1.2247, 0.0000, 1.2247]])
 */
export function layerNorm(x: Tensor, affine: readonly Tensor[], attrs: LayerNormAttrs): Tensor {
  return apply1(layerNormOp, [x, ...affine], attrs);
}

/**
 * x / √(mean(x²) + eps) · weight over the last `dims` dims. Unlike layer norm, it does not subtract the mean.
 *
 * @param weight in the shape of those dims, or null
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example rmsNorm(tensor([[3, 4]]), null, { dims: 1, eps: 0 }) // tensor([[0.8485, 1.1314]])
 */
export function rmsNorm(x: Tensor, weight: Tensor | null, attrs: RMSNormAttrs): Tensor {
  return apply1(rmsNormOp, weight === null ? [x] : [x, weight], attrs);
}
