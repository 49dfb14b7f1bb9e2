import { arange, mean, ShapeError, type Tensor, where } from "@saccade/tensor";
import { formatShape, refuseExtra } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { checkLengths } from "../recurrent/lengths.ts";
import { checkLossInputs } from "./reduction.ts";

// Not a class: marks ignored targets.
const ignored = -100;

/**
 * The cross-entropy of padded sequences: pred (B, T, V), label (B, T) int32, validLen (B) int32 or numbers → (B), each
 * the mean over all T steps, where steps from validLen on count as 0 (Zhang et al., Dive into Deep Learning, 9.7).
 *
 * @throws ShapeError if the shapes do not match, DTypeError for labels or lengths that are not int32,
 * IndexError for a label that is not a class or a length outside 0 to T.
 * @example maskedSoftmaxCELoss(zeros([2, 5, 4]), zeros([2, 5], { dtype: "int32" }), [3, 5]) // tensor([0.8318, 1.3863])
 */
export function maskedSoftmaxCELoss(
  pred: Tensor,
  label: Tensor,
  validLen: Tensor | readonly number[],
): Tensor {
  refuseExtra("maskedSoftmaxCELoss", arguments, 3);
  checkLossInputs("maskedSoftmaxCELoss", pred, label);
  const [batch, steps] = pred.shape;
  if (pred.ndim !== 3 || label.ndim !== 2 || label.shape[0] !== batch || label.shape[1] !== steps) {
    throw new ShapeError(
      `maskedSoftmaxCELoss: pred ${formatShape(pred.shape)} and label ${formatShape(label.shape)}, expected ` +
        "(batch, steps, classes) and (batch, steps).",
    );
  }
  const lengths = checkLengths("maskedSoftmaxCELoss", "validLen", validLen, pred, steps!, batch!);
  const time = arange(0, steps!, 1, { dtype: "int32", backend: pred.backend });
  const target = where(time.lt(lengths.unsqueeze(1)), label, ignored); // (B, T)
  return mean(fused.crossEntropy(pred, target, { ignoreIndex: ignored }), 1);
}
