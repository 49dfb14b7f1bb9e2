import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { tensors } from "../../contract/tensors.ts";
import { typedArray } from "../../memory/dtype.ts";
import { numelOf } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { sumTo } from "../views/view.ts";
import { type HalfAttrs, type HalfFormat, widenHalf, widenInto } from "./half-float.ts";
import { linearOp } from "./linear.ts";
import { matmul } from "./matmul.ts";

/**
 * {@link linearOp} whose weight stays in 16 bits: x (…, n, in), packed weight int32 (out, in / 2), optional bias (out) →
 * (…, n, out). The weight is constant; gradients flow to x and the bias.
 */
export const halfLinearOp: Op<readonly Tensor[], readonly [Tensor], HalfAttrs> = {
  name: "halfLinear",
  infer: ([x, weight]) => [{ shape: [...x!.shape.slice(0, -1), weight!.shape[0]!], dtype: x!.dtype }],
  forward([x, weight, ...bias], outputs, { format }) {
    const shape = [weight!.shape[0]!, 2 * weight!.shape[1]!];
    const data = typedArray(x!.dtype, numelOf(shape));
    widenInto(weight!, data, format);
    const wide = { dtype: x!.dtype, data, shape, strides: [shape[1]!, 1], offset: 0 };
    linearOp.forward([x!, wide, ...bias], outputs, {});
  },
  gradient: ([g], [, weight, bias], _outputs, { format }) => [
    () => matmul(g, widenHalf(weight!, format, g.dtype === "float64" ? "float64" : "float32")),
    null,
    ...(bias ? [() => sumTo(g, bias.shape)] : []),
  ],
};

// Checked on each call: layers own their weights, but a program may have replaced them.
const halfInputs = /* @__PURE__ */ tensors(
  "halfLinear",
  "x float (…, 2half)  weight int32 (out, half)  bias? same (out)",
);

/**
 * x Wᵀ + b whose weight stays in 16 bits: x (…, in), packed weight int32 (out, in / 2), bias (out) → (…, out). The weight
 * is constant: gradients flow to x and the bias. See {@link HalfFormat}.
 *
 * @throws ShapeError if the sizes do not match; DTypeError unless the weight is int32 and the others are floats of one
 * dtype.
 * @example halfLinear(tensor([[3, 5]]), tensor([[0x40003f80]], { dtype: "int32" }), "bfloat16") // tensor([[13]])
 */
export function halfLinear(x: Tensor, weight: Tensor, format: HalfFormat, bias?: Tensor | null): Tensor {
  halfInputs.check([x, weight, bias]);
  if (x.ndim === 1) return halfLinear(x.unsqueeze(0), weight, format, bias).squeeze(0);
  return apply1(halfLinearOp, bias ? [x, weight, bias] : [x, weight], { format });
}
