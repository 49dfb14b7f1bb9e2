import { Module } from "@saccade/nn";
import { ArgumentError, type Tensor } from "@saccade/tensor";
import { checkOptions, refuseExtra } from "@saccade/tensor/backend";
import { type AttendedIf, attendedIf, type WeightsOptions } from "../contract/attended.ts";
import { checkDropout, checkTensors } from "../contract/check-options.ts";
import { dotProductAttention } from "../functions/scaled-dot-product.ts";
import type { MaskOptions } from "../masks/combine-masks.ts";
import { checkFill, type MaskFillOptions } from "../masks/mask-fill.ts";
import { fillOnly, maskedForward } from "../masks/option-names.ts";

const name = "DotProductAttention";
const options = fillOnly(name, `new ${name}(dropout)`);
const forwardOptions = maskedForward(name, "attention.forward(queries, keys, values, validLens)");

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
    refuseExtra("DotProductAttention", arguments, 2);
    super();
    checkOptions(options, fill);
    this.dropout = checkDropout(name, dropout);
    this.maskFill = checkFill(name, fill.maskFill);
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
    refuseExtra("DotProductAttention.forward", arguments, 5);
    checkTensors(name, { queries, keys, values });
    checkOptions(forwardOptions, masks);
    const { dropout, training, maskFill } = this;
    const lens = oneOfLengths(name, validLens, masks);
    const given = { ...masks, validLens: lens, dropout, training, maskFill };
    return attendedIf<W>(
      dotProductAttention({ what: name, headsHidden: false }, queries, keys, values, given),
    );
  }
}

/** Lengths passed by position or by name. @throws ArgumentError if both are given. */
export function oneOfLengths(
  what: string,
  validLens: Tensor | undefined,
  masks: MaskOptions,
): Tensor | undefined {
  if (validLens === undefined) return masks.validLens;
  if (masks.validLens !== undefined) {
    throw new ArgumentError(`${what}: validLens is given twice, as an argument and as an option; give one.`);
  }
  return validLens;
}
