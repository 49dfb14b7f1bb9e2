import { Linear, Module } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import type { Attended, MaybeAttended, WeightsOptions, WithWeights } from "./attend.ts";
import type { MaskOptions } from "./combine-masks.ts";
import { mergeHeads, splitHeads } from "./heads.ts";
import type { MaskFillOptions } from "./masked-softmax.ts";
import { type ScaledDotProductOptions, scaledDotProductAttention } from "./scaled-dot-product.ts";

/** Self-attention in its shortest form: three projections without bias, one head. */
export class Attention extends Module {
  linear_q: Linear;
  linear_k: Linear;
  linear_v: Linear;
  readonly maskFill: number | null;

  constructor(embeddedSize: number, { maskFill = null }: MaskFillOptions = {}) {
    super();
    this.linear_q = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.linear_k = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.linear_v = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.maskFill = maskFill;
  }

  /** @param x (b, n, embeddedSize) → output the same, weights (b, n, n) unless `needWeights` is false. */
  override forward(x: Tensor, options?: MaskOptions & WithWeights): Attended;
  override forward(x: Tensor, options: MaskOptions & WeightsOptions): MaybeAttended;
  override forward(x: Tensor, options: MaskOptions & WeightsOptions = {}): MaybeAttended {
    const all: ScaledDotProductOptions = { ...options, maskFill: this.maskFill };
    return scope(() => {
      const [q, k, v] = [this.linear_q.forward(x), this.linear_k.forward(x), this.linear_v.forward(x)];
      return scaledDotProductAttention(q, k, v, all);
    });
  }
}

export interface SelfAttentionOptions extends MaskFillOptions {
  /** Whether the heads are projected back to inputDim, or stay side by side. Default true. */
  readonly outProj?: boolean;
}

/** Self-attention in which each of the heads is as wide as the input. */
export class SelfAttention extends Module {
  readonly inputDim: number;
  readonly numHeads: number;
  readonly maskFill: number | null;
  query_projections: Linear;
  key_projections: Linear;
  value_projections: Linear;
  output_projection: Linear | null;

  constructor(
    inputDim: number,
    numHeads: number = 8,
    { outProj = true, maskFill = null }: SelfAttentionOptions = {},
  ) {
    super();
    this.inputDim = inputDim;
    this.numHeads = numHeads;
    this.maskFill = maskFill;
    const width = inputDim * numHeads;
    this.query_projections = new Linear(inputDim, width);
    this.key_projections = new Linear(inputDim, width);
    this.value_projections = new Linear(inputDim, width);
    this.output_projection = outProj ? new Linear(width, inputDim) : null;
  }

  /**
   * @param x (b, n, inputDim) → output (b, n, inputDim), or (b, n, numHeads · inputDim); weights (b, h, n, n) unless
   * `needWeights` is false.
   */
  override forward(x: Tensor, options?: MaskOptions & WithWeights): Attended;
  override forward(x: Tensor, options: MaskOptions & WeightsOptions): MaybeAttended;
  override forward(x: Tensor, options: MaskOptions & WeightsOptions = {}): MaybeAttended {
    checkSequences("SelfAttention", x, this.inputDim);
    const { numHeads } = this;
    const all: ScaledDotProductOptions = { ...options, maskFill: this.maskFill };
    return scope(() => {
      const q = splitHeads(this.query_projections.forward(x), numHeads); // (b, h, n, d)
      const k = splitHeads(this.key_projections.forward(x), numHeads);
      const v = splitHeads(this.value_projections.forward(x), numHeads);
      const { output, weights } = scaledDotProductAttention(q, k, v, all);
      const merged = mergeHeads(output); // (b, n, h · d)
      return { output: this.output_projection?.forward(merged) ?? merged, weights };
    });
  }
}

/** @throws ShapeError unless x is (b, n, width). */
export function checkSequences(layer: string, x: Tensor, width: number): void {
  if (x.ndim === 3 && x.size(2) === width) return;
  throw new ShapeError(
    `${layer}: x ${formatShape(x.shape)} must be (b, n, ${width}), sequences of vectors of size ${width}.`,
  );
}
