import type { Tensor } from "@saccade/tensor";

/** The weights of a linear map, such as a `Linear`. */
export interface LinearWeights {
  /** (out, in). */
  readonly weight: Tensor;
  /** (out). Default: none. */
  readonly bias?: Tensor | null | undefined;
}

/** The weights of a layer norm, such as a `LayerNorm`. */
export interface NormWeights {
  /** (d), or null for 1. */
  readonly weight: Tensor | null;
  /** (d), or null for 0. Default: null. */
  readonly bias?: Tensor | null;
}
