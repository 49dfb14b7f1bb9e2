import { DTypeError, IndexError, ShapeError, Tensor, tensor } from "@saccade/tensor";
import { checkElements, formatShape } from "@saccade/tensor/backend";

/** How many steps each sequence of a batch has: (B) int32, or numbers. */
export type Lengths = Tensor | readonly number[];

/**
 * The lengths as a tensor, (B) int32.
 *
 * @throws ShapeError for another number of lengths than sequences, IndexError for lengths outside 0 to T.
 */
export function checkLengths(
  layer: string,
  lengths: Lengths,
  x: Tensor,
  steps: number,
  batch: number,
): Tensor {
  const counts =
    lengths instanceof Tensor ? lengths : tensor([...lengths], { dtype: "int32", backend: x.backend });
  if (counts.dtype !== "int32") {
    throw new DTypeError(`${layer}: lengths are ${counts.describe()}, expected int32.`);
  }
  if (counts.ndim !== 1 || counts.numel !== batch) {
    throw new ShapeError(
      `${layer}: lengths ${formatShape(counts.shape)}, expected one for each of the ${batch} sequences of the batch.`,
    );
  }
  checkElements(layer, counts, (values) => {
    for (const length of values) {
      if (length >= 0 && length <= steps) continue;
      throw new IndexError(
        `${layer}: a length is ${length}, expected 0 to ${steps} (the steps of the input).`,
      );
    }
  });
  return counts;
}
