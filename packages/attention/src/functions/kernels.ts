import { onesLike, type Tensor, where } from "@saccade/tensor";
import { checkFloats } from "../contract/check-options.ts";

/** A kernel: the weight of a key at distance u (in bandwidths). Never negative. */
export type Kernel = (u: Tensor) => Tensor;

/**
 * The kernels by name. Constant factors cancel in the weights.
 *
 * @example poolingKernels.gaussian(tensor([0, 1])) // tensor([1.0000, 0.6065])
 */
export const poolingKernels: Readonly<Record<KernelName, Kernel>> = {
  /** exp(−u²/2). */
  gaussian: (u) => floats("gaussian", u).square().mul(-0.5).exp(),
  /** 1 for |u| < 1: the mean over a window. */
  boxcar: (u) => where(floats("boxcar", u).abs().lt(1), onesLike(u), 0),
  /** ¾ (1 − u²) for |u| < 1 (Epanechnikov 1969). d2l gives this name to the triangular kernel. */
  epanechnikov: (u) => floats("epanechnikov", u).square().rsub(1).relu().mul(0.75),
  /** 1 − |u| for |u| < 1. */
  triangular: (u) => floats("triangular", u).abs().rsub(1).relu(),
};

function floats(kernel: KernelName, u: Tensor): Tensor {
  checkFloats(`poolingKernels.${kernel}`, "u", u);
  return u;
}

/** The kernels of {@link poolingKernels}, by name. */
export type KernelName = "gaussian" | "boxcar" | "epanechnikov" | "triangular";
