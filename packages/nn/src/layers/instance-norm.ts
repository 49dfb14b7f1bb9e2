import type { Tensor } from "@saccade/tensor";
import { type OptionsOf, required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import { normalizeInstances } from "../functional/group-norm.ts";
import { layerCall } from "../rules.ts";
import { ChannelNorm, channelRules } from "./batch-norm.ts";

const instanceCall = (layer: string) =>
  layerCall(layer, { numFeatures: required(size()) }, channelRules(false, false), {
    example: `new ${layer}(16, { affine: true })`,
  });

/** Options of InstanceNorm1d, InstanceNorm2d and InstanceNorm3d. By default, `affine` and `trackRunningStats` are false. */
export interface InstanceNormOptions
  extends OptionsOf<ReturnType<typeof instanceCall>, ReturnType<typeof channelRules>> {}

/** The common part of InstanceNorm1d, InstanceNorm2d and InstanceNorm3d. */
abstract class InstanceNorm extends ChannelNorm {
  readonly #what: string;
  readonly #inputs: Tensors<string>;
  readonly #rank: number;

  constructor(
    layer: string,
    rank: number,
    inputs: Tensors<string>,
    settings: ReturnType<ReturnType<typeof instanceCall>>,
  ) {
    super(layer, settings);
    this.#what = layer;
    this.#inputs = inputs;
    this.#rank = rank;
  }

  /**
   * Normalizes by the statistics of x, and in training mode updates the running ones, if they are tracked; in eval mode it
   * normalizes by those.
   *
   * @throws ShapeError for another number of channels or dims, or for one value per channel of a sample.
   */
  override forward(x: Tensor): Tensor {
    this.#inputs.check([x], { numFeatures: this.numFeatures });
    const batch = x.ndim === this.#rank ? x : x.unsqueeze(0);
    const running = this.checked(this.#what, batch, this.#rank);
    const useInputStats = this.training || running === null;
    const { weight, bias, eps } = this;
    // As in PyTorch, batches are not counted, and null leaves the running statistics as they are.
    const settings = { useInputStats, momentum: this.momentum ?? 0, eps };
    const output = normalizeInstances(this.#what, batch, running, weight, bias, settings);
    return batch === x ? output : output.squeeze(0);
  }
}

const [make1d, make2d, make3d] = [
  instanceCall("InstanceNorm1d"),
  instanceCall("InstanceNorm2d"),
  instanceCall("InstanceNorm3d"),
];
const inputs1d = tensors("InstanceNorm1d.forward", "x float (n, numFeatures, l) | (numFeatures, l)");
const inputs2d = tensors("InstanceNorm2d.forward", "x float (n, numFeatures, h, w) | (numFeatures, h, w)");
const inputs3d = tensors(
  "InstanceNorm3d.forward",
  "x float (n, numFeatures, d, h, w) | (numFeatures, d, h, w)",
);

/**
 * Normalizes each channel of each sample, as {@link functional.instanceNorm} does: (n, c, l) or (c, l) → the same (Ulyanov,
 * Vedaldi & Lempitsky 2016). Parameters, with `affine`: `weight` and `bias` (c). Buffers, with `trackRunningStats`:
 * `running_mean` and `running_var` (c), and `num_batches_tracked`, which stays 0 as in PyTorch.
 *
 * @example new InstanceNorm1d(1).forward(tensor([[1, 3]])) // tensor([[-1.0000, 1.0000]])
 */
export class InstanceNorm1d extends InstanceNorm {
  constructor(numFeatures: number, options?: InstanceNormOptions) {
    super("InstanceNorm1d", 3, inputs1d, make1d([numFeatures, options]));
  }
}

/**
 * {@link InstanceNorm1d} for images: (n, c, h, w) or (c, h, w) → the same.
 *
 * @example new InstanceNorm2d(2).forward(randn([8, 2, 4, 4])).shape // [8, 2, 4, 4]
 */
export class InstanceNorm2d extends InstanceNorm {
  constructor(numFeatures: number, options?: InstanceNormOptions) {
    super("InstanceNorm2d", 4, inputs2d, make2d([numFeatures, options]));
  }
}

/**
 * {@link InstanceNorm1d} for volumes: (n, c, d, h, w) or (c, d, h, w) → the same.
 *
 * @example new InstanceNorm3d(2).forward(randn([8, 2, 3, 4, 4])).shape // [8, 2, 3, 4, 4]
 */
export class InstanceNorm3d extends InstanceNorm {
  constructor(numFeatures: number, options?: InstanceNormOptions) {
    super("InstanceNorm3d", 5, inputs3d, make3d([numFeatures, options]));
  }
}
