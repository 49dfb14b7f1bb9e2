import { DTypeError, IndexError, ShapeError, Tensor, tensor } from "@saccade/tensor";
import { badArgument, checkElements, checkInteger, formatShape } from "@saccade/tensor/backend";

/** The number of steps of each sequence in a batch: (B) int32, or numbers. */
export type Lengths = Tensor | readonly number[];

/**
 * Converts lengths to a tensor, (B) int32.
 *
 * @throws ShapeError unless there is one length per sequence, DTypeError for a tensor that is not int32,
 * IndexError for lengths outside 0 to T, ArgumentError for anything but a tensor or whole numbers.
 */
export function checkLengths(
  layer: string,
  name: string,
  lengths: Lengths,
  x: Tensor,
  steps: number,
  batch: number,
): Tensor {
  const counts = lengths instanceof Tensor ? lengths : tensorOf(layer, name, lengths, x);
  if (counts.dtype !== "int32") {
    throw new DTypeError(
      `${layer}: ${name} is ${counts.describe()}, expected int32; convert with to("int32").`,
    );
  }
  if (counts.ndim !== 1 || counts.numel !== batch) {
    throw new ShapeError(
      `${layer}: ${name} ${formatShape(counts.shape)}, expected one for each of the ${batch} sequences of the batch.`,
    );
  }
  checkElements(layer, counts, (values) => {
    for (const length of values) {
      if (length >= 0 && length <= steps) continue;
      throw new IndexError(
        `${layer}: a length in ${name} is ${length}, expected 0 to ${steps} (the steps of the input).`,
      );
    }
  });
  return counts;
}

function tensorOf(layer: string, name: string, lengths: readonly number[], { backend }: Tensor): Tensor {
  if (!Array.isArray(lengths))
    throw badArgument(layer, name, "an int32 tensor (B) or a list of numbers", lengths);
  lengths.forEach((length, i) => {
    checkInteger(layer, `${name}[${i}]`, length, 0);
  });
  return tensor([...lengths], { dtype: "int32", backend });
}
