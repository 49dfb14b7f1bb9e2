import type { Tensor } from "@saccade/tensor";
import { checkFloats } from "../contract/check-options.ts";
import { kernels } from "../definitions/kernel-regression.ts";

/** A kernel: the weight of a key at distance u (in bandwidths). Never negative. */
export type Kernel = (u: Tensor) => Tensor;

/**
 * The kernels by name. Constant factors cancel in the weights.
 *
 * @example poolingKernels.gaussian(tensor([0, 1])) // tensor([1.0000, 0.6065])
 */
export const poolingKernels: Readonly<Record<KernelName, Kernel>> = {
  /** exp(−u²/2). */
  gaussian: (u) => kernels.gaussian(floats("gaussian", u)),
  /** 1 for |u| < 1: the mean over a window. */
  boxcar: (u) => kernels.boxcar(floats("boxcar", u)),
  /** ¾ (1 − u²) for |u| < 1 (Epanechnikov 1969). d2l gives this name to the triangular kernel. */
  epanechnikov: (u) => kernels.epanechnikov(floats("epanechnikov", u)),
  /** 1 − |u| for |u| < 1. */
  triangular: (u) => kernels.triangular(floats("triangular", u)),
};

function floats(kernel: KernelName, u: Tensor): Tensor {
  checkFloats(`poolingKernels.${kernel}`, "u", u);
  return u;
}

/** The kernels of {@link poolingKernels}, by name. */
export type KernelName = "gaussian" | "boxcar" | "epanechnikov" | "triangular";
