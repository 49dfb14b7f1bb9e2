import { ShapeError, softmax, type Tensor, where } from "@saccade/tensor";
import { formatShape, softmaxWhere } from "@saccade/tensor/backend";
import { combineMasks } from "./combine-masks.ts";

/** What stands in place of a score that is masked. */
export interface MaskFillOptions {
  /**
   * Without it (or null), masked keys get weight zero, and a query that may attend to nothing gets zero
   * weights and no gradient. A number is the score of masked keys, for equality with code that fills it in:
   * a finite one makes a wholly masked row uniform, -Infinity (PyTorch) makes it NaN.
   */
  readonly maskFill?: number | null | undefined;
}

/**
 * The softmax over the last dim of scores (b, …, lq, lk), of which each row's first `validLens` count:
 * lengths (b), or (b, lq). The scores are not changed. With `maskFill: -1e6` it is d2l's `masked_softmax`.
 *
 * @throws ShapeError for scores without a batch dim, or lengths that do not fit them.
 */
export function maskedSoftmax(
  scores: Tensor,
  validLens?: Tensor,
  { maskFill }: MaskFillOptions = {},
): Tensor {
  if (validLens && scores.ndim < 3) {
    throw new ShapeError(
      `maskedSoftmax: scores ${formatShape(scores.shape)} must be (b, lq, lk) beside validLens; insert dims with unsqueeze().`,
    );
  }
  return weightsOf(
    scores,
    combineMasks("maskedSoftmax", { validLens }, scores.shape, scores.backend),
    maskFill,
  );
}

/** The softmax over the last dim among the keys that `allowed` (broadcast) is true for. */
export function weightsOf(
  scores: Tensor,
  allowed: Tensor | undefined,
  maskFill?: number | null | undefined,
): Tensor {
  if (allowed === undefined) return softmax(scores, -1);
  if (maskFill === Number.NEGATIVE_INFINITY) {
    // Added, as PyTorch does, so that the NaN of a wholly masked row reaches the gradients as well.
    return softmax(scores.add(where(allowed, 0, maskFill)), -1);
  }
  return softmaxWhere(scores, allowed, maskFill ?? Number.NEGATIVE_INFINITY);
}
