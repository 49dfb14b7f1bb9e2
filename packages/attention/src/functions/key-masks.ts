import { type Backend, type Shape, ShapeError, Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { combineMasks, type MaskOptions, type Scores } from "../masks/combine-masks.ts";
import { functionRenames } from "../masks/option-names.ts";
import { scoresShape } from "./attend.ts";

/** Masks over keys, the same for every query: masks of linear size. */
export type KeyMaskOptions = Pick<MaskOptions, "keyMask" | "validLens">;

/** Of functions that never hold a (lq, lk) matrix. */
export const longRenames: Readonly<Record<string, string>> = {
  ...functionRenames,
  mask: "a mask (lq, lk) is the matrix that this function avoids; exclude keys by keyMask or validLens, or use scaledDotProductAttention",
  bias: "a bias (lq, lk) is the matrix that this function avoids; use scaledDotProductAttention",
  needWeights: "it returns the output only; scaledDotProductAttention returns weights",
  windowSize: "write window",
};

/**
 * The keys that may be attended to, (b, 1, …, lk) with a dim for each batch dim of the scores; undefined for all of them.
 *
 * @throws ShapeError for masks that do not fit, or a length for each query; DTypeError, IndexError as `combineMasks`.
 */
export function existingKeys(
  place: Scores,
  { keyMask, validLens }: KeyMaskOptions,
  backend: Backend,
): Tensor | undefined {
  if (validLens instanceof Tensor && validLens.ndim === 2) {
    throw new ShapeError(
      `${place.what}: validLens ${formatShape(validLens.shape)} gives each query a length of its own, a mask (b, lq, lk); ` +
        "give one for each sequence, (b).",
    );
  }
  return combineMasks(place, { keyMask, validLens }, backend)?.select(-2, 0);
}

/** The shape of the scores of a sequence that attends to itself. @throws ShapeError unless lq = lk. */
export function selfScores(what: string, q: Tensor, k: Tensor): Shape {
  const shape = scoresShape(what, q, k);
  if (q.size(-2) === k.size(-2)) return shape;
  throw new ShapeError(
    `${what}: q ${formatShape(q.shape)} and k ${formatShape(k.shape)} have ${q.size(-2)} and ${k.size(-2)} positions; a ` +
      "sequence attends to itself here, so that both need the same length.",
  );
}
