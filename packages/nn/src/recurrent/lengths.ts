import {
  arange,
  DTypeError,
  formatShape,
  IndexError,
  ShapeError,
  Tensor,
  tensor,
  unbind,
} from "@saccade/tensor";

/** How many steps each sequence of a batch has: (B) int32, or numbers. */
export type Lengths = Tensor | readonly number[];

/**
 * T masks (B, 1), true while a sequence lasts.
 *
 * @throws ShapeError for another number of lengths than sequences, IndexError for lengths outside 0 to T.
 */
export function lengthMasks(
  layer: string,
  lengths: Lengths,
  x: Tensor,
  steps: number,
  batch: number,
): Tensor[] {
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
  // Only where the host can see them.
  if (counts.backend.view) {
    for (const length of counts.dataSync()) {
      if (length < 0 || length > steps) {
        throw new IndexError(
          `${layer}: a length is ${length}, expected 0 to ${steps} (the steps of the input).`,
        );
      }
    }
  }
  const time = arange(0, steps, 1, { dtype: "int32", backend: x.backend });
  return unbind(time.unsqueeze(1).lt(counts).unsqueeze(-1), 0); // (T, B, 1)
}
