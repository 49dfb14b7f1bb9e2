import { Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import {
  type Attended,
  checkDropout,
  type MaybeAttended,
  type WeightsOptions,
  type WithWeights,
} from "./attend.ts";
import type { MaskOptions } from "./combine-masks.ts";
import { anyMask } from "./heads.ts";
import type { MaskFillOptions } from "./masked-softmax.ts";
import { type ScaledDotProductOptions, scaledDotProductAttention } from "./scaled-dot-product.ts";

/** Scaled dot-product attention with lengths as masks, nothing to learn: d2l's `DotProductAttention`. */
export class DotProductAttention extends Module {
  readonly dropout: number;
  readonly maskFill: number | null;

  constructor(dropout: number = 0, { maskFill = null }: MaskFillOptions = {}) {
    super();
    this.dropout = checkDropout("DotProductAttention", dropout);
    this.maskFill = maskFill;
  }

  /**
   * @param queries (b, lq, d)
   * @param keys (b, lk, d)
   * @param values (b, lk, dv)
   * @param validLens how many keys count: (b), or (b, lq); further masks in `options`.
   */
  override forward(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens?: Tensor,
    options?: MaskOptions & WithWeights,
  ): Attended;
  override forward(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens: Tensor | undefined,
    options: MaskOptions & WeightsOptions,
  ): MaybeAttended;
  override forward(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens?: Tensor,
    options: MaskOptions & WeightsOptions = {},
  ): MaybeAttended {
    const { dropout, training, maskFill } = this;
    const lens = validLens ?? options.validLens;
    const all: ScaledDotProductOptions = { ...options, validLens: lens, dropout, training, maskFill };
    return scaledDotProductAttention(queries, keys, values, all);
  }
}

export interface ScaledDotProductAttentionOptions extends MaskFillOptions {
  /** What the queries are divided by before the product. Default √d. */
  readonly temperature?: number | undefined;
  /** Default 0.1. */
  readonly dropout?: number | undefined;
}

/**
 * Scaled dot-product attention with a temperature of its own and a mask of any dtype, in which 0 forbids
 * (Vaswani et al. 2017, section 3.2.1).
 */
export class ScaledDotProductAttention extends Module {
  readonly temperature: number | undefined;
  readonly dropout: number;
  readonly maskFill: number | null;

  constructor({ temperature, dropout = 0.1, maskFill = null }: ScaledDotProductAttentionOptions = {}) {
    super();
    if (temperature !== undefined && !(temperature > 0)) {
      throw new RangeError(`ScaledDotProductAttention: temperature ${temperature} must be above 0.`);
    }
    this.temperature = temperature;
    this.dropout = checkDropout("ScaledDotProductAttention", dropout);
    this.maskFill = maskFill;
  }

  /**
   * @param q (…, lq, d)
   * @param k (…, lk, d)
   * @param v (…, lk, dv)
   * @param mask (lq, lk), (b, lq, lk) or (b, 1 | h, lq, lk): not zero where a query may attend.
   */
  override forward(q: Tensor, k: Tensor, v: Tensor, mask?: Tensor, options?: WithWeights): Attended;
  override forward(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask: Tensor | undefined,
    options: WeightsOptions,
  ): MaybeAttended;
  override forward(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask?: Tensor,
    { needWeights }: WeightsOptions = {},
  ): MaybeAttended {
    const { temperature, dropout, training, maskFill } = this;
    return scope(() => {
      const masked = mask && anyMask(mask);
      const all: ScaledDotProductOptions = {
        mask: masked,
        temperature,
        dropout,
        training,
        maskFill,
        needWeights,
      };
      return scaledDotProductAttention(q, k, v, all);
    });
  }
}
