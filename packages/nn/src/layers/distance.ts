import { type CosineSimilarityOptions, cosineSimilarity, type Tensor } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import { number, whole } from "@saccade/tensor/contract";
import { type PairwiseDistanceOptions, pairwiseCall, pairwiseDistance } from "../functional/distance.ts";
import { Module } from "../module.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

/**
 * The p-norm of the difference of vectors, ‖a − b + eps‖ₚ: (…, d) and (…, d) → (…). See
 * {@link functional.pairwiseDistance}.
 *
 * @example new PairwiseDistance({ p: 1 }).forward(tensor([[1, 2]]), tensor([[3, 5]])) // tensor([5])
 */
export class PairwiseDistance extends Module {
  /** The options, with their defaults. */
  readonly options: Required<PairwiseDistanceOptions>;

  constructor(options?: PairwiseDistanceOptions) {
    const settings = pairwiseCall([options]);
    super();
    this.options = settings;
  }

  /** @throws ShapeError unless the last dims are equal and those in front broadcast. */
  override forward(a: Tensor, b: Tensor): Tensor {
    return within("PairwiseDistance.forward", () => pairwiseDistance(a, b, this.options));
  }

  protected override describeOptions(): string {
    return showSettings({ ...this.options });
  }
}

const cosineCall = layerCall(
  "CosineSimilarity",
  {},
  {
    /** The dim of the vectors in the broadcast shape. Default 1. */
    dim: whole(1),
    /** The smallest norm to divide by. Default 1e-8. */
    eps: number(1e-8, { min: 0 }),
  },
  { example: "new CosineSimilarity({ dim: -1 })" },
);

/**
 * The cosine of the angle between vectors along a dim: see {@link cosineSimilarity}.
 *
 * @example new CosineSimilarity().forward(tensor([[1, 1]]), tensor([[1, 0]])) // tensor([0.7071])
 */
export class CosineSimilarity extends Module {
  /** The options, with their defaults. */
  readonly options: Required<CosineSimilarityOptions>;

  constructor(options?: CosineSimilarityOptions) {
    const settings = cosineCall([options]);
    super();
    this.options = settings;
  }

  /** @throws ShapeError unless the shapes broadcast; IndexError for a dim out of range. */
  override forward(a: Tensor, b: Tensor): Tensor {
    return within("CosineSimilarity.forward", () => cosineSimilarity(a, b, this.options));
  }

  protected override describeOptions(): string {
    return showSettings({ ...this.options });
  }
}
