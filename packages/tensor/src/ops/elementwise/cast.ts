import { apply1, type DType, isFloat, mapElements, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { checkFitsInt32 } from "../int32.ts";

interface CastAttrs {
  readonly dtype: DType;
}

export const castOp: Op<readonly [Tensor], readonly [Tensor], CastAttrs> = {
  name: "cast",
  batch: true,
  infer: ([x], { dtype }) => [{ shape: x.shape, dtype }],
  forward: ([x], [out]) =>
    mapElements(
      out.dtype === "bool" ? (v) => Number(v !== 0) : out.dtype === "int32" ? Math.trunc : (v) => v,
      x,
      out,
    ),
  gradient: ([g], [x]) => [isFloat(x.dtype) ? () => g.to(x.dtype) : null],
};

/**
 * x in another dtype; x itself if it already has it, or without one. Conversion to int32 truncates; conversion to bool tests for ≠ 0.
 *
 * @throws OverflowError for a float outside int32 (NaN, ±Infinity, 3e9), if the host can read it.
 */
export function cast(x: Tensor, dtype: DType = x.dtype): Tensor {
  if (x.dtype === dtype) return x;
  if (dtype === "int32" && isFloat(x.dtype)) checkFitsInt32(x);
  return apply1(castOp, [x], { dtype });
}
