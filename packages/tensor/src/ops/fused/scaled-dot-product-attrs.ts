import type { Tensor } from "../../tensor.ts";
import type { RandomState } from "../random/generator.ts";

/** The inputs after q, k and v are the mask and the bias, each if its flag is set. */
export interface ScaledDotProductAttrs {
  /** The factor of the products. */
  readonly scale: number;
  /** Query i attends to keys 0 to i only. */
  readonly causal: boolean;
  /** Whether a mask is among the inputs. */
  readonly masked: boolean;
  /** Whether a bias is among the inputs. */
  readonly biased: boolean;
  /** The probability of dropping a weight. */
  readonly dropout: number;
  /** The state of the random tensor, in the weights' shape, that selects the dropped weights; null without dropout. */
  readonly state: RandomState | null;
}

/** q (…, lq, d), k (…, lk, d), v (…, lk, dv); mask (bool) and bias broadcast to (…, lq, lk). */
export type AttentionInputs = readonly [q: Tensor, k: Tensor, v: Tensor, ...maskAndBias: Tensor[]];
