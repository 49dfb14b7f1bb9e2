import { ShapeError, softmax, type Tensor, where } from "@saccade/tensor";
import { checkOptions, formatShape, refuseExtra } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { checkFloats } from "../contract/check-options.ts";
import { combineMasks } from "./combine-masks.ts";
import { checkFill, type MaskFillOptions } from "./mask-fill.ts";
import { fillOnly } from "./option-names.ts";

const name = "maskedSoftmax";
const options = fillOnly(name, "maskedSoftmax(scores, validLens)");

/**
 * The softmax over the last dim of scores (b, …, lq, lk), restricted to the first `validLens` keys of each row: int32
 * lengths (b), or (b, lq). The scores are not modified. With `maskFill: -1e6` it is d2l's `masked_softmax`.
 *
 * @throws ShapeError for scores without a batch dim, or lengths that do not match them; DTypeError unless scores are
 * floats and lengths int32; IndexError for lengths beyond the keys.
 * @example maskedSoftmax(zeros([1, 1, 4]), tensor([2], { dtype: "int32" })) // tensor([[[0.5000, 0.5000, 0.0000, 0.0000]]])
 */
export function maskedSoftmax(scores: Tensor, validLens?: Tensor, fill: MaskFillOptions = {}): Tensor {
  refuseExtra("maskedSoftmax", arguments, 3);
  checkFloats(name, "scores", scores);
  checkOptions(options, fill);
  const maskFill = checkFill(name, fill.maskFill);
  if (validLens !== undefined && scores.ndim < 3) {
    throw new ShapeError(
      `${name}: scores ${formatShape(scores.shape)} must be (b, lq, lk) beside validLens; insert dims with unsqueeze().`,
    );
  }
  const place = { what: name, shape: scores.shape, headsHidden: false };
  return weightsOf(scores, combineMasks(place, { validLens }, scores.backend), maskFill);
}

/** The softmax over the last dim, restricted to keys where `allowed` (broadcast) is true. */
export function weightsOf(scores: Tensor, allowed: Tensor | undefined, maskFill: number | null): Tensor {
  if (allowed === undefined) return softmax(scores, -1);
  if (maskFill === Number.NEGATIVE_INFINITY) {
    // Added as in PyTorch, so that the NaN of a fully masked row propagates to the gradients too.
    return softmax(scores.add(where(allowed, 0, maskFill)), -1);
  }
  return fused.softmaxWhere(scores, allowed, maskFill ?? Number.NEGATIVE_INFINITY);
}
