import { mean, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, sameShape } from "@saccade/tensor/backend";

/** What becomes of the losses of the elements: their mean, their sum, or all of them. */
export type Reduction = "mean" | "sum" | "none";

export interface LossOptions {
  /** Default "mean". */
  readonly reduction?: Reduction;
}

/** @throws TypeError for an unknown reduction. */
export function checkReduction(loss: string, reduction: string): void {
  if (reduction === "mean" || reduction === "sum" || reduction === "none") return;
  throw new TypeError(`${loss}: reduction is "${reduction}", expected "mean", "sum" or "none".`);
}

export function reduce(losses: Tensor, reduction: Reduction): Tensor {
  if (reduction === "none") return losses;
  return reduction === "sum" ? losses.sum() : mean(losses);
}

/** @throws ShapeError unless the shapes are equal: broadcasting a loss is nearly always a mistake. */
export function checkSameShape(loss: string, input: Tensor, target: Tensor): void {
  if (sameShape(input.shape, target.shape)) return;
  throw new ShapeError(
    `${loss}: input ${formatShape(input.shape)} and target ${formatShape(target.shape)} differ; ` +
      "reshape one of them, so that each element has its target.",
  );
}
