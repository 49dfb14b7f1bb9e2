import { Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { options, signature, tensors } from "@saccade/tensor/contract";
import { type AttendedIf, attendedIf, type WeightsOptions } from "../contract/attended.ts";
import { dropoutRule } from "../contract/rules.ts";
import { dotProductAttention } from "../functions/scaled-dot-product.ts";
import {
  functionRenames,
  type MaskFillOptions,
  type MaskOptions,
  maskFillRules,
  maskRules,
  moduleRenames,
  needWeightsRules,
  withLengths,
} from "../masks/mask-options.ts";

const name = "DotProductAttention";
const fillOptions = options(name, maskFillRules, {
  example: `new ${name}(dropout, { maskFill: -1e9 })`,
  renamed: functionRenames,
});
const construct = signature(name, { dropout: dropoutRule(0) }, fillOptions.example);
const inputs = tensors(
  `${name}.forward`,
  "queries float (…, lq, d)  keys float (…, lk, d)  values float (…, lk, dv)",
);
const forwardOptions = options(
  `${name}.forward`,
  { ...maskRules, ...needWeightsRules },
  {
    example: "attention.forward(queries, keys, values, validLens, { mask, needWeights: false })",
    renamed: moduleRenames,
  },
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
  constructor(dropout: number = 0, fill: MaskFillOptions = {}) {
    construct(arguments, 1);
    const { maskFill } = fillOptions(fill);
    super();
    this.dropout = dropout;
    this.maskFill = maskFill;
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
    masks: MaskOptions & WeightsOptions<W> = {},
  ): AttendedIf<W> {
    inputs.check(arguments, undefined, 2);
    const { dropout, training, maskFill } = this;
    const given = { ...withLengths(forwardOptions, validLens, masks), dropout, training, maskFill };
    const door = { what: `${name}.forward`, headsHidden: false };
    return attendedIf<W>(dotProductAttention(door, queries, keys, values, given));
  }
}
