import { scope, type Tensor, where } from "@saccade/tensor";

/** The mean squared second difference of a curve (n) on an even grid: 0 for a straight line. */
export function roughness(y: Tensor): number {
  return scope(() => {
    const inner = y.size(0) - 2;
    const bend = y
      .narrow(0, 2, inner)
      .sub(y.narrow(0, 1, inner).mul(2))
      .add(y.narrow(0, 0, inner));
    return bend.square().mean().item();
  });
}

/** The mean over the rows of weights (rows, n) of −Σ p ln p, in nats: from 0 (one key) to ln n (all alike). */
export function entropy(weights: Tensor): number {
  return scope(() => rowEntropies(weights).mean().item());
}

/** The mean over the rows of exp(entropy): how many keys a query hears. */
export function effectivePoints(weights: Tensor): number {
  return scope(() => rowEntropies(weights).exp().mean().item());
}

// p ln p goes to 0 with p.
function rowEntropies(weights: Tensor): Tensor {
  return where(weights.gt(0), weights.mul(weights.log()), 0).sum(-1).neg();
}
