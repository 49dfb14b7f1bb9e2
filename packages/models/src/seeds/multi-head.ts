import type { AttendedIf, WeightsOptions } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { Dropout, LayerNorm, Linear, Module, running } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { type OptionsOf, options, required, signature, size } from "@saccade/tensor/contract";
import { residual } from "../definitions/layers.ts";
import { type AttentionRules, attentionRules, weightsForward } from "./base.ts";

const inner = "ScaledDotProductAttention";
const innerOptions = options(
  inner,
  {
    /** The divisor of the queries before the product. Default √d. */
    temperature: attention.positiveRule(),
    ...attentionRules,
  },
  { example: `new ${inner}({ temperature: 8 })`, renamed: { attnDropout: "write dropout" } },
);
const innerForward = attention.method(
  weightsForward(inner, "attention.forward(q, k, v, mask"),
  "q float (…, lq, d)  k float (…, lk, d)  v float (…, lk, dv)  mask? bool (_, _) | (_, _, _) | (_, _, _, _)",
);

/** Options of {@link ScaledDotProductAttention}. */
export interface ScaledDotProductAttentionOptions extends OptionsOf<typeof innerOptions, AttentionRules> {}

/**
 * Scaled dot-product attention with a configurable temperature (Vaswani et al. 2017, section 3.2.1). Document 000.
 *
 * @example
 * const x = randn([1, 3, 8]);
 * new ScaledDotProductAttention().eval().forward(x, x, x).output.shape // [1, 3, 8]
 */
export class ScaledDotProductAttention extends Module {
  readonly temperature: number | undefined;
  readonly dropout: number;
  readonly maskFill: number | null;

  constructor(given: ScaledDotProductAttentionOptions = {}) {
    const { temperature, dropout, maskFill } = innerOptions(given);
    super();
    this.temperature = temperature;
    this.dropout = dropout;
    this.maskFill = maskFill;
  }

  /**
   * @param q (…, lq, d)
   * @param k (…, lk, d)
   * @param v (…, lk, dv)
   * @param mask bool (lq, lk), or of the scores' rank: true where a query may attend.
   * @returns output (…, lq, dv), weights (…, lq, lk) unless `needWeights` is false.
   */
  override forward<W extends boolean = true>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask?: Tensor,
    given: WeightsOptions<W> = {},
  ): AttendedIf<W> {
    const { needWeights } = innerForward(this, [q, k, v, mask, given]);
    const { temperature, dropout, training, maskFill } = this;
    const settings = { needWeights, temperature, dropout, training, maskFill };
    const scores = { what: inner, shape: attention.scoresShape(q, k), headsHidden: false };
    return attention.attendedIf<W>(
      scope(() => {
        const allowed = attention.allow(scores, { mask }, q.backend);
        return attention.dotProductAttention(allowed, q, k, v, settings);
      }),
    );
  }
}

const name = "MultiHeadSublayer";
const whole = required(size());
const construct = signature(
  name,
  { nHead: whole, dModel: whole, dK: whole, dV: whole },
  {
    /** Default 1e-6. */
    layerNormEps: attention.epsRule(1e-6),
    /** `dropout` acts on the weights and on the output. */
    ...attentionRules,
  },
  { example: `new ${name}(nHead, dModel, dK, dV, { dropout: 0.1 })` },
);
const forward = attention.method(
  weightsForward(name, "attention.forward(q, k, v, mask"),
  "q float (b, lq, dModel)  k float (b, lk, dModel)  v float (b, lk, dModel)  mask? bool (_, _) | (_, _, _) | (_, _, _, _)",
);

/** Options of {@link MultiHeadSublayer}. */
export interface MultiHeadSublayerOptions extends OptionsOf<typeof construct, AttentionRules> {}

/**
 * Multi-head attention as a whole sublayer: LayerNorm(q + Dropout(Concat(heads) W)), where the residual is the query as it
 * came in (Vaswani et al. 2017, sections 3.2.2 and 5.4). The projections have no bias. `MultiHeadAttention` of document 000.
 *
 * @example
 * const x = randn([1, 3, 8]);
 * new MultiHeadSublayer(2, 8, 4, 4).forward(x, x, x).output.shape // [1, 3, 8]
 */
export class MultiHeadSublayer extends Module {
  readonly nHead: number;
  readonly dModel: number;
  w_qs: Linear;
  w_ks: Linear;
  w_vs: Linear;
  fc: Linear;
  attention: ScaledDotProductAttention;
  dropout: Dropout;
  layer_norm: LayerNorm;

  constructor(nHead: number, dModel: number, dK: number, dV: number, given: MultiHeadSublayerOptions = {}) {
    const { dropout, layerNormEps: eps, maskFill } = construct([nHead, dModel, dK, dV, given]);
    super();
    this.nHead = nHead;
    this.dModel = dModel;
    this.w_qs = new Linear(dModel, nHead * dK, { bias: false });
    this.w_ks = new Linear(dModel, nHead * dK, { bias: false });
    this.w_vs = new Linear(dModel, nHead * dV, { bias: false });
    this.fc = new Linear(nHead * dV, dModel, { bias: false });
    this.attention = new ScaledDotProductAttention({ temperature: Math.sqrt(dK), dropout, maskFill });
    this.dropout = new Dropout(dropout);
    this.layer_norm = new LayerNorm(dModel, { eps });
    attention.noteParts(this);
  }

  /**
   * @param q (b, lq, dModel)
   * @param k (b, lk, dModel)
   * @param v (b, lk, dModel)
   * @param mask (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk), each size possibly 1: bool, true where a query may attend.
   * @returns output (b, lq, dModel), weights (b, h, lq, lk) unless `needWeights` is false
   */
  override forward<W extends boolean = true>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask?: Tensor,
    given: WeightsOptions<W> = {},
  ): AttendedIf<W> {
    const { nHead, dModel } = this;
    const { b, lq, lk, needWeights } = forward(this, [q, k, v, mask, given], { dModel });
    const { temperature, dropout, maskFill, training } = this.attention;
    const scores = { what: name, shape: [b, nHead, lq, lk], headsHidden: true };
    return attention.attendedIf<W>(
      running(this, () => {
        const allowed = attention.allow(scores, { mask }, q.backend);
        const [x, y, z] = attention.zeroMaskedInputs(allowed, [q, k, v], maskFill);
        const heads = attention.dotProductAttention(
          allowed,
          attention.splitHeads(this.w_qs.forward(x), nHead), // (b, h, lq, dK)
          attention.splitHeads(this.w_ks.forward(y), nHead),
          attention.splitHeads(this.w_vs.forward(z), nHead),
          { needWeights, temperature, dropout, training, maskFill },
        );
        const join = (): Tensor => this.fc.forward(attention.mergeHeads(heads.output));
        return { output: residual(join, q, [this.layer_norm, this.dropout]), weights: heads.weights };
      }),
    );
  }
}
