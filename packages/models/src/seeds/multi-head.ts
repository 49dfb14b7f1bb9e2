import type { AttendedIf, WeightsOptions } from "@saccade/attention";
import {
  attendedIf,
  checkParts,
  checkTensors,
  dotProductAttention,
  dropNonexistent,
  dropoutRule,
  epsRule,
  maskFillRules,
  mergeHeads,
  noteParts,
  splitHeads,
} from "@saccade/attention/model";
import { Dropout, LayerNorm, Linear, Module } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { checkInteger, formatShape } from "@saccade/tensor/backend";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { ScaledDotProductAttention } from "./scaled-dot-product-attention.ts";
import { weightsForward } from "./weights-forward.ts";

const name = "MultiHeadAttention";
const attentionOptions = options(
  name,
  {
    /** Of the weights and of the output, while training. Default 0.1. */
    dropout: dropoutRule(0.1),
    /** Default 1e-6. */
    layerNormEps: epsRule(1e-6),
    ...maskFillRules,
  },
  { example: `new ${name}(nHead, dModel, dK, dV, { dropout: 0.1 })` },
);

/** Options of the multi-head attention of the seed documents. */
export interface MultiHeadAttentionOptions extends OptionsOf<typeof attentionOptions> {}

const forwardOptions = weightsForward(name, "attention.forward(q, k, v, mask)");

/**
 * The paper's multi-head attention as a whole sublayer: LayerNorm(q + Dropout(Concat(heads) W)), where the residual is
 * the query as it came in (Vaswani et al. 2017, sections 3.2.2 and 5.4). The projections have no bias.
 *
 * @example
 * const x = randn([1, 3, 8]);
 * new MultiHeadAttention(2, 8, 4, 4).forward(x, x, x).output.shape // [1, 3, 8]
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

  constructor(nHead: number, dModel: number, dK: number, dV: number, given: MultiHeadAttentionOptions = {}) {
    super();
    for (const [size, value] of Object.entries({ nHead, dModel, dK, dV })) checkInteger(name, size, value, 1);
    const { dropout, layerNormEps, maskFill } = attentionOptions(given);
    const attention = new ScaledDotProductAttention({ temperature: Math.sqrt(dK), dropout, maskFill });
    this.nHead = nHead;
    this.dModel = dModel;
    this.w_qs = new Linear(dModel, nHead * dK, { bias: false });
    this.w_ks = new Linear(dModel, nHead * dK, { bias: false });
    this.w_vs = new Linear(dModel, nHead * dV, { bias: false });
    this.fc = new Linear(nHead * dV, dModel, { bias: false });
    this.attention = attention;
    this.dropout = new Dropout(dropout);
    this.layer_norm = new LayerNorm(dModel, { eps: layerNormEps });
    noteParts(this);
  }

  /**
   * @param q (b, lq, dModel)
   * @param k (b, lk, dModel)
   * @param v (b, lk, dModel)
   * @param mask (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk), each size possibly 1: bool, true where a query may attend.
   * @returns output (b, lq, dModel), weights (b, h, lq, lk) unless `needWeights` is false
   * @throws ShapeError when the shapes do not fit.
   */
  override forward<W extends boolean = true>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask?: Tensor,
    given: WeightsOptions<W> = {},
  ): AttendedIf<W> {
    checkParts(this);
    checkTensors(name, { q, k, v });
    const { needWeights } = forwardOptions(given);
    this.#check(q, k, v);
    const { nHead } = this;
    const { temperature, dropout, maskFill } = this.attention;
    const place = { what: name, shape: [q.size(0), nHead, q.size(1), k.size(1)], headsHidden: true };
    return attendedIf<W>(
      scope(() => {
        const { inputs, masks } = dropNonexistent(place, [q, k, v], { mask }, maskFill);
        const heads = dotProductAttention(
          place,
          splitHeads(this.w_qs.forward(inputs[0]), nHead), // (b, h, lq, dK)
          splitHeads(this.w_ks.forward(inputs[1]), nHead),
          splitHeads(this.w_vs.forward(inputs[2]), nHead),
          { ...masks, needWeights, temperature, dropout, training: this.attention.training, maskFill },
        );
        const projected = this.dropout.forward(this.fc.forward(mergeHeads(heads.output)));
        return { output: this.layer_norm.forward(projected.add(q)), weights: heads.weights };
      }),
    );
  }

  #check(q: Tensor, k: Tensor, v: Tensor): void {
    const fits = (x: Tensor): boolean =>
      x.ndim === 3 && q.ndim === 3 && x.size(0) === q.size(0) && x.size(2) === this.dModel;
    if (fits(q) && fits(k) && fits(v)) return;
    throw new ShapeError(
      `${name}: q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)} must be ` +
        `(b, length, ${this.dModel}), with one batch size b and dModel = ${this.dModel}.`,
    );
  }
}
