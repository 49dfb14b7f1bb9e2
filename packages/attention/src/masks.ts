import { arange, type Backend, ShapeError, type Tensor, where } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";

/** Where a mask is made: the current backend unless given. */
export interface MaskPlace {
  readonly backend?: Backend | undefined;
}

export interface CausalMaskOptions extends MaskPlace {
  /** The position of the first query among the keys, where the keys before it are cached ones. Default 0. */
  readonly offset?: number;
}

/**
 * bool (lq, lk), true where key j ≤ query i: the lower triangle, as `is_causal` in PyTorch. Query i stands at
 * position i + offset.
 */
export function causalMask(
  lq: number,
  lk: number = lq,
  { offset = 0, backend }: CausalMaskOptions = {},
): Tensor {
  const queries = positions(lq, backend).add(offset).unsqueeze(1); // (lq, 1)
  return queries.ge(positions(lk, backend));
}

/**
 * bool, true for the first `validLens` of lk keys: (b, 1, lk) for lengths (b), one a sequence; (b, lq, lk) for
 * lengths (b, lq), one a query. Lengths beyond lk mean all.
 *
 * @throws ShapeError for lengths of another rank.
 */
export function lengthsMask(validLens: Tensor, lk: number): Tensor {
  if (validLens.ndim !== 1 && validLens.ndim !== 2) {
    throw new ShapeError(
      `lengthsMask: validLens ${formatShape(validLens.shape)} must be (b), a length for each sequence, or (b, lq), ` +
        "a length for each query.",
    );
  }
  const lens = validLens.ndim === 1 ? validLens.unsqueeze(1) : validLens; // (b, 1 | lq)
  return positions(lk, validLens.backend).lt(lens.unsqueeze(-1));
}

/**
 * x (n, steps, …) with `value` in place of every step beyond the sequence's valid length; x is not changed.
 * d2l's `sequence_mask`.
 *
 * @throws ShapeError unless validLens is (n).
 */
export function sequenceMask(x: Tensor, validLens: Tensor, value: number = 0): Tensor {
  const [n, steps, ...rest] = x.shape;
  if (n === undefined || steps === undefined || validLens.ndim !== 1 || validLens.shape[0] !== n) {
    throw new ShapeError(
      `sequenceMask: x ${formatShape(x.shape)} must be (n, steps, …) and validLens ${formatShape(validLens.shape)} ` +
        "must be (n), a length for each sequence.",
    );
  }
  const valid = positions(steps, x.backend).lt(validLens.unsqueeze(1)); // (n, steps)
  return where(valid.reshape([n, steps, ...rest.map(() => 1)]), x, value);
}

function positions(count: number, backend: Backend | undefined): Tensor {
  return arange(0, count, 1, { dtype: "int32", ...(backend && { backend }) });
}
