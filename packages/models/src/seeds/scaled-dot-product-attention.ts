import type { AttendedIf, WeightsOptions } from "@saccade/attention";
import {
  attendedIf,
  checkTensors,
  dotProductAttention,
  dropoutRule,
  maskFillRules,
  positiveRule,
} from "@saccade/attention/model";
import { Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { weightsForward } from "./weights-forward.ts";

const name = "ScaledDotProductAttention";
const attentionOptions = options(
  name,
  {
    /** The divisor of the queries before the product. Default √d. */
    temperature: positiveRule(),
    /** The probability with which a weight is dropped while training. Default 0.1. */
    dropout: dropoutRule(0.1),
    ...maskFillRules,
  },
  { example: `new ${name}({ temperature: 8 })`, renamed: { attnDropout: "write dropout" } },
);

/** Options of {@link ScaledDotProductAttention}. */
export interface ScaledDotProductAttentionOptions extends OptionsOf<typeof attentionOptions> {}

const forwardOptions = weightsForward(name, "attention.forward(q, k, v, mask)");

/**
 * Scaled dot-product attention with a temperature of its own (Vaswani et al. 2017, section 3.2.1).
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
    super();
    const { temperature, dropout, maskFill = null } = attentionOptions(given);
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
    checkTensors(name, { q, k, v });
    const { needWeights } = forwardOptions(given);
    const { temperature, dropout, training, maskFill } = this;
    const all = { needWeights, mask, temperature, dropout, training, maskFill };
    return attendedIf<W>(scope(() => dotProductAttention({ what: name, headsHidden: false }, q, k, v, all)));
  }
}
