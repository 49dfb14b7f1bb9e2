import type { Tensor } from "@saccade/tensor";
import { flag, type Given, number, required, tensorRule } from "@saccade/tensor/contract";
import { averageWindows } from "./avg-pool.ts";
import {
  functionCall,
  oneSize,
  type Pair,
  poolStride,
  type SizeOrList,
  type SizeRule,
  sizeOrPair,
  sizeOrTriple,
  type Triple,
  type Windows,
  windowsFrom,
} from "./windows.ts";

export const lpPoolRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default the kernel size. */
    stride: poolStride(of),
    /** Whether a last window that does not fit counts too. Default false. */
    ceilMode: flag(false),
  }) as const;

/** Options of power-average pooling; `Size` is a number, or a list of one for each dim. */
export type LPPoolOptions<Size> = Given<ReturnType<typeof lpPoolRules<Size>>>;

/** (Σ xᵖ)^(1/p) over each window of x. */
export function powerWindows(x: Tensor, p: number, windows: Windows): Tensor {
  const size = windows.kernel.reduce((a, b) => a * b);
  const average = averageWindows(p === 2 ? x.square() : x.pow(p), windows, {
    countIncludePad: true,
    divisorOverride: null,
  });
  // As in PyTorch: a window that a border cuts is the power mean of its elements, times its full size.
  return average
    .sign()
    .mul(average.abs().relu())
    .mul(size)
    .pow(1 / p);
}

/** Declares power-average pooling of some dims as a function. */
/* @__NO_SIDE_EFFECTS__ */
function declare<Size extends SizeOrList>(what: string, dims: number, of: SizeRule<Size>, shapes: string) {
  const positional = {
    x: required(tensorRule("float")),
    normType: required(number()),
    kernelSize: required(of(1)),
  };
  const read = functionCall(what, positional, lpPoolRules(of), shapes, `${what}(x, 2, 3, { stride: 2 })`);
  return (given: readonly unknown[]): Tensor => {
    const settings = read(given);
    return powerWindows(settings.x, settings.normType, windowsFrom(what, dims, settings));
  };
}

const of1d = /* @__PURE__ */ declare("lpPool1d", 1, oneSize, "x (n, c, l) | (c, l)");
const of2d = /* @__PURE__ */ declare("lpPool2d", 2, sizeOrPair, "x (n, c, h, w) | (c, h, w)");
const of3d = /* @__PURE__ */ declare("lpPool3d", 3, sizeOrTriple, "x (n, c, d, h, w) | (c, d, h, w)");

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, L) → (N, C, OL); the batch dim may be absent. p = 1 gives sums; an odd p takes the
 * root of the sum's size.
 *
 * @throws ShapeError if no window fits; DTypeError unless x is of floats.
 * @example functional.lpPool1d(tensor([[[3, 4]]]), 2, 2) // tensor([[[5]]])
 */
export function lpPool1d(
  x: Tensor,
  normType: number,
  kernelSize: number | readonly [number],
  options?: LPPoolOptions<number | readonly [number]>,
): Tensor {
  return of1d([x, normType, kernelSize, options]);
}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. See {@link lpPool1d}.
 *
 * @throws ShapeError if no window fits; DTypeError unless x is of floats.
 * @example functional.lpPool2d(tensor([[[[3, 4]]]]), 2, [1, 2]) // tensor([[[[5]]]])
 */
export function lpPool2d(
  x: Tensor,
  normType: number,
  kernelSize: number | Pair,
  options?: LPPoolOptions<number | Pair>,
): Tensor {
  return of2d([x, normType, kernelSize, options]);
}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent. See {@link lpPool1d}.
 *
 * @throws ShapeError if no window fits; DTypeError unless x is of floats.
 * @example functional.lpPool3d(tensor([[[[[3, 4]]]]]), 2, [1, 1, 2]) // tensor([[[[[5]]]]])
 */
export function lpPool3d(
  x: Tensor,
  normType: number,
  kernelSize: number | Triple,
  options?: LPPoolOptions<number | Triple>,
): Tensor {
  return of3d([x, normType, kernelSize, options]);
}
