import { DTypeError, pad, ShapeError, stack, type Tensor } from "@saccade/tensor";
import { checkAddressable } from "@saccade/tensor/backend";
import { type Given, oneOf, type Rule, type Settings, size } from "@saccade/tensor/contract";
import { conv2d as fusedConv2d, windowCount } from "@saccade/tensor/fused";
import { either } from "../rules.ts";
import {
  checkFits,
  inEachDim,
  onBatch,
  onPlane,
  pairOf,
  type SizeOrList,
  type SizeRule,
  spans,
  type Windows,
} from "./windows.ts";

/** Padding by name: "valid" adds nothing, "same" as much as keeps the size, for a stride of 1. */
export type NamedPadding = "valid" | "same";

/** How the windows of a convolution lie. */
export const stepRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default 1. */
    stride: of(1),
    /** Zeros added on both sides; "same" adds as many as keep the size, "valid" none. Default 0. */
    padding: paddingRule(of),
    /** Steps from one element of a window to the next. Default 1. */
    dilation: of(1),
    /** Channels are split into this many groups, each with its own filters. Default 1. */
    groups: size(1),
  }) as const;

function paddingRule<Size>(of: SizeRule<Size>): Rule<Size | NamedPadding, Size | NamedPadding> {
  const sizes = of(0);
  return {
    ...either(`${sizes.must}, or "same" or "valid"`, sizes, oneOf(["same", "valid"])),
    default: sizes.default as Size,
  };
}

/** Options of a convolution; `Size` is a number, or a list of one for each dim. */
export interface ConvSteps<Size> extends Given<ReturnType<typeof stepRules<Size>>> {}

/** The convolution of checked settings, in as many dims as the lists have numbers. */
export interface Convolution {
  readonly stride: readonly number[];
  /** Zeros before each dim. */
  readonly before: readonly number[];
  /** Zeros after each dim. */
  readonly after: readonly number[];
  readonly dilation: readonly number[];
  readonly groups: number;
}

/**
 * The zeros before and after each dim.
 *
 * @throws ShapeError for "same" with a stride.
 */
function paddingOf(
  windows: Pick<Windows, "what" | "kernel" | "stride" | "dilation">,
  padding: SizeOrList | NamedPadding,
): Pick<Convolution, "before" | "after"> {
  const { what, kernel, stride } = windows;
  if (padding !== "same") {
    const before = inEachDim(padding === "valid" ? 0 : padding, kernel.length);
    return { before, after: before };
  }
  if (stride.some((step) => step !== 1))
    throw new ShapeError(`${what}: padding "same" takes a stride of 1, got ${stride}; write padding: 1.`);
  const missing = spans(windows).map((span) => span - 1);
  const before = missing.map((size) => Math.floor(size / 2));
  return { before, after: missing.map((size, i) => size - before[i]!) };
}

/** The convolution of checked settings, with the size of its windows in each dim. */
export function stepsOf(
  what: string,
  kernel: readonly number[],
  { stride, dilation, padding, groups }: Settings<ReturnType<typeof stepRules<SizeOrList>>>,
): Convolution & Pick<Windows, "what" | "kernel"> {
  const each = (size: SizeOrList): readonly number[] => inEachDim(size, kernel.length);
  const steps = { what, kernel, stride: each(stride), dilation: each(dilation) };
  return { ...steps, ...paddingOf(steps, padding), groups };
}

/**
 * Σ over a window of x · weight, plus the bias: x (N, C, …), weight (O, C / groups, …kernel), bias (O) → (N, O, …counts), for
 * one, two or three dims. A sequence is an image of one row. The slices of a volume are images whose channels hold the
 * slices below, too: window by window, the depth of a kernel is more channels.
 */
export function convolve(x: Tensor, weight: Tensor, bias: Tensor | null, how: Convolution): Tensor {
  const { stride, before, after, dilation, groups } = how;
  if (stride.length === 1) {
    const wide = { stride: [1, ...stride], before: [0, ...before], after: [0, ...after] };
    return onPlane(x, (image) =>
      convolve(image, weight.unsqueeze(-2), bias, { ...wide, dilation: [1, ...dilation], groups }),
    );
  }
  // The op pads both sides of a dim alike; the rest is added before.
  const padding = before.map((size, i) => Math.min(size, after[i]!));
  const rest = padding.flatMap((size, i) => [before[i]! - size, after[i]! - size]);
  if (stride.length === 2) {
    const [top, bottom, left, right] = rest as [number, number, number, number];
    const padded = rest.some((size) => size > 0) ? pad(x, [left, right, top, bottom]) : x;
    const steps = { stride: pairOf(stride), padding: pairOf(padding), dilation: pairOf(dilation) };
    return fusedConv2d(padded, weight, bias, { ...steps, groups });
  }
  const [n, channels, , height, width] = x.shape as [number, number, number, number, number];
  const slices = depthWindows(x, weight.size(2), how); // (N, OD, C, KD, H, W)
  const count = slices.size(1);
  const images = slices.reshape([n * count, channels * weight.size(2), height, width]);
  const y = convolve(images, weight.flatten(1, 2), bias, withoutDepth(how)); // (N OD, O, OH, OW)
  return y.reshape([n, count, ...y.shape.slice(1)]).transpose(1, 2);
}

function withoutDepth({ stride, before, after, dilation, groups }: Convolution): Convolution {
  const [steps, first, last, apart] = [stride, before, after, dilation].map((sizes) => sizes.slice(1));
  return { stride: steps!, before: first!, after: last!, dilation: apart!, groups };
}

/** The windows along the depth of volumes (N, C, D, H, W): (N, OD, C, KD, H, W). */
function depthWindows(x: Tensor, kernel: number, { stride, before, after, dilation }: Convolution): Tensor {
  const [step, apart] = [stride[0]!, dilation[0]!];
  const padded = before[0]! + after[0]! > 0 ? pad(x, [0, 0, 0, 0, before[0]!, after[0]!]) : x;
  const last = (windowCount(padded.size(2), kernel, step, apart) - 1) * step;
  const taps = Array.from({ length: kernel }, (_, k) =>
    padded.slice(2, { start: k * apart, stop: k * apart + last + 1, step }),
  );
  return stack(taps, 2).permute([0, 3, 1, 2, 4, 5]);
}

/**
 * {@link convolve} for x with a batch or without one, checked: the part that functions and layers share.
 *
 * @throws ShapeError unless the groups divide the channels, the weight fits them, and a window fits into x.
 */
export function convolution(
  x: Tensor,
  weight: Tensor,
  bias: Tensor | null,
  how: Convolution & Pick<Windows, "what" | "kernel">,
): Tensor {
  const { what, kernel, before, after, groups } = how;
  const dims = kernel.length;
  refuseBools(what, x, weight);
  const channels = x.size(x.ndim - dims - 1);
  checkGroups(what, groups, channels, weight.size(0));
  if (channels !== weight.size(1) * groups)
    throw new ShapeError(
      `${what}: x ${x.describe()} has ${channels} channels, weight ${weight.describe()} takes ${weight.size(1)} in each ` +
        `of ${groups} groups; give it ${channels / groups}.`,
    );
  const padding = before.map((size, i) => (size + after[i]!) / 2);
  checkAddressable(what, [
    ...x.shape.slice(0, -dims),
    ...padding.map((one, i) => x.size(i - dims) + 2 * one),
  ]);
  checkFits({ ...how, padding, ceilMode: false }, x);
  return onBatch(x, dims, (batch) => convolve(batch, weight, bias, how));
}

/** @throws DTypeError if x and the weight are bool: sums of products are none. */
export function refuseBools(what: string, x: Tensor, weight: Tensor): void {
  if (x.dtype !== "bool" || weight.dtype !== "bool") return;
  const fix = 'convert x with to("float32")';
  throw new DTypeError(`${what}: x and weight are bool, which has no arithmetic; ${fix}.`);
}

/** @throws ShapeError unless groups divides both counts of channels. */
export function checkGroups(what: string, groups: number, inChannels: number, outChannels: number): void {
  if (inChannels % groups === 0 && outChannels % groups === 0) return;
  throw new ShapeError(
    `${what}: ${inChannels} inChannels and ${outChannels} outChannels must both be divisible by ${groups} (groups).`,
  );
}
