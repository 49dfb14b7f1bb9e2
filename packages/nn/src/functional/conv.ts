import { DTypeError, pad, ShapeError, stack, type Tensor } from "@saccade/tensor";
import { checkAddressable } from "@saccade/tensor/backend";
import { type Given, nullable, oneOf, type Rule, required, size, tensorRule } from "@saccade/tensor/contract";
import { conv2d as fusedConv2d, windowCount } from "@saccade/tensor/fused";
import { either } from "../rules.ts";
import {
  checkFits,
  functionCall,
  inEachDim,
  onBatch,
  oneSize,
  onPlane,
  type Pair,
  pairOf,
  type SizeOrList,
  type SizeRule,
  sizeOrPair,
  sizeOrTriple,
  spans,
  type Triple,
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
export type ConvSteps<Size> = Given<ReturnType<typeof stepRules<Size>>>;

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
export function paddingOf(
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

const argumentRules = {
  x: required(tensorRule()),
  weight: required(tensorRule()),
  bias: nullable(tensorRule(), null),
} as const;

/** Declares the convolution of some dims as a function. */
/* @__NO_SIDE_EFFECTS__ */
function declare<Size extends SizeOrList>(what: string, dims: number, of: SizeRule<Size>, shapes: string) {
  const example = `${what}(x, weight, bias, { stride: 2 })`;
  const read = functionCall(what, argumentRules, stepRules(of), shapes, example);
  return (given: readonly unknown[]): Tensor => {
    const { x, weight, bias, stride, padding, dilation, groups } = read(given);
    const kernel = weight.shape.slice(2);
    const steps = { what, kernel, stride: inEachDim(stride, dims), dilation: inEachDim(dilation, dims) };
    return convolution(x, weight, bias, { ...steps, ...paddingOf(steps, padding), groups });
  };
}

const of1d = /* @__PURE__ */ declare(
  "conv1d",
  1,
  oneSize,
  "x (n, channels, l) | (channels, l)  weight (out, in, k)  bias? (out)",
);
const of2d = /* @__PURE__ */ declare(
  "conv2d",
  2,
  sizeOrPair,
  "x (n, channels, h, w) | (channels, h, w)  weight (out, in, kh, kw)  bias? (out)",
);
const of3d = /* @__PURE__ */ declare(
  "conv3d",
  3,
  sizeOrTriple,
  "x (n, channels, d, h, w) | (channels, d, h, w)  weight (out, in, kd, kh, kw)  bias? (out)",
);

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

/**
 * Convolution (cross-correlation, as in PyTorch) over sequences: x (N, C, L), weight (O, C / groups, K), bias (O) → (N, O, OL)
 * with OL = ⌊(L + 2 padding − dilation (K − 1) − 1) / stride⌋ + 1; the batch dim may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for padding "same" with a stride.
 * @example functional.conv1d(tensor([[[1, 2, 3]]]), tensor([[[1, 1]]])) // tensor([[[3, 5]]])
 */
export function conv1d(
  x: Tensor,
  weight: Tensor,
  bias?: Tensor | null,
  options?: ConvSteps<number | readonly [number]>,
): Tensor {
  return of1d([x, weight, bias, options]);
}

/**
 * Convolution (cross-correlation, as in PyTorch) over images: x (N, C, H, W), weight (O, C / groups, KH, KW), bias (O) →
 * (N, O, OH, OW) with OH = ⌊(H + 2 padding − dilation (KH − 1) − 1) / stride⌋ + 1 and OW likewise; the batch dim may be
 * absent.
 *
 * @throws ShapeError if the shapes do not match, and for padding "same" with a stride.
 * @example functional.conv2d(ones([1, 1, 3, 3]), ones([1, 1, 2, 2])) // tensor([[[[4, 4], [4, 4]]]])
 */
export function conv2d(
  x: Tensor,
  weight: Tensor,
  bias?: Tensor | null,
  options?: ConvSteps<number | Pair>,
): Tensor {
  return of2d([x, weight, bias, options]);
}

/**
 * Convolution (cross-correlation, as in PyTorch) over volumes: x (N, C, D, H, W), weight (O, C / groups, KD, KH, KW), bias
 * (O) → (N, O, OD, OH, OW) with OD = ⌊(D + 2 padding − dilation (KD − 1) − 1) / stride⌋ + 1 and OH, OW likewise; the batch
 * dim may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for padding "same" with a stride.
 * @example functional.conv3d(ones([1, 1, 2, 2, 2]), ones([1, 1, 2, 2, 2])) // tensor([[[[[8]]]]])
 */
export function conv3d(
  x: Tensor,
  weight: Tensor,
  bias?: Tensor | null,
  options?: ConvSteps<number | Triple>,
): Tensor {
  return of3d([x, weight, bias, options]);
}
