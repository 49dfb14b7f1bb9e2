import { checkChoice, DTypeError, ShapeError } from "@saccade/contract";
import {
  apply1,
  checkTensor,
  formatShape,
  type HostArray,
  inOrder,
  isFloat,
  numelOf,
  type Op,
  tensors,
  typedArray,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { noAttrs } from "../elementwise/map.ts";
import { sumTo } from "../views/view.ts";
import { matmul, multiplyRows } from "./matmul.ts";

/** x (…, n, in), weight (out, in), optional bias (out) → (…, n, out). */
export const linearOp: Op<readonly Tensor[], readonly [Tensor], object> = {
  name: "linear",
  infer: ([x, weight]) => [{ shape: [...x!.shape.slice(0, -1), weight!.shape[0]!], dtype: x!.dtype }],
  forward: ([x, weight, bias], [out]) => linearForward(x!, weight!, bias, out),
  gradient: ([g], [x, weight, bias]) => {
    const rows = (y: Tensor): Tensor => y.reshape([numelOf(y.shape.slice(0, -1)), y.size(-1)]);
    const dWeight = (): Tensor => matmul(rows(g).t(), rows(x!));
    return [() => matmul(g, weight!), dWeight, ...(bias ? [() => sumTo(g, bias.shape)] : [])];
  },
};

function linearForward(x: HostArray, weight: HostArray, bias: HostArray | undefined, out: HostArray): void {
  const [m, k] = [weight.shape[0]!, weight.shape[1]!];
  const n = numelOf(x.shape.slice(0, -1));
  const turned = typedArray(weight.dtype, k * m);
  const w = inOrder(weight);
  for (let i = 0; i < m; i++) for (let p = 0; p < k; p++) turned[p * m + i] = w.data[w.offset + i * k + p]!;
  const rows = inOrder(x);
  multiplyRows(rows.data, rows.offset, turned, 0, out.data, 0, n, k, m);
  if (bias === undefined) return;
  const b = inOrder(bias);
  for (let row = 0; row < n; row++) {
    const at = row * m;
    for (let i = 0; i < m; i++) out.data[at + i] = out.data[at + i]! + b.data[b.offset + i]!;
  }
}

// Checked on each call: layers own their weights, but a program may have replaced them. A few
// comparisons suffice for most calls; the contract has the message.
const linearInputs = /* @__PURE__ */ tensors("linear", "x (…, in)  weight (out, in)  bias? (out)");

/**
 * x Wᵀ + b over the last dim, as one op: x (…, in), weight (out, in), bias (out) → (…, out).
 *
 * @throws ShapeError if the sizes do not match.
 * @example linear(tensor([[1, 2]]), tensor([[1, 1], [1, -1]]), tensor([10, 10])) // tensor([[13, 9]])
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  const [out, size] = weight.shape;
  const fits =
    weight.ndim === 2 && x.shape.at(-1) === size && (!bias || (bias.ndim === 1 && bias.numel === out));
  if (!fits) linearInputs.check([x, weight, bias]);
  const inputs = bias ? [x, weight, bias] : [x, weight];
  if (!isFloat(x.dtype) || inputs.some(({ dtype }) => dtype !== x.dtype)) {
    const product = matmul(x, weight.t());
    return bias ? product.add(bias) : product;
  }
  if (x.ndim === 1) return linear(x.unsqueeze(0), weight, bias).squeeze(0);
  return apply1(linearOp, inputs, noAttrs);
}

/**
 * How a number is written in 16 bits: "bfloat16" is the upper half of a float32, "float16" is IEEE 754's binary16. Packed
 * tensors are int32 and hold two numbers an element, the first in the low half: the bytes of a file's 16-bit tensor as
 * they are.
 */
export type HalfFormat = "bfloat16" | "float16";

/** The attributes of ops on packed 16-bit numbers. */
export interface HalfAttrs {
  /** How the numbers are written. */
  readonly format: HalfFormat;
}

/** int32 (…, n) → (…, 2n) numbers. */
export const widenHalfOp: Op<
  readonly [Tensor],
  readonly [Tensor],
  HalfAttrs & { readonly dtype: "float32" | "float64" }
> = {
  name: "widenHalf",
  infer: ([{ shape }], { dtype }) => [{ shape: [...shape.slice(0, -1), 2 * shape.at(-1)!], dtype }],
  forward: ([packed], [out], { format }) => widenInto(packed, out.data, format),
  gradient: () => [null],
};

/** Writes the numbers of a packed array in row-major order. */
function widenInto(packed: HostArray, out: { [index: number]: number }, format: HalfFormat): void {
  const { data, offset } = inOrder(packed);
  const bits = new Uint32Array(1);
  const value = new Float32Array(bits.buffer);
  const count = numelOf(packed.shape);
  for (let i = 0; i < count; i++) {
    const both = data[offset + i]!;
    for (let half = 0; half < 2; half++) {
      const h = (both >>> (16 * half)) & 0xffff;
      bits[0] = format === "bfloat16" ? h << 16 : float32Bits(h);
      out[2 * i + half] = value[0]!;
    }
  }
}

// The float32 of a binary16: 5 bits of exponent and 10 of mantissa become 8 and 23.
function float32Bits(h: number): number {
  const sign = (h & 0x8000) << 16;
  const exponent = (h >>> 10) & 31;
  const mantissa = h & 0x3ff;
  if (exponent === 31) return sign | 0x7f800000 | (mantissa << 13);
  if (exponent > 0) return sign | ((exponent + 112) << 23) | (mantissa << 13);
  if (mantissa === 0) return sign;
  const shift = Math.clz32(mantissa) - 21; // to the bit after the mantissa's ten
  return sign | ((113 - shift) << 23) | (((mantissa << shift) & 0x3ff) << 13);
}

/** @throws DTypeError unless a tensor is int32, ShapeError unless it has a last dim, ArgumentError for an unknown format. */
function checkPacked(what: string, name: string, packed: Tensor, format: HalfFormat): void {
  checkTensor(what, name, packed);
  checkChoice(what, "format", format, ["bfloat16", "float16"]);
  if (packed.dtype !== "int32")
    throw new DTypeError(
      `${what}: ${name} is ${packed.describe()}; 16-bit numbers are packed as int32, two an element.`,
    );
  if (packed.ndim === 0)
    throw new ShapeError(
      `${what}: ${name} ${formatShape(packed.shape)} must have a last dim, of half the numbers.`,
    );
}

/**
 * The numbers of a tensor that packs 16-bit ones: int32 (…, n) → float32 (…, 2n), exactly. See {@link HalfFormat}.
 *
 * @throws DTypeError unless it is int32; ArgumentError for an unknown format.
 * @example widenHalf(tensor([0x40003f80], { dtype: "int32" }), "bfloat16") // tensor([1, 2])
 */
export function widenHalf(
  packed: Tensor,
  format: HalfFormat,
  dtype: "float32" | "float64" = "float32",
): Tensor {
  checkPacked("widenHalf", "packed", packed, format);
  checkChoice("widenHalf", "dtype", dtype, ["float32", "float64"]);
  return apply1(widenHalfOp, [packed], { format, dtype });
}

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
