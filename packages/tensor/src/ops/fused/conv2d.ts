import { apply1, type HostArray, inOrder, type Op, promote, type Shape, tensors } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { refuseBool } from "../elementwise/map.ts";

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
  infer: ([x, weight], attrs) => {
    const counts = windowCounts(x.shape, lastTwo(weight.shape), attrs);
    return [{ shape: [x.shape[0]!, weight.shape[0]!, ...counts], dtype: x.dtype }];
  },
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

/** A row of windows' elements: g[gAt + j] meets weight[wAt] and x[xAt + j · step], for j < count. */
type Run = (gAt: number, wAt: number, xAt: number, count: number, step: number) => void;

/** Visits every triple of input, weight and output elements, except those in the padding; g (N, O, OH, OW) is the output. */
function forEachRun(x: Sizes, weight: Sizes, g: Sizes, attrs: Conv2dAttrs, visit: Run): void {
  const { stride, padding, dilation, groups } = attrs;
  const [batch, outs, rows, columns] = g.shape as Four;
  const [, channels, height, width] = x.shape as Four;
  const [, inner, kernelRows, kernelColumns] = weight.shape as Four;
  for (let n = 0; n < batch; n++) {
    for (let o = 0; o < outs; o++) {
      const first = Math.floor(o / (outs / groups)) * inner;
      for (let c = 0; c < inner; c++) {
        for (let k = 0; k < kernelRows; k++) {
          for (let l = 0; l < kernelColumns; l++) {
            const wAt = ((o * inner + c) * kernelRows + k) * kernelColumns + l;
            const left = l * dilation[1] - padding[1]; // x's column at j = 0
            const from = Math.max(0, Math.ceil(-left / stride[1]));
            const to = Math.min(columns, Math.ceil((width - left) / stride[1]));
            if (from >= to) continue;
            for (let i = 0; i < rows; i++) {
              const row = i * stride[0] - padding[0] + k * dilation[0];
              if (row < 0 || row >= height) continue;
              const gAt = ((n * outs + o) * rows + i) * columns + from;
              const xAt = ((n * channels + first + c) * height + row) * width + left + from * stride[1];
              visit(gAt, wAt, xAt, to - from, stride[1]);
            }
          }
        }
      }
    }
  }
}

type Sizes = Pick<HostArray, "shape">;
type Four = readonly [number, number, number, number];

function convForward(
  input: HostArray,
  weight: HostArray,
  bias: HostArray | undefined,
  out: HostArray,
  attrs: Conv2dAttrs,
): void {
  const [x, w] = [inOrder(input), inOrder(weight)];
  const sums = new Float64Array(out.data.length);
  forEachRun(input, weight, out, attrs, (gAt, wAt, xAt, count, step) => {
    const factor = w.data[w.offset + wAt]!;
    const from = x.offset + xAt;
    for (let j = 0; j < count; j++) sums[gAt + j] = sums[gAt + j]! + factor * x.data[from + j * step]!;
  });
  if (bias) {
    const b = inOrder(bias);
    const [, outs, rows, columns] = out.shape as Four;
    const area = rows * columns;
    for (let i = 0; i < sums.length; i++) sums[i]! += b.data[b.offset + (Math.floor(i / area) % outs)]!;
  }
  out.data.set(sums);
}

function convInput(cotangent: HostArray, weight: HostArray, out: HostArray, attrs: Conv2dAttrs): void {
  const [g, w] = [inOrder(cotangent), inOrder(weight)];
  const sums = new Float64Array(out.data.length);
  forEachRun(out, weight, cotangent, attrs, (gAt, wAt, xAt, count, step) => {
    const factor = w.data[w.offset + wAt]!;
    const from = g.offset + gAt;
    for (let j = 0; j < count; j++) {
      const at = xAt + j * step;
      sums[at] = sums[at]! + factor * g.data[from + j]!;
    }
  });
  out.data.set(sums);
}

function convWeight(cotangent: HostArray, input: HostArray, out: HostArray, attrs: Conv2dAttrs): void {
  const [g, x] = [inOrder(cotangent), inOrder(input)];
  const sums = new Float64Array(out.data.length);
  forEachRun(input, out, cotangent, attrs, (gAt, wAt, xAt, count, step) => {
    let sum = 0;
    for (let j = 0; j < count; j++) {
      sum += g.data[g.offset + gAt + j]! * x.data[x.offset + xAt + j * step]!;
    }
    sums[wAt]! += sum;
  });
  out.data.set(sums);
}

/** Rows and columns. */
export type Pair = readonly [rows: number, columns: number];

/** How windows of some size lie on an image, in elements. */
export interface WindowSteps {
  /** Steps from one window to the next. */
  readonly stride: Pair;
  /** Rows above and below, columns left and right. */
  readonly padding: Pair;
  /** Steps from one element of a window to the next. */
  readonly dilation: Pair;
  /** How many windows there are, where the last ones may reach beyond the padding. Default: those that fit. */
  readonly counts?: Pair | undefined;
}

/** The attributes of the convolution ops. */
export interface Conv2dAttrs extends WindowSteps {
  /** Channels are split into this many groups, each with its own filters. */
  readonly groups: number;
}

/**
 * The number of windows that fit into `size` elements, padding included.
 *
 * @example windowCount(7, 3, 2, 1) // 3
 */
export function windowCount(size: number, kernel: number, stride: number, dilation: number): number {
  return Math.max(0, Math.floor((size - dilation * (kernel - 1) - 1) / stride) + 1);
}

/** How many windows of `kernel` fit into the last two dims, or are given by `counts`. */
export function windowCounts(
  shape: Shape,
  kernel: Pair,
  { stride, padding, dilation, counts }: WindowSteps,
): Pair {
  const count = (dim: 0 | 1): number =>
    windowCount(shape.at(dim - 2)! + 2 * padding[dim], kernel[dim], stride[dim], dilation[dim]);
  if (counts) return counts;
  return [count(0), count(1)];
}
