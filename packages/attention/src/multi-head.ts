import { Dropout, LayerNorm, Linear, Module } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import type { Attended, MaybeAttended, WeightsOptions, WithWeights } from "./attend.ts";
import { ScaledDotProductAttention } from "./dot-product.ts";
import { mergeHeads, splitHeads } from "./heads.ts";
import type { MaskFillOptions } from "./masked-softmax.ts";

export interface MultiHeadAttentionOptions extends MaskFillOptions {
  /** Of the weights and of the output, while training. Default 0.1. */
  readonly dropout?: number;
  /** Default 1e-6. */
  readonly layerNormEps?: number;
}

/**
 * The paper's multi-head attention as a whole sublayer: LayerNorm(q + Dropout(Concat(heads) W)), where the residual is
 * the query as it came in (Vaswani et al. 2017, sections 3.2.2 and 5.4). The projections have no bias.
 */
export class MultiHeadAttention extends Module {
  readonly nHead: number;
  readonly dModel: number;
  w_qs: Linear;
  w_ks: Linear;
  w_vs: Linear;
  fc: Linear;
  attention: ScaledDotProductAttention;
  dropout: Dropout;
  layer_norm: LayerNorm;

  constructor(
    nHead: number,
    dModel: number,
    dK: number,
    dV: number,
    { dropout = 0.1, layerNormEps = 1e-6, maskFill = null }: MultiHeadAttentionOptions = {},
  ) {
    super();
    this.nHead = nHead;
    this.dModel = dModel;
    this.w_qs = new Linear(dModel, nHead * dK, { bias: false });
    this.w_ks = new Linear(dModel, nHead * dK, { bias: false });
    this.w_vs = new Linear(dModel, nHead * dV, { bias: false });
    this.fc = new Linear(nHead * dV, dModel, { bias: false });
    this.attention = new ScaledDotProductAttention({ temperature: Math.sqrt(dK), dropout, maskFill });
    this.dropout = new Dropout(dropout);
    this.layer_norm = new LayerNorm(dModel, { eps: layerNormEps });
  }

  /**
   * @param q (b, lq, dModel)
   * @param k (b, lk, dModel)
   * @param v (b, lk, dModel)
   * @param mask (lq, lk), (b, lq, lk) or (b, 1 | h, lq, lk), each size possibly 1: not zero where a query may attend.
   * @returns output (b, lq, dModel), weights (b, h, lq, lk) unless `needWeights` is false
   * @throws ShapeError when the shapes do not fit.
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
    options: WeightsOptions = {},
  ): MaybeAttended {
    this.#check(q, k, v);
    return scope(() => {
      const heads = this.attention.forward(
        splitHeads(this.w_qs.forward(q), this.nHead), // (b, h, lq, dK)
        splitHeads(this.w_ks.forward(k), this.nHead),
        splitHeads(this.w_vs.forward(v), this.nHead),
        mask,
        options,
      );
      const projected = this.dropout.forward(this.fc.forward(mergeHeads(heads.output)));
      return { output: this.layer_norm.forward(projected.add(q)), weights: heads.weights };
    });
  }

  #check(q: Tensor, k: Tensor, v: Tensor): void {
    const fits = (x: Tensor): boolean => x.ndim === 3 && x.size(0) === q.size(0) && x.size(2) === this.dModel;
    if (fits(q) && fits(k) && fits(v)) return;
    throw new ShapeError(
      `MultiHeadAttention: q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)} must be ` +
        `(b, length, ${this.dModel}), with one batch size b and dModel = ${this.dModel}.`,
    );
  }
}
