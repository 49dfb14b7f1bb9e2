import { apply1 } from "../../apply/apply.ts";
import { fused, notDifferentiable } from "../../apply/fused.ts";
import type { Meta, Op } from "../../apply/op.ts";
import { checkBoolean, checkOptions, optionNames } from "../../arguments.ts";
import { checkTensor } from "../../check-tensor.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { formatShape, numelOf, sameShape } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "../reduce/along.ts";

/** The attributes of the mean squared error op. */
export interface MseLossAttrs {
  /** Whether to divide the sum of squares by the number of elements. */
  readonly mean: boolean;
}

/** Σ (input − target)², or the mean of the squares: two tensors of the same shape → a scalar. */
export const mseLossOp: Op<readonly [input: Tensor, target: Tensor], readonly [Tensor], MseLossAttrs> = {
  name: "mseLoss",
  infer: ([input, target]) => [checkAlike(input, target)],
  forward: ([input, target], [out], { mean }) => {
    const a = inOrder(input);
    const b = inOrder(target);
    const n = numelOf(input.shape);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (a.data[a.offset + i]! - b.data[b.offset + i]!) ** 2;
    out.data[0] = mean ? sum / n : sum;
  },
  gradient: ([g], [input, target], _outputs, attrs) => [
    slope(g, input, target, attrs),
    slope(g, target, input, attrs),
  ],
};

/** 2 (a − b) g, divided by the number of elements for a mean: the gradient of a. */
export const mseLossBackwardOp: Op<
  readonly [g: Tensor, a: Tensor, b: Tensor],
  readonly [Tensor],
  MseLossAttrs
> = {
  name: "mseLossBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  forward([g, x, y], [{ data: out }], { mean }) {
    const scale = (2 * g.data[g.offset]!) / (mean ? out.length : 1);
    const a = inOrder(x);
    const b = inOrder(y);
    for (let i = 0; i < out.length; i++) {
      out[i] = (a.data[a.offset + i]! - b.data[b.offset + i]!) * scale;
    }
  },
  gradient: () => notDifferentiable("mseLossBackward"),
};

function slope(g: Tensor, a: Tensor, b: Tensor, attrs: MseLossAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(mseLossBackwardOp, [g, a, b], attrs),
    formula: () => a.sub(b).mul(g.mul(attrs.mean ? 2 / a.numel : 2)),
  });
}

function checkAlike(input: Meta, target: Meta): Meta {
  requireFloat("mseLoss", input);
  if (!sameShape(input.shape, target.shape)) {
    throw new ShapeError(
      `mseLoss: input ${formatShape(input.shape)} and target ${formatShape(target.shape)} must have one shape.`,
    );
  }
  if (input.dtype !== target.dtype) {
    throw new DTypeError(
      `mseLoss: input is ${input.dtype}, target ${target.dtype}; convert one of them with to("${input.dtype}").`,
    );
  }
  return { shape: [], dtype: input.dtype };
}

const mseLossOptions = optionNames<MseLossAttrs>(
  "mseLoss",
  { mean: true },
  "mseLoss(input, target, { mean: true })",
);

/**
 * The sum, or the mean, of (input − target)², a scalar.
 *
 * @throws ArgumentError for anything but tensors and options; ShapeError, DTypeError unless both have the same shape and
 * float dtype.
 * @example mseLoss(tensor([1, 2]), tensor([1, 4]), { mean: true }) // tensor(2)
 */
export function mseLoss(input: Tensor, target: Tensor, attrs: MseLossAttrs): Tensor {
  refuseExtra(mseLossOptions, arguments, 3);
  checkTensor("mseLoss", "input", input);
  checkTensor("mseLoss", "target", target);
  checkOptions(mseLossOptions, attrs);
  checkBoolean("mseLoss", "mean", attrs?.mean, "write { mean: true }");
  return apply1(mseLossOp, [input, target], attrs);
}
