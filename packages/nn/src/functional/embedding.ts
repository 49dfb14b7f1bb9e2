import { embedding as lookUp, ones, type Tensor, where, zeros } from "@saccade/tensor";
import { checkSameBackend } from "@saccade/tensor/backend";
import {
  flag,
  nullable,
  number,
  type OptionsOf,
  required,
  tensorRule,
  whole,
} from "@saccade/tensor/contract";
import { layerCall, positive } from "../rules.ts";

/** The options of looking up rows. */
export const lookUpRules = {
  /** A row that gets no gradient; negative counts from the end. */
  paddingIdx: nullable(whole(), null),
  /** Rows whose norm is larger are looked up scaled down to this norm. The weight itself is not written. */
  maxNorm: nullable(positive(0), null),
  /** The order p of that norm. Default 2. */
  normType: number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
  /** Whether the gradient of a row is divided by how often the indices have it. Default false. */
  scaleGradByFreq: flag(false),
};
/** The error message for the option `sparse`. */
export const sparse = "gradients are dense; leave it out";
const call = layerCall(
  "embedding",
  { indices: required(tensorRule("int32")), weight: required(tensorRule("float")) },
  lookUpRules,
  { example: "embedding(indices, weight, { paddingIdx: 0 })", renamed: { sparse } },
);

/** Options of `functional.embedding`. */
export interface EmbeddingFunctionOptions extends OptionsOf<typeof call> {}

/**
 * The rows of a table: indices (…) int32, weight (n, d) → (…, d). The tensors are in the order of
 * `torch.nn.functional.embedding`; the method `weight.embedding(indices)` has them the other way round.
 *
 * @throws IndexError for an index or a paddingIdx that is not a row; ShapeError unless the weight is a matrix; DTypeError
 * unless the indices are int32.
 * @example functional.embedding(tensor([1, 0], { dtype: "int32" }), tensor([[1, 2], [3, 4]])) // tensor([[3, 4], [1, 2]])
 */
export function embedding(indices: Tensor, weight: Tensor, options?: EmbeddingFunctionOptions): Tensor {
  const settings = call([indices, weight, options]);
  checkSameBackend("embedding", [indices, weight]);
  return rowsOf(indices, weight, settings);
}

/** How rows are looked up. */
export interface LookUpSettings {
  readonly paddingIdx: number | null;
  readonly maxNorm: number | null;
  readonly normType: number;
  readonly scaleGradByFreq: boolean;
}

/** {@link embedding} of checked tensors. */
export function rowsOf(
  indices: Tensor,
  weight: Tensor,
  { paddingIdx, maxNorm, normType, scaleGradByFreq }: LookUpSettings,
): Tensor {
  let rows = lookUp(weight, indices, paddingIdx === null ? {} : { paddingIdx });
  if (scaleGradByFreq) {
    const { dtype, backend } = weight;
    const one = ones([indices.numel], { dtype, backend });
    const counts = zeros([weight.size(0)], { dtype, backend }).indexAdd(0, indices.flatten(), one);
    const share = counts
      .indexSelect(0, indices.flatten())
      .reciprocal()
      .reshape([...indices.shape, 1]);
    const shared = rows.mul(share);
    // ∞ − ∞ is NaN.
    rows = shared.add(where(rows.isfinite(), rows.sub(shared), 0).detach());
  }
  if (maxNorm !== null) {
    // As in PyTorch, the gradient only flows through the lookup.
    const still = rows.detach();
    const norm = still.norm({ p: normType, dim: -1, keepdim: true });
    const scale = where(norm.gt(maxNorm), norm.add(1e-7).reciprocal().mul(maxNorm), 1);
    rows = rows.add(still.mul(scale).sub(still));
  }
  return rows;
}
