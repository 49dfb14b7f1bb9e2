import { Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import {
  type Attended,
  checkDropout,
  type MaybeAttended,
  type WeightsOptions,
  type WithWeights,
} from "./attend.ts";
import { anyMask, checkHeads, mergeHeads, splitHeads } from "./heads.ts";
import type { MaskFillOptions } from "./masked-softmax.ts";
import { type ScaledDotProductOptions, scaledDotProductAttention } from "./scaled-dot-product.ts";
import { checkSequences } from "./self-attention.ts";

// Self-attention in four steps, each a little more than the one before.

/** The first step: three projections, one head. */
export class SelfAttentionV1 extends Module {
  query_proj: Linear;
  key_proj: Linear;
  value_proj: Linear;

  constructor(hiddenDim: number) {
    super();
    this.query_proj = new Linear(hiddenDim, hiddenDim);
    this.key_proj = new Linear(hiddenDim, hiddenDim);
    this.value_proj = new Linear(hiddenDim, hiddenDim);
  }

  /** @param x (…, n, hiddenDim) → output the same, weights (…, n, n) unless `needWeights` is false. */
  override forward(x: Tensor, options?: WithWeights): Attended;
  override forward(x: Tensor, options: WeightsOptions): MaybeAttended;
  override forward(x: Tensor, options: WeightsOptions = {}): MaybeAttended {
    return scope(() => {
      const [q, k, v] = [this.query_proj.forward(x), this.key_proj.forward(x), this.value_proj.forward(x)];
      return scaledDotProductAttention(q, k, v, options);
    });
  }
}

/** The second step: the three projections as one matrix, and one for the output. */
export class SelfAttentionV2 extends Module {
  proj: Linear;
  output_proj: Linear;

  constructor(dim: number) {
    super();
    this.proj = new Linear(dim, 3 * dim);
    this.output_proj = new Linear(dim, dim);
  }

  /** @param x (…, n, dim) → output the same, weights (…, n, n) unless `needWeights` is false. */
  override forward(x: Tensor, options?: WithWeights): Attended;
  override forward(x: Tensor, options: WeightsOptions): MaybeAttended;
  override forward(x: Tensor, options: WeightsOptions = {}): MaybeAttended {
    return scope(() => {
      const [q, k, v] = inThree(this.proj.forward(x));
      const { output, weights } = scaledDotProductAttention(q, k, v, options);
      return { output: this.output_proj.forward(output), weights };
    });
  }
}

export interface SelfAttentionStepOptions extends MaskFillOptions {
  /** The probability with which a weight is dropped while training. Default 0.1. */
  readonly dropout?: number;
}

/** The third step: a mask, and dropout of the weights. */
export class SelfAttentionV3 extends Module {
  readonly dropout: number;
  readonly maskFill: number | null;
  proj: Linear;
  output_proj: Linear;

  constructor(dim: number, { dropout = 0.1, maskFill = null }: SelfAttentionStepOptions = {}) {
    super();
    this.dropout = checkDropout("SelfAttentionV3", dropout);
    this.maskFill = maskFill;
    this.proj = new Linear(dim, 3 * dim);
    this.output_proj = new Linear(dim, dim);
  }

  /**
   * @param x (b, n, dim) → output the same, weights (b, n, n) unless `needWeights` is false.
   * @param mask (n, n) or (b, n, n), each size possibly 1: not zero where a query may attend.
   */
  override forward(x: Tensor, mask?: Tensor, options?: WithWeights): Attended;
  override forward(x: Tensor, mask: Tensor | undefined, options: WeightsOptions): MaybeAttended;
  override forward(x: Tensor, mask?: Tensor, { needWeights }: WeightsOptions = {}): MaybeAttended {
    const { dropout, training, maskFill } = this;
    return scope(() => {
      const [q, k, v] = inThree(this.proj.forward(x));
      const masked = mask && anyMask(mask);
      const all: ScaledDotProductOptions = { mask: masked, dropout, training, maskFill, needWeights };
      const { output, weights } = scaledDotProductAttention(q, k, v, all);
      return { output: this.output_proj.forward(output), weights };
    });
  }
}

/** The fourth step: several heads, each on its part of the projections. */
export class MultiHeadSelfAttention extends Module {
  readonly hiddenDim: number;
  readonly numHeads: number;
  readonly dropout: number;
  readonly maskFill: number | null;
  q_proj: Linear;
  k_proj: Linear;
  v_proj: Linear;
  out_proj: Linear;

  /** @throws ShapeError unless numHeads divides hiddenDim. */
  constructor(
    hiddenDim: number,
    numHeads: number,
    { dropout = 0.1, maskFill = null }: SelfAttentionStepOptions = {},
  ) {
    super();
    checkHeads("MultiHeadSelfAttention", "hiddenDim", hiddenDim, numHeads);
    this.hiddenDim = hiddenDim;
    this.numHeads = numHeads;
    this.dropout = checkDropout("MultiHeadSelfAttention", dropout);
    this.maskFill = maskFill;
    this.q_proj = new Linear(hiddenDim, hiddenDim);
    this.k_proj = new Linear(hiddenDim, hiddenDim);
    this.v_proj = new Linear(hiddenDim, hiddenDim);
    this.out_proj = new Linear(hiddenDim, hiddenDim);
  }

  /**
   * @param x (b, n, hiddenDim) → output the same, weights (b, h, n, n) unless `needWeights` is false.
   * @param mask (n, n), (b, n, n) or (b, 1 | h, n, n), each size possibly 1: not zero where a query may attend.
   */
  override forward(x: Tensor, mask?: Tensor, options?: WithWeights): Attended;
  override forward(x: Tensor, mask: Tensor | undefined, options: WeightsOptions): MaybeAttended;
  override forward(x: Tensor, mask?: Tensor, { needWeights }: WeightsOptions = {}): MaybeAttended {
    checkSequences("MultiHeadSelfAttention", x, this.hiddenDim);
    const { numHeads, dropout, training, maskFill } = this;
    return scope(() => {
      const q = splitHeads(this.q_proj.forward(x), numHeads); // (b, h, n, d)
      const k = splitHeads(this.k_proj.forward(x), numHeads);
      const v = splitHeads(this.v_proj.forward(x), numHeads);
      const masked = mask && anyMask(mask);
      const all: ScaledDotProductOptions = { mask: masked, dropout, training, maskFill, needWeights };
      const { output, weights } = scaledDotProductAttention(q, k, v, all);
      return { output: this.out_proj.forward(mergeHeads(output)), weights };
    });
  }
}

// (…, 3 d) → three of (…, d): views.
function inThree(x: Tensor): [Tensor, Tensor, Tensor] {
  const d = x.size(-1) / 3;
  return [x.narrow(-1, 0, d), x.narrow(-1, d, d), x.narrow(-1, 2 * d, d)];
}
