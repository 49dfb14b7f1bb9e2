import { ones, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import { checkAddressable } from "@saccade/tensor/backend";
import { flag, type OptionsOf, required, size, tensors } from "@saccade/tensor/contract";
import { checkChannels } from "../functional/channels.ts";
import { normalizeGroups } from "../functional/group-norm.ts";
import {
  type LocalResponseNormOptions,
  normalizeResponses,
  responseRules,
} from "../functional/local-response-norm.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { layerCall, positive } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

const construct = layerCall(
  "GroupNorm",
  { numGroups: required(size()), numChannels: required(size()) },
  {
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
    /** Whether a learned weight and bias follow. Default true. */
    affine: flag(true),
    /** Whether the affine part has a bias. Default true. */
    bias: flag(true),
  },
  { example: "new GroupNorm(2, 16)" },
);
const inputs = tensors("GroupNorm.forward", "x float (…)");

/** Options of {@link GroupNorm}. */
export interface GroupNormOptions extends OptionsOf<typeof construct> {}

/**
 * Normalizes groups of channels of each sample, as {@link functional.groupNorm} does: (n, c, …) → the same (Wu & He
 * 2018). Parameters: `weight` and `bias` (c).
 *
 * @example new GroupNorm(2, 4).forward(tensor([[1, 3, 5, 7]])) // tensor([[-1.0000, 1.0000, -1.0000, 1.0000]])
 */
export class GroupNorm extends Module {
  /** The number of groups of neighboring channels there are. */
  readonly numGroups: number;
  /** The number of channels, c. */
  readonly numChannels: number;
  /** Added to the variance. */
  readonly eps: number;
  /** (c), or null. */
  weight: Parameter | null;
  /** (c), or null. */
  bias: Parameter | null;

  /**
   * The weight starts as ones, the bias as zeros.
   *
   * @throws ShapeError unless numGroups divides numChannels.
   */
  constructor(numGroups: number, numChannels: number, options?: GroupNormOptions) {
    const { eps, affine, bias } = construct([numGroups, numChannels, options]);
    if (numChannels % numGroups !== 0)
      throw new ShapeError(`GroupNorm: ${numGroups} numGroups do not divide ${numChannels} numChannels.`);
    const shape = [numChannels];
    checkAddressable("GroupNorm", shape);
    super();
    this.numGroups = numGroups;
    this.numChannels = numChannels;
    this.eps = eps;
    this.weight = affine ? makeParameter(shape, () => ones(shape)) : null;
    this.bias = affine && bias ? makeParameter(shape, () => zeros(shape)) : null;
  }

  /** @throws ShapeError unless x has 2 dims or more, the second of numChannels. */
  override forward(x: Tensor): Tensor {
    inputs.check([x]);
    const { weight, bias, numChannels } = this;
    checkChannels("GroupNorm", { x, weight, bias }, true);
    if (x.size(1) !== numChannels)
      throw new ShapeError(
        `GroupNorm: input ${x.describe()} has ${x.size(1)} channels, expected ${numChannels} (numChannels).`,
      );
    return normalizeGroups("GroupNorm", x, this.numGroups, weight, bias, this.eps);
  }

  protected override describeOptions(): string {
    const { numGroups, numChannels, eps, weight } = this;
    return showSettings({ numGroups, numChannels, eps, affine: weight !== null });
  }
}

const responseCall = layerCall("LocalResponseNorm", { size: required(size()) }, responseRules, {
  example: "new LocalResponseNorm(5, { alpha: 1e-4 })",
});

/**
 * Divides by the mean square of neighboring channels, as {@link functional.localResponseNorm} does: (n, c, l, …) → the same
 * (Krizhevsky, Sutskever & Hinton 2012).
 *
 * @example new LocalResponseNorm(1, { alpha: 3, beta: 0.5 }).forward(ones([1, 1, 2])) // tensor([[[0.5000, 0.5000]]])
 */
export class LocalResponseNorm extends Module {
  /** The number of neighboring channels in a mean. */
  readonly size: number;
  /** The factor of the mean square. */
  readonly alpha: number;
  /** The exponent. */
  readonly beta: number;
  /** Added to the mean square. */
  readonly k: number;

  constructor(size: number, options?: LocalResponseNormOptions) {
    const { size: width, alpha, beta, k } = responseCall([size, options]);
    super();
    this.size = width;
    this.alpha = alpha;
    this.beta = beta;
    this.k = k;
  }

  /** @throws ShapeError unless x has 3 dims or more. */
  override forward(x: Tensor): Tensor {
    responseInputs.check([x]);
    checkChannels("LocalResponseNorm", { x }, true, 3);
    return normalizeResponses(x, this.size, this);
  }

  protected override describeOptions(): string {
    const { size: width, alpha, beta, k } = this;
    return showSettings({ size: width, alpha, beta, k });
  }
}

const responseInputs = tensors("LocalResponseNorm.forward", "x float (…)");
