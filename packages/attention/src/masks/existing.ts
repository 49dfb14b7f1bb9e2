import { type Tensor, where } from "@saccade/tensor";
import { checkFlag } from "../contract/check-options.ts";
import { combineMasks, type MaskOptions, type Scores } from "./combine-masks.ts";

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

/** An attention's inputs and masks before the projection, with excluded keys and values zeroed. */
export interface Existing {
  readonly inputs: Inputs;
  readonly masks: Pick<MaskOptions, "mask" | "causal">;
}

/**
 * Replaces keys and values that no query may attend to, and queries that may attend to nothing, by zeros. Otherwise the
 * gradient of a projection's weight multiplies them by zero cotangents, and 0 · NaN is NaN. The masks are combined into
 * one. If several inputs are the same tensor, they stay the same, and keep the rows that any of them needs.
 *
 * @param inputs q, k and v: (b, length, size), or with the batch dims of the scores where the heads are not hidden
 * @example
 * const x = ones([2, 3, 4]);
 * dropNonexistent({ what: "net", shape: [2, 3, 3], headsHidden: true }, [x, x, x], { causal: true }, null).inputs.length // 3
 */
export function dropNonexistent(
  place: Scores,
  inputs: Inputs,
  options: MaskOptions,
  maskFill: number | null,
): Existing {
  const [q, k, v] = inputs;
  const mask = combineMasks(place, { ...options, causal: undefined }, q.backend);
  checkFlag(place.what, "causal", options.causal);
  const causal = options.causal === true;
  const masks = { mask, causal };
  const [lq, lk] = place.shape.slice(-2);
  // No keys are excluded with a fill, or with only a causal mask that reaches the last key.
  if (maskFill !== null || (mask === undefined && (!causal || lq! >= lk!))) {
    return { inputs, masks };
  }
  // (…, lq, lk); defined, since one of the two is given.
  const allowed = combineMasks(place, masks, q.backend)!;
  const rowsOf = (some: Tensor): Tensor =>
    (place.headsHidden && some.ndim === 3 ? some.any(1) : some).unsqueeze(-1);
  const keys = rowsOf(allowed.any(-2)); // (b, lk, 1)
  const queries = rowsOf(allowed.any(-1)); // (b, lq, 1)
  const keep = (x: Tensor, rows: Tensor): Tensor => where(rows, x, 0);
  if (q === k) {
    const both = keep(q, keys.logicalOr(queries));
    return { inputs: [both, both, v === k ? both : keep(v, keys)], masks };
  }
  const left = keep(k, keys);
  return { inputs: [keep(q, queries), left, v === k ? left : keep(v, keys)], masks };
}
