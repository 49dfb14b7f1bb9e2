import { apply1, type Meta, type Op, promote, type Shape, tensors } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { refuseBool } from "../elementwise/map.ts";
import { convForward, convInput, convWeight } from "./conv2d-reference.ts";
import { type Conv2dAttrs, type Pair, windowCounts } from "./windows.ts";

/** For x's gradient: the convolution's attributes and the size of x. */
export interface Conv2dInputAttrs extends Conv2dAttrs {
  /** The height and width of x. */
  readonly size: Pair;
}

/** For the weight's gradient: the convolution's attributes and the size of a window. */
export interface Conv2dWeightAttrs extends Conv2dAttrs {
  readonly kernel: Pair;
}

type Inputs = readonly [x: Tensor, weight: Tensor, ...bias: Tensor[]];

// The three ops are the three partial sums of Σ g[n,o,i,j] · weight[o,c,k,l] · x[n,c,i·s+k·d−p,j·s+l·d−p]: each one leaves out
// one factor. So the gradients of each are the other two, to any order.

/**
 * Convolution (cross-correlation): x (N, C, H, W), weight (O, C / groups, KH, KW), optional bias (O) → (N, O, OH, OW).
 */
export const conv2dOp: Op<Inputs, readonly [Tensor], Conv2dAttrs> = {
  name: "conv2d",
  infer: ([x, weight], attrs) => [outputMeta(x, weight, attrs)],
  forward: ([x, weight, bias], [out], attrs) => convForward(x, weight, bias, out, attrs),
  gradient: ([g], [x, weight, bias], _outputs, attrs) => [
    () => apply1(conv2dInputOp, [g, weight], { ...attrs, size: lastTwo(x.shape) }),
    () => apply1(conv2dWeightOp, [g, x], { ...attrs, kernel: lastTwo(weight.shape) }),
    ...(bias ? [() => g.sum([0, 2, 3])] : []),
  ],
};

/** The gradient of {@link conv2dOp} with respect to x: g (N, O, OH, OW), weight → (N, C, H, W). */
export const conv2dInputOp: Op<readonly [g: Tensor, weight: Tensor], readonly [Tensor], Conv2dInputAttrs> = {
  name: "conv2dInput",
  infer: ([g, weight], { size, groups }) => [
    { shape: [g.shape[0]!, weight.shape[1]! * groups, ...size], dtype: g.dtype },
  ],
  forward: ([g, weight], [out], attrs) => convInput(g, weight, out, attrs),
  gradient: ([gg], [g, weight], _outputs, { size: _, ...attrs }) => [
    // A transposed convolution may end with more elements than its windows reach.
    () => apply1(conv2dOp, [gg, weight], { ...attrs, counts: lastTwo(g.shape) }),
    () => apply1(conv2dWeightOp, [g, gg], { ...attrs, kernel: lastTwo(weight.shape) }),
  ],
};

/** The gradient of {@link conv2dOp} with respect to the weight: g (N, O, OH, OW), x → (O, C / groups, KH, KW). */
export const conv2dWeightOp: Op<readonly [g: Tensor, x: Tensor], readonly [Tensor], Conv2dWeightAttrs> = {
  name: "conv2dWeight",
  infer: ([g, x], { kernel, groups }) => [
    { shape: [g.shape[1]!, x.shape[1]! / groups, ...kernel], dtype: g.dtype },
  ],
  forward: ([g, x], [out], attrs) => convWeight(g, x, out, attrs),
  gradient: ([gg], [g, x], _outputs, { kernel: _, ...attrs }) => [
    // As many windows as g has, though more may fit.
    () => apply1(conv2dOp, [x, gg], { ...attrs, counts: lastTwo(g.shape) }),
    () => apply1(conv2dInputOp, [g, gg], { ...attrs, size: lastTwo(x.shape) }),
  ],
};

function outputMeta(x: Meta, weight: Meta, attrs: Conv2dAttrs): Meta {
  const counts = windowCounts(x.shape, lastTwo(weight.shape), attrs);
  return { shape: [x.shape[0]!, weight.shape[0]!, ...counts], dtype: x.dtype };
}

function lastTwo(shape: Shape): Pair {
  return [shape.at(-2)!, shape.at(-1)!];
}

// Checked on each call: layers own their weights, but a program may have replaced them.
const conv2dInputs = /* @__PURE__ */ tensors("conv2d", "x (n, c, h, w)  weight (o, i, kh, kw)  bias? (o)");

/**
 * Convolution (cross-correlation) with zeros as padding, as one op: x (N, C, H, W), weight (O, C / groups, KH, KW), bias
 * (O) → (N, O, OH, OW), with OH = ⌊(H + 2 padding − dilation (KH − 1) − 1) / stride⌋ + 1 and OW likewise. Nothing is
 * unfolded.
 *
 * @throws ShapeError if the shapes do not match.
 * @example
 * const attrs = { stride: [1, 1], padding: [0, 0], dilation: [1, 1], groups: 1 };
 * conv2d(arange(9).reshape([1, 1, 3, 3]), ones([1, 1, 2, 2]), null, attrs) // tensor([[[[ 8, 12], [20, 24]]]])
 */
export function conv2d(x: Tensor, weight: Tensor, bias: Tensor | null, attrs: Conv2dAttrs): Tensor {
  const inputs = bias ? [x, weight, bias] : [x, weight];
  conv2dInputs.check(inputs, { i: x.size(1) / attrs.groups });
  const dtype = promote(x.dtype, weight.dtype);
  refuseBool("conv2d", dtype);
  return apply1(conv2dOp, inputs.map((input) => input.to(dtype)) as [Tensor, Tensor, ...Tensor[]], attrs);
}

/**
 * Transposed convolution, the adjoint of {@link conv2d} for x, as one op: g (N, O, OH, OW), weight (O, C / groups, KH, KW) →
 * (N, C, …size). `size` is one whose convolution has OH × OW windows.
 *
 * @throws ShapeError if the shapes do not match.
 * @example
 * const attrs = { stride: [1, 1], padding: [0, 0], dilation: [1, 1], groups: 1, size: [1, 3] };
 * conv2dInput(ones([1, 1, 1, 2]), tensor([[[[1, 2]]]]), attrs) // tensor([[[[1, 3, 2]]]])
 */
export function conv2dInput(g: Tensor, weight: Tensor, attrs: Conv2dInputAttrs): Tensor {
  transposedInputs.check([g, weight]);
  const dtype = promote(g.dtype, weight.dtype);
  refuseBool("conv2dInput", dtype);
  return apply1(conv2dInputOp, [g.to(dtype), weight.to(dtype)], attrs);
}

const transposedInputs = /* @__PURE__ */ tensors("conv2dInput", "g (n, o, h, w)  weight (o, i, kh, kw)");
