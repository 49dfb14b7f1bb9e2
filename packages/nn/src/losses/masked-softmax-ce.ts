import { arange, mean, type Tensor, where } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import { required, signature, tensorRule, tensors } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import { type Lengths, lengthsOf, lengthsRule } from "../recurrent/lengths.ts";

const what = "maskedSoftmaxCELoss";
const inputs = /* @__PURE__ */ tensors(
  what,
  "pred float (batch, steps, classes)  label int32 (batch, steps)",
);
const tensorOf = required(tensorRule());
const call = signature(
  what,
  { pred: tensorOf, label: tensorOf, validLen: required(lengthsRule) },
  "maskedSoftmaxCELoss(pred, label, [3, 5])",
);

// Not a class: marks ignored targets.
const ignoreIndex = -100;

/**
 * The cross-entropy of padded sequences: pred (B, T, V), label (B, T) int32, validLen (B) int32 or numbers → (B), each
 * the mean over all T steps, where steps from validLen on count as 0 (Zhang et al., Dive into Deep Learning, 9.7).
 *
 * @throws IndexError for a label that is not a class or a length outside 0 to T.
 * @example maskedSoftmaxCELoss(zeros([2, 5, 4]), zeros([2, 5], { dtype: "int32" }), [3, 5]) // tensor([0.8318, 1.3863])
 */
export function maskedSoftmaxCELoss(pred: Tensor, label: Tensor, validLen: Lengths): Tensor {
  call([pred, label, validLen]);
  const { batch, steps } = inputs([pred, label]);
  const lengths = lengthsOf(what, "validLen", validLen, { steps, batch, backend: pred.backend });
  const time = arange(0, steps, 1, { dtype: "int32", backend: pred.backend });
  const target = where(time.lt(lengths.unsqueeze(1)), label, ignoreIndex); // (B, T)
  return within(what, () => mean(fused.crossEntropy(pred, target, { ignoreIndex }), 1));
}

/**
 * {@link maskedSoftmaxCELoss} as a module.
 *
 * @example new MaskedSoftmaxCELoss().forward(zeros([2, 5, 4]), zeros([2, 5], { dtype: "int32" }), [3, 5]) // tensor([0.8318, 1.3863])
 */
export class MaskedSoftmaxCELoss extends Module {
  override forward(pred: Tensor, label: Tensor, validLen: Lengths): Tensor {
    return maskedSoftmaxCELoss(pred, label, validLen);
  }
}
