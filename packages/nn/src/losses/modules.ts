import type { Tensor } from "@saccade/tensor";
import { Module } from "../module.ts";
import { type CrossEntropyLossOptions, crossEntropy, type NLLLossOptions, nllLoss } from "./cross-entropy.ts";
import {
  type BCEWithLogitsLossOptions,
  bceWithLogits,
  l1Loss,
  mseLoss,
  type SmoothL1LossOptions,
  smoothL1Loss,
} from "./elementwise.ts";
import { maskedSoftmaxCELoss } from "./masked-softmax-ce.ts";
import type { LossOptions } from "./reduction.ts";

/** A loss with its options. */
abstract class Loss<Options> extends Module {
  readonly options: Options;

  constructor(options: Options) {
    super();
    this.options = { ...options };
  }
}

/** {@link crossEntropy} with its options. */
export class CrossEntropyLoss extends Loss<CrossEntropyLossOptions> {
  constructor(options: CrossEntropyLossOptions = {}) {
    super(options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return crossEntropy(input, target, this.options);
  }
}

/** {@link nllLoss} with its options. */
export class NLLLoss extends Loss<NLLLossOptions> {
  constructor(options: NLLLossOptions = {}) {
    super(options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return nllLoss(input, target, this.options);
  }
}

/** {@link mseLoss} with its options. */
export class MSELoss extends Loss<LossOptions> {
  constructor(options: LossOptions = {}) {
    super(options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return mseLoss(input, target, this.options);
  }
}

/** {@link l1Loss} with its options. */
export class L1Loss extends Loss<LossOptions> {
  constructor(options: LossOptions = {}) {
    super(options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return l1Loss(input, target, this.options);
  }
}

/** {@link smoothL1Loss} with its options. */
export class SmoothL1Loss extends Loss<SmoothL1LossOptions> {
  constructor(options: SmoothL1LossOptions = {}) {
    super(options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return smoothL1Loss(input, target, this.options);
  }
}

/** {@link bceWithLogits} with its options. */
export class BCEWithLogitsLoss extends Loss<BCEWithLogitsLossOptions> {
  constructor(options: BCEWithLogitsLossOptions = {}) {
    super(options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return bceWithLogits(input, target, this.options);
  }
}

/** {@link maskedSoftmaxCELoss} as a module. */
export class MaskedSoftmaxCELoss extends Module {
  override forward(pred: Tensor, label: Tensor, validLen: Tensor | readonly number[]): Tensor {
    return maskedSoftmaxCELoss(pred, label, validLen);
  }
}
