import { type Backend, ShapeError, Tensor, where } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import type { KeyMaskOptions, MaskOptions } from "../contract/rules.ts";
import { combineMasks, type Scores } from "./align.ts";

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

/** An attention's inputs and masks before the projection, with excluded keys and values zeroed. */
export interface MaskedInputs {
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
 * zeroMaskedInputs({ what: "net", shape: [2, 3, 3], headsHidden: true }, [x, x, x], { causal: true }, null).inputs.length // 3
 */
export function zeroMaskedInputs(
  scores: Scores,
  [q, k, v]: Inputs,
  { causal = false, ...others }: MaskOptions,
  maskFill: number | null,
): MaskedInputs {
  const mask = combineMasks(scores, others, q.backend);
  const masks = { mask, causal };
  const [lq, lk] = scores.shape.slice(-2);
  // No keys are excluded with a fill, or with only a causal mask that reaches the last key.
  if (maskFill !== null || (mask === undefined && (!causal || lq! >= lk!)))
    return { inputs: [q, k, v], masks };
  const allowed = combineMasks(scores, masks, q.backend)!; // (…, lq, lk)
  const rowsOf = (some: Tensor): Tensor =>
    (scores.headsHidden && some.ndim === 3 ? some.any(1) : some).unsqueeze(-1);
  const keys = rowsOf(allowed.any(-2)); // (b, lk, 1)
  const queries = rowsOf(allowed.any(-1)); // (b, lq, 1)
  const left = where(q === k ? keys.logicalOr(queries) : keys, k, 0);
  const values = v === k ? left : where(keys, v, 0);
  return { inputs: [q === k ? left : where(queries, q, 0), left, values], masks };
}

/**
 * The keys that may be attended to, (b, 1, …, lk) with a dim for each batch dim of the scores; undefined for all of them.
 *
 * @throws ShapeError for masks that do not fit, or a length for each query; DTypeError, IndexError as `combineMasks`.
 */
export function attendableKeys(
  scores: Scores,
  { keyMask, validLens }: KeyMaskOptions,
  backend: Backend,
): Tensor | undefined {
  if (validLens instanceof Tensor && validLens.ndim === 2) {
    throw new ShapeError(
      `${scores.what}: validLens ${formatShape(validLens.shape)} gives each query a length of its own, a mask (b, lq, lk); ` +
        "give one for each sequence, (b).",
    );
  }
  return combineMasks(scores, { keyMask, validLens }, backend)?.select(-2, 0);
}
