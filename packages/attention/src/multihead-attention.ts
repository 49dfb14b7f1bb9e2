import { init, Linear, Module, type Parameter } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import {
  type Attended,
  checkDropout,
  type MaybeAttended,
  type WeightsOptions,
  type WithWeights,
} from "./attend.ts";
import { checkHeads, mergeHeads } from "./heads.ts";
import { type InProjection, projectIn, projectionWeight, zeroParameter } from "./in-projection.ts";
import type { MaskFillOptions } from "./masked-softmax.ts";
import { fromInverseMasks, type InverseMasks } from "./multihead-masks.ts";
import { type ScaledDotProductOptions, scaledDotProductAttention } from "./scaled-dot-product.ts";

export interface MultiheadAttentionOptions extends MaskFillOptions {
  /** The probability with which a weight is dropped while training. Default 0. */
  readonly dropout?: number;
  /** Whether the projections have biases. Default true. */
  readonly bias?: boolean;
  /** The size of keys. Default embedDim. */
  readonly kdim?: number | undefined;
  /** The size of values. Default embedDim. */
  readonly vdim?: number | undefined;
  /** Inputs are (b, length, size) instead of (length, b, size). Default false. */
  readonly batchFirst?: boolean;
}

export interface MultiheadForwardOptions extends InverseMasks, WeightsOptions {
  /** Whether they are the mean over the heads, (b, lq, lk), or (b, h, lq, lk). Default true. */
  readonly averageAttnWeights?: boolean | undefined;
}

/**
 * `nn.MultiheadAttention`, parameter for parameter (Vaswani et al. 2017, section 3.2.2).
 *
 * It keeps PyTorch's masks, the inverse of those everywhere else in this library: a boolean mask is true where a query
 * may NOT attend. As there, a query with no key left gives NaN; with `maskFill: null` it gives zeros. The weights are
 * those before dropout, where PyTorch's are after it.
 */
export class MultiheadAttention extends Module implements InProjection {
  readonly embedDim: number;
  readonly numHeads: number;
  readonly kdim: number;
  readonly vdim: number;
  readonly dropout: number;
  readonly batchFirst: boolean;
  readonly maskFill: number | null;
  in_proj_weight: Parameter | null;
  q_proj_weight: Parameter | null;
  k_proj_weight: Parameter | null;
  v_proj_weight: Parameter | null;
  in_proj_bias: Parameter | null;
  out_proj: Linear;

  /** @throws ShapeError unless numHeads divides embedDim. */
  constructor(
    embedDim: number,
    numHeads: number,
    {
      dropout = 0,
      bias = true,
      kdim = embedDim,
      vdim = embedDim,
      batchFirst = false,
      maskFill = Number.NEGATIVE_INFINITY,
    }: MultiheadAttentionOptions = {},
  ) {
    super();
    checkHeads("MultiheadAttention", "embedDim", embedDim, numHeads);
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.kdim = kdim;
    this.vdim = vdim;
    this.dropout = checkDropout("MultiheadAttention", dropout);
    this.batchFirst = batchFirst;
    this.maskFill = maskFill;
    const one = kdim === embedDim && vdim === embedDim;
    this.in_proj_weight = one ? projectionWeight(3 * embedDim, embedDim) : null;
    this.q_proj_weight = one ? null : projectionWeight(embedDim, embedDim);
    this.k_proj_weight = one ? null : projectionWeight(embedDim, kdim);
    this.v_proj_weight = one ? null : projectionWeight(embedDim, vdim);
    this.in_proj_bias = bias ? zeroParameter([3 * embedDim]) : null;
    this.out_proj = new Linear(embedDim, embedDim, { bias });
    if (this.out_proj.bias) init.zeros(this.out_proj.bias);
  }

  /**
   * @param q (lq, b, embedDim); (b, lq, embedDim) with batchFirst; (lq, embedDim) unbatched
   * @param k likewise, (lk, b, kdim)
   * @param v likewise, (lk, b, vdim)
   * @returns output in the form of q; weights (b, lq, lk), (b, h, lq, lk), or without b where q has none.
   * @throws ShapeError when the shapes do not fit.
   */
  override forward(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    options?: MultiheadForwardOptions & WithWeights,
  ): Attended;
  override forward(q: Tensor, k: Tensor, v: Tensor, options: MultiheadForwardOptions): MaybeAttended;
  override forward(q: Tensor, k: Tensor, v: Tensor, options: MultiheadForwardOptions = {}): MaybeAttended {
    this.#check(q, k, v);
    return scope(() => {
      const [x, y, z] = alike([q, k, v], (t) => this.#batchFirst(t)); // (b, length, size)
      const { output, weights } = this.#attend(x, y, z, options);
      const averaged = options.averageAttnWeights === false ? weights : weights?.mean(1);
      if (q.ndim === 2) return { output: output.squeeze(0), weights: averaged?.squeeze(0) };
      return { output: this.batchFirst ? output : output.transpose(0, 1), weights: averaged };
    });
  }

  // All batch first: output (b, lq, E), weights (b, h, lq, lk).
  #attend(q: Tensor, k: Tensor, v: Tensor, options: MultiheadForwardOptions): MaybeAttended {
    const { numHeads, dropout, training, maskFill } = this;
    const scores = [q.size(0), numHeads, q.size(1), k.size(1)] as const;
    const { mask, bias } = fromInverseMasks(options, scores);
    const { needWeights } = options;
    const [a, b, c] = projectIn(this, [q, k, v], numHeads); // (b, h, l, d)
    const more: ScaledDotProductOptions = { mask, bias, dropout, training, maskFill, needWeights };
    const { output, weights } = scaledDotProductAttention(a!, b!, c!, more);
    return { output: this.out_proj.forward(mergeHeads(output)), weights };
  }

  #batchFirst(x: Tensor): Tensor {
    if (x.ndim === 2) return x.unsqueeze(0);
    return this.batchFirst ? x : x.transpose(0, 1);
  }

  #check(q: Tensor, k: Tensor, v: Tensor): void {
    const shapes = `q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)}`;
    const form = this.batchFirst ? "(b, length, size)" : "(length, b, size)";
    if ((q.ndim !== 2 && q.ndim !== 3) || k.ndim !== q.ndim || v.ndim !== q.ndim) {
      throw new ShapeError(
        `MultiheadAttention: ${shapes} must all be ${form}, or all (length, size) without a batch.`,
      );
    }
    const { embedDim, kdim, vdim } = this;
    if (q.size(-1) !== embedDim || k.size(-1) !== kdim || v.size(-1) !== vdim) {
      throw new ShapeError(
        `MultiheadAttention: ${shapes}: the last sizes must be embedDim ${embedDim}, kdim ${kdim}, vdim ${vdim}.`,
      );
    }
    const batch = (x: Tensor): number => (x.ndim === 2 ? 1 : x.size(this.batchFirst ? 0 : 1));
    if (batch(k) !== batch(q) || batch(v) !== batch(q)) {
      throw new ShapeError(
        `MultiheadAttention: ${shapes}: batch sizes ${batch(q)}, ${batch(k)} and ${batch(v)} differ; the inputs are ` +
          `${form}. ${this.batchFirst ? "" : "For (b, length, size) pass { batchFirst: true }."}`.trimEnd(),
      );
    }
  }
}

// The same tensor stays the same, so that self-attention is seen as such.
function alike(
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  f: (x: Tensor) => Tensor,
): [Tensor, Tensor, Tensor] {
  const x = f(q);
  const y = k === q ? x : f(k);
  return [x, y, v === q ? x : v === k ? y : f(v)];
}
