// Windows that slide over the last two dims of an image.

import type { Shape } from "../../kit.ts";

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
