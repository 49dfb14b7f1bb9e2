import { ShapeError, type Tensor } from "@saccade/tensor";
import { type Given, type Settings, size } from "@saccade/tensor/contract";
import { conv2dInput } from "@saccade/tensor/fused";
import { refuseBools } from "./conv.ts";
import { addAlong } from "./window-views.ts";
import { inEachDim, lastSizes, onBatch, onPlane, pairOf, type SizeOrList, type SizeRule } from "./windows.ts";

/** How the windows of a transposed convolution lie. */
export const transposedRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window of the result to the next. Default 1. */
    stride: of(1),
    /** Elements cut off on both sides of the result. Default 0. */
    padding: of(0),
    /** Elements more at the end of each dim, fewer than the stride or the dilation. Default 0. */
    outputPadding: of(0),
    /** Channels are split into this many groups, each with its own filters. Default 1. */
    groups: size(1),
    /** Steps from one element of a window to the next. Default 1. */
    dilation: of(1),
  }) as const;

/** Options of a transposed convolution; `Size` is a number, or a list of one for each dim. */
export interface ConvTransposeSteps<Size> extends Given<ReturnType<typeof transposedRules<Size>>> {}

/** A transposed convolution of checked settings, in as many dims as the lists have numbers. */
export interface ConvolutionTranspose {
  readonly stride: readonly number[];
  readonly padding: readonly number[];
  readonly dilation: readonly number[];
  readonly outputPadding: readonly number[];
  readonly groups: number;
}

/** The transposed convolution of checked settings. */
export function transposedSteps(
  dims: number,
  { groups, ...sizes }: Settings<ReturnType<typeof transposedRules<SizeOrList>>>,
): ConvolutionTranspose {
  const each = (size: SizeOrList): readonly number[] => inEachDim(size, dims);
  return {
    ...{ stride: each(sizes.stride), padding: each(sizes.padding) },
    ...{ dilation: each(sizes.dilation), outputPadding: each(sizes.outputPadding), groups },
  };
}

/** (L − 1) stride − 2 padding + dilation (K − 1) + 1 + outputPadding, in each dim. */
export function outputSizes(x: Tensor, weight: Tensor, how: ConvolutionTranspose): number[] {
  const { stride, padding, dilation, outputPadding } = how;
  const kernel = weight.shape.slice(2);
  return lastSizes(x, kernel.length).map((size, i) => {
    const span = dilation[i]! * (kernel[i]! - 1) + 1;
    return (size - 1) * stride[i]! - 2 * padding[i]! + span + outputPadding[i]!;
  });
}

/**
 * Each element of x, times the filters, added where its window lies: the adjoint of a convolution, whose kernel for the
 * gradient of x this is. x (N, C, …), weight (C, O / groups, …kernel) → (N, O, …size), for one, two or three dims.
 */
function spread(x: Tensor, weight: Tensor, how: ConvolutionTranspose): Tensor {
  const { stride, padding, dilation, outputPadding, groups } = how;
  if (stride.length === 1) {
    const wide = { stride: [1, ...stride], padding: [0, ...padding], dilation: [1, ...dilation] };
    return onPlane(x, (image) =>
      spread(image, weight.unsqueeze(-2), { ...wide, outputPadding: [0, ...outputPadding], groups }),
    );
  }
  if (stride.length === 2) {
    const steps = { stride: pairOf(stride), padding: pairOf(padding), dilation: pairOf(dilation) };
    return conv2dInput(x, weight, { ...steps, groups, size: pairOf(outputSizes(x, weight, how)) });
  }
  // Each slice gives the slices of its window, as channels, and those are added up along the depth.
  const [n, channels, depth, height, width] = x.shape as [number, number, number, number, number];
  const kernel = weight.size(2);
  const slices = x.transpose(1, 2).reshape([n * depth, channels, height, width]);
  const [steps, pads, apart, more] = [stride, padding, dilation, outputPadding].map((sizes) =>
    sizes.slice(1),
  );
  const plane = { stride: steps!, padding: pads!, dilation: apart!, outputPadding: more!, groups };
  const y = spread(slices, weight.flatten(1, 2), plane); // (N D, O KD, OH, OW)
  const [step, end] = [stride[0]!, outputSizes(x, weight, how)[0]!];
  const taps = y.reshape([n, depth, y.size(1) / kernel, kernel, y.size(2), y.size(3)]);
  // Each tap: (N, O, D, OH, OW)
  const placed = taps.unbind(3).map((tap) => tap.transpose(1, 2));
  return addAlong(placed, 2, { stride: step, dilation: dilation[0]!, padding: padding[0]!, size: end });
}

/**
 * {@link spread} for x with a batch or without one, checked, and the bias: the part that functions and layers share.
 *
 * @throws ShapeError unless the groups divide the channels, the weight fits them, and something is left of the result.
 */
export function convolutionTranspose(
  what: string,
  x: Tensor,
  weight: Tensor,
  bias: Tensor | null,
  how: ConvolutionTranspose,
): Tensor {
  const { stride, dilation, outputPadding, groups } = how;
  const dims = stride.length;
  refuseBools(what, x, weight);
  const [channels, outs] = [x.size(x.ndim - dims - 1), weight.size(1) * groups];
  if (channels !== weight.size(0) || channels % groups !== 0)
    throw new ShapeError(
      `${what}: x ${x.describe()} has ${channels} channels, weight ${weight.describe()} takes ${weight.size(0)}; both ` +
        `must be the same, and divisible by ${groups} (groups).`,
    );
  if (bias && bias.size(0) !== outs)
    throw new ShapeError(
      `${what}: bias ${bias.describe()} must have ${outs} elements, one for each channel.`,
    );
  const wrong = outputPadding.findIndex((size, i) => size >= Math.max(stride[i]!, dilation[i]!));
  if (wrong >= 0)
    throw new ShapeError(
      `${what}: outputPadding is ${outputPadding[wrong]}, but must be less than the stride ${stride[wrong]} or the ` +
        `dilation ${dilation[wrong]}.`,
    );
  const size = outputSizes(x, weight, how);
  if (size.some((one) => one < 1))
    throw new ShapeError(`${what}: a result of size ${size} has no elements; take less padding.`);
  const y = onBatch(x, dims, (batch) => spread(batch, weight, how));
  return bias ? y.add(bias.reshape([outs, ...stride.map(() => 1)])) : y;
}
