import { softmax, type Tensor, where } from "@saccade/tensor";
import { options, tensors } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { functionRenames, type MaskFillOptions, maskFillRules } from "../contract/rules.ts";
import { combineMasks } from "./align.ts";

const name = "maskedSoftmax";
const inputs = tensors(name, "scores float (…)");
const softmaxOptions = options(name, maskFillRules, {
  example: `${name}(scores, validLens, { maskFill: -1e9 })`,
  renamed: functionRenames,
});

/**
 * The softmax over the last dim of scores (b, …, lq, lk), restricted to the first `validLens` keys of each row: int32
 * lengths (b), or (b, lq). The scores are not modified. With `maskFill: -1e6` it is d2l's `masked_softmax`.
 *
 * @throws ShapeError for scores without a batch dim, or lengths that do not match them; DTypeError unless scores are
 * floats and lengths int32; IndexError for lengths beyond the keys.
 * @example maskedSoftmax(zeros([1, 1, 4]), tensor([2], { dtype: "int32" })) // tensor([[[0.5000, 0.5000, 0.0000, 0.0000]]])
 */
export function maskedSoftmax(scores: Tensor, validLens?: Tensor, fill: MaskFillOptions = {}): Tensor {
  inputs.check([scores]);
  const { maskFill } = softmaxOptions(fill);
  const context = { what: name, shape: scores.shape, headsHidden: false };
  return weightsOf(scores, combineMasks(context, { validLens }, scores.backend), maskFill);
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
