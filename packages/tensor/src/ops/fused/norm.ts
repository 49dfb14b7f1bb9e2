import type { Meta } from "../../apply/op.ts";
import { checkInteger, checkRange } from "../../arguments.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { formatShape, sameShape } from "../../memory/shape.ts";
import { requireFloat } from "../reduce/along.ts";

interface NormAttrs {
  readonly dims: number;
  readonly eps: number;
}

/** Checks the operands of a norm over the last `dims` dims; its output is like x. */
export function inferNorm(name: string, x: Meta, affine: readonly Meta[], { dims, eps }: NormAttrs): Meta {
  requireFloat(name, x);
  checkInteger(name, "dims", dims, 1, x.shape.length);
  checkRange(name, "eps", eps, 0, Number.MAX_VALUE);
  const normalized = x.shape.slice(-dims);
  affine.forEach(({ shape, dtype }, i) => {
    const operand = i === 0 ? "weight" : "bias";
    if (!sameShape(shape, normalized)) {
      throw new ShapeError(
        `${name}: ${operand} ${formatShape(shape)} for input ${formatShape(x.shape)}, expected ` +
          `${formatShape(normalized)}: the dims that are normalized.`,
      );
    }
    if (dtype !== x.dtype) {
      throw new DTypeError(
        `${name}: ${operand} is ${dtype}, the input ${x.dtype}; convert one of them with to("${x.dtype}").`,
      );
    }
  });
  return { shape: x.shape, dtype: x.dtype };
}
