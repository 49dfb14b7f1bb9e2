import type { Tensor } from "@saccade/tensor";
import { refuseExtra } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import {
  type CrossEntropyLossOptions,
  checkCrossEntropyOptions,
  checkNllOptions,
  crossEntropy,
  type NLLLossOptions,
  nllLoss,
} from "./cross-entropy.ts";
import {
  type BCEWithLogitsLossOptions,
  bceWithLogits,
  checkBceOptions,
  checkL1Options,
  checkMseOptions,
  checkSmoothL1Options,
  l1Loss,
  mseLoss,
  type SmoothL1LossOptions,
  smoothL1Loss,
} from "./elementwise.ts";
import { maskedSoftmaxCELoss } from "./masked-softmax-ce.ts";
import type { LossOptions } from "./reduction.ts";

/** A loss with its options. */
abstract class Loss<Options> extends Module {
  /** The options passed to the constructor. */
  readonly options: Options;

  constructor(options: Options, check: (options: Options) => void) {
    check(options);
    super();
    this.options = { ...options };
  }
}

/**
 * {@link crossEntropy} as a module, with its options.
 *
 * @example new CrossEntropyLoss({ labelSmoothing: 0.1 }).forward(tensor([[1, 2]]), tensor([1], { dtype: "int32" })) // tensor(0.3633)
 */
export class CrossEntropyLoss extends Loss<CrossEntropyLossOptions> {
  /** @throws ArgumentError for an unknown or unfit option. */
  constructor(options: CrossEntropyLossOptions = {}) {
    refuseExtra("CrossEntropyLoss", arguments, 1);
    super(options, checkCrossEntropyOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    refuseExtra("CrossEntropyLoss.forward", arguments, 2);
    return crossEntropy(input, target, this.options);
  }
}

/**
 * {@link nllLoss} as a module, with its options.
 *
 * @example new NLLLoss().forward(tensor([[1, 2]]).logSoftmax(1), tensor([1], { dtype: "int32" })) // tensor(0.3133)
 */
export class NLLLoss extends Loss<NLLLossOptions> {
  /** @throws ArgumentError for an unknown or unfit option. */
  constructor(options: NLLLossOptions = {}) {
    refuseExtra("NLLLoss", arguments, 1);
    super(options, checkNllOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    refuseExtra("NLLLoss.forward", arguments, 2);
    return nllLoss(input, target, this.options);
  }
}

/**
 * {@link mseLoss} as a module, with its options.
 *
 * @example new MSELoss({ reduction: "sum" }).forward(tensor([1, 2]), tensor([1, 4])) // tensor(4)
 */
export class MSELoss extends Loss<LossOptions> {
  /** @throws ArgumentError for an unknown or unfit option. */
  constructor(options: LossOptions = {}) {
    refuseExtra("MSELoss", arguments, 1);
    super(options, checkMseOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    refuseExtra("MSELoss.forward", arguments, 2);
    return mseLoss(input, target, this.options);
  }
}

/**
 * {@link l1Loss} as a module, with its options.
 *
 * @example new L1Loss().forward(tensor([1, 2]), tensor([1, 4])) // tensor(1)
 */
export class L1Loss extends Loss<LossOptions> {
  /** @throws ArgumentError for an unknown or unfit option. */
  constructor(options: LossOptions = {}) {
    refuseExtra("L1Loss", arguments, 1);
    super(options, checkL1Options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    refuseExtra("L1Loss.forward", arguments, 2);
    return l1Loss(input, target, this.options);
  }
}

/**
 * {@link smoothL1Loss} as a module, with its options.
 *
 * @example new SmoothL1Loss({ beta: 0.5 }).forward(tensor([1, 2]), tensor([1, 4])) // tensor(0.8750)
 */
export class SmoothL1Loss extends Loss<SmoothL1LossOptions> {
  /** @throws ArgumentError for an unknown or unfit option. */
  constructor(options: SmoothL1LossOptions = {}) {
    refuseExtra("SmoothL1Loss", arguments, 1);
    super(options, checkSmoothL1Options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    refuseExtra("SmoothL1Loss.forward", arguments, 2);
    return smoothL1Loss(input, target, this.options);
  }
}

/**
 * {@link bceWithLogits} as a module, with its options.
 *
 * @example new BCEWithLogitsLoss().forward(tensor([2, -1]), tensor([1, 0])) // tensor(0.2201)
 */
export class BCEWithLogitsLoss extends Loss<BCEWithLogitsLossOptions> {
  /** @throws ArgumentError for an unknown or unfit option. */
  constructor(options: BCEWithLogitsLossOptions = {}) {
    refuseExtra("BCEWithLogitsLoss", arguments, 1);
    super(options, checkBceOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    refuseExtra("BCEWithLogitsLoss.forward", arguments, 2);
    return bceWithLogits(input, target, this.options);
  }
}

/**
 * {@link maskedSoftmaxCELoss} as a module.
 *
 * @example new MaskedSoftmaxCELoss().forward(zeros([2, 5, 4]), zeros([2, 5], { dtype: "int32" }), [3, 5]) // tensor([0.8318, 1.3863])
 */
export class MaskedSoftmaxCELoss extends Module {
  override forward(pred: Tensor, label: Tensor, validLen: Tensor | readonly number[]): Tensor {
    refuseExtra("MaskedSoftmaxCELoss.forward", arguments, 3);
    return maskedSoftmaxCELoss(pred, label, validLen);
  }
}
