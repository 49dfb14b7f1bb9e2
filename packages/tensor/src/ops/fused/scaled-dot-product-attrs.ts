import type { Tensor } from "../../tensor.ts";
import type { RandomState } from "../random/generator.ts";

/** After q, k and v stand the mask and the bias, each where its flag is set. */
export interface ScaledDotProductAttrs {
  /** What the products are multiplied by. */
  readonly scale: number;
  /** Query i sees keys 0 to i only. */
  readonly causal: boolean;
  readonly masked: boolean;
  readonly biased: boolean;
  /** The probability with which a weight is dropped. */
  readonly dropout: number;
  /** The random tensor of the weights' shape that decides which; null without dropout. */
  readonly state: RandomState | null;
}

/** q (…, lq, d), k (…, lk, d), v (…, lk, dv); mask bool and bias broadcast to (…, lq, lk). */
export type AttentionInputs = readonly [q: Tensor, k: Tensor, v: Tensor, ...maskAndBias: Tensor[]];
