import { onesLike, type Tensor, where } from "@saccade/tensor";

/** A kernel: the weight of a key at distance u (in bandwidths). Never negative. */
export type Kernel = (u: Tensor) => Tensor;

/**
 * The kernels by name. Constant factors cancel in the weights.
 *
 * @example poolingKernels.gaussian(tensor([0, 1])) // tensor([1.0000, 0.6065])
 */
export const poolingKernels: Readonly<Record<KernelName, Kernel>> = {
  /** exp(−u²/2). */
  gaussian: (u) => u.square().mul(-0.5).exp(),
  /** 1 for |u| < 1: the mean over a window. */
  boxcar: (u) => where(u.abs().lt(1), onesLike(u), 0),
  /** ¾ (1 − u²) for |u| < 1 (Epanechnikov 1969). d2l gives this name to the triangular kernel. */
  epanechnikov: (u) => u.square().rsub(1).relu().mul(0.75),
  /** 1 − |u| for |u| < 1. */
  triangular: (u) => u.abs().rsub(1).relu(),
};

/** The kernels of {@link poolingKernels}, by name. */
export type KernelName = "gaussian" | "boxcar" | "epanechnikov" | "triangular";
