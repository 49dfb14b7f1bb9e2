import type { Tensor } from "@saccade/tensor";
import { refuseMore } from "../checks.ts";
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
    super(options, checkCrossEntropyOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
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
    super(options, checkNllOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
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
    super(options, checkMseOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
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
    super(options, checkL1Options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
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
    super(options, checkSmoothL1Options);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
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
    super(options, checkBceOptions);
  }

  override forward(input: Tensor, target: Tensor): Tensor {
    return bceWithLogits(input, target, this.options);
  }
}

/**
 * {@link maskedSoftmaxCELoss} as a module.
 *
 * @example new MaskedSoftmaxCELoss().forward(zeros([2, 5, 4]), zeros([2, 5], { dtype: "int32" }), [3, 5]) // tensor([0.8318, 1.3863])
 */
export class MaskedSoftmaxCELoss extends Module {
  /** @throws ArgumentError for any argument. */
  constructor(...none: never[]) {
    super();
    refuseMore("MaskedSoftmaxCELoss", none, "new MaskedSoftmaxCELoss()");
  }

  override forward(pred: Tensor, label: Tensor, validLen: Tensor | readonly number[]): Tensor {
    return maskedSoftmaxCELoss(pred, label, validLen);
  }
}
