import { ShapeError, type Tensor, where } from "@saccade/tensor";
import { sameShape } from "@saccade/tensor/backend";
import { tensors } from "@saccade/tensor/contract";

const name = "supervisedAttentionLoss";
const inputs = tensors(name, "weights float (…, lk)  gold float (…, lk)");

/** A weight below this counts as this, so that the loss is finite where a gold key has no weight. */
const tiny = 1e-30;

/**
 * The cross-entropy between gold attention and attention weights, −Σ goldᵢ log wᵢ, averaged over the queries that have gold
 * attention: an auxiliary loss that teaches attention where to point (Mi, Wang & Ittycheriah 2016; Liu et al. 2016). Add
 * it to the main loss, with a factor.
 *
 * @param weights attention weights, (…, lq, lk)
 * @param gold floats ≥ 0 of the same shape: each row sums to 1, or to 0 for a query without gold attention. At least one row
 * does not sum to 0, else the loss is 0.
 * @throws ShapeError, DTypeError or ArgumentError unless both are floats of one shape.
 * @example supervisedAttentionLoss(tensor([[[0.5, 0.5]]]), tensor([[[1, 0]]])) // tensor(0.6931)
 */
export function supervisedAttentionLoss(weights: Tensor, gold: Tensor): Tensor {
  inputs.check([weights, gold]);
  if (!sameShape(weights.shape, gold.shape))
    throw new ShapeError(
      `${name}: gold ${gold.describe()} must have the shape of weights ${weights.describe()}.`,
    );
  const wanted = gold.gt(0);
  const logs = where(wanted, weights, 1).clamp({ min: tiny }).log();
  const taught = wanted.any(-1).sum().to(weights.dtype);
  return logs
    .mul(gold)
    .sum()
    .neg()
    .div(taught.clamp({ min: 1 }));
}
