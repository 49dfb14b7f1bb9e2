import type { AttendedIf, MaskFillOptions, WeightsOptions } from "@saccade/attention";
import {
  attendedIf,
  checkDropout,
  checkFill,
  checkPositive,
  checkTensors,
  dotProductAttention,
} from "@saccade/attention/model";
import { Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { checkOptions, optionNames } from "@saccade/tensor/backend";
import { weightsForward } from "./weights-forward.ts";

/** Options of {@link ScaledDotProductAttention}. */
export interface ScaledDotProductAttentionOptions extends MaskFillOptions {
  /** What the queries are divided by before the product. Default √d. */
  readonly temperature?: number | undefined;
  /** The probability with which a weight is dropped while training. Default 0.1. */
  readonly dropout?: number | undefined;
}

const name = "ScaledDotProductAttention";
const options = optionNames<ScaledDotProductAttentionOptions>(
  name,
  { temperature: true, dropout: true, maskFill: true },
  `new ${name}({ temperature: 8 })`,
  { attnDropout: "write dropout" },
);
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
    checkOptions(options, given);
    const { temperature, dropout = 0.1, maskFill } = given;
    if (temperature !== undefined) checkPositive(name, "temperature", temperature);
    this.temperature = temperature;
    this.dropout = checkDropout(name, dropout);
    this.maskFill = checkFill(name, maskFill);
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
    checkOptions(forwardOptions, given);
    const { temperature, dropout, training, maskFill } = this;
    const all = { ...given, mask, temperature, dropout, training, maskFill };
    return attendedIf<W>(scope(() => dotProductAttention({ what: name, headsHidden: false }, q, k, v, all)));
  }
}
