import { Module, nameSites, running } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { options, signature } from "@saccade/tensor/contract";
import { type AttendedIf, attendedIf, maskedMethod, type WeightsOptions } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import { patternSites } from "../definitions/attention.ts";
import { dotProductAttention } from "../functions/attend.ts";
import { allow, scoresOf } from "../masks/align.ts";

const name = "DotProductAttention";
const construct = signature(name, { dropout: rules.dropoutRule(0) }, rules.maskFillRules, {
  example: `new ${name}(dropout, { maskFill: -1e9 })`,
  renamed: rules.functionRenames,
});
const inputs = maskedMethod(
  options(
    `${name}.forward`,
    { ...rules.maskRules, ...rules.needWeightsRules },
    {
      example: "attention.forward(queries, keys, values, validLens, { mask, needWeights: false })",
      renamed: rules.moduleRenames,
    },
  ),
  "queries float (…, lq, d)  keys float (…, lk, d)  values float (…, lk, dv)",
);

/**
 * Scaled dot-product attention with lengths as masks, without parameters: d2l's `DotProductAttention`.
 *
 * @example new DotProductAttention().forward(randn([2, 3, 4]), randn([2, 5, 4]), randn([2, 5, 6])).output.shape // [2, 3, 6]
 */
export class DotProductAttention extends Module {
  readonly dropout: number;
  readonly maskFill: number | null;

  /** @param dropout the probability of dropping a weight during training. Default 0. */
  constructor(dropout: number = 0, fill: rules.MaskFillOptions = {}) {
    const { maskFill } = construct([dropout, fill]);
    super();
    this.dropout = dropout;
    this.maskFill = maskFill;
    nameSites(this, { sites: patternSites });
  }

  /**
   * @param queries (b, lq, d)
   * @param keys (b, lk, d)
   * @param values (b, lk, dv)
   * @param validLens int32, the number of valid keys: (b), or (b, lq); pass other masks in `masks`.
   * @returns output (b, lq, dv), weights (b, lq, lk) unless `needWeights` is false.
   */
  override forward<W extends boolean = true>(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens?: Tensor,
    masks: rules.MaskOptions & WeightsOptions<W> = {},
  ): AttendedIf<W> {
    const { dropout, training, maskFill } = this;
    const given = inputs(this, [queries, keys, values], validLens, masks);
    const scores = scoresOf(`${name}.forward`, queries, keys);
    return attendedIf<W>(
      running(this, () => {
        const allowed = allow(scores, given, queries.backend);
        const settings = { dropout, training, maskFill, needWeights: given.needWeights };
        return dotProductAttention(allowed, queries, keys, values, settings);
      }),
    );
  }
}
