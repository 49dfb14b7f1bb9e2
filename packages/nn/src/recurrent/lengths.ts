import { type Backend, DTypeError, IndexError, ShapeError, Tensor, tensor } from "@saccade/tensor";
import { badArgument, checkElements, checkInteger, formatShape } from "@saccade/tensor/backend";

/** The number of steps of each sequence in a batch: (B) int32, or numbers. */
export type Lengths = Tensor | readonly number[];

/**
 * Lengths as a tensor, (B) int32.
 *
 * @throws ShapeError unless there is one length per sequence, DTypeError for a tensor that is not int32,
 * IndexError for lengths outside 0 to T, ArgumentError for anything but a tensor or whole numbers.
 */
export function lengthsOf(
  what: string,
  name: string,
  lengths: Lengths,
  { steps, batch, backend }: { readonly steps: number; readonly batch: number; readonly backend: Backend },
): Tensor {
  if (!(lengths instanceof Tensor) && !Array.isArray(lengths))
    throw badArgument(what, name, "an int32 tensor (B) or a list of numbers", lengths);
  if (!(lengths instanceof Tensor))
    Array.from(lengths).forEach((length, i) => {
      checkInteger(what, `${name}[${i}]`, length, 0);
    });
  const counts = lengths instanceof Tensor ? lengths : tensor([...lengths], { dtype: "int32", backend });
  if (counts.dtype !== "int32")
    throw new DTypeError(
      `${what}: ${name} is ${counts.describe()}, expected int32; convert with to("int32").`,
    );
  if (counts.ndim !== 1 || counts.numel !== batch)
    throw new ShapeError(
      `${what}: ${name} ${formatShape(counts.shape)}, expected one for each of the ${batch} sequences of the batch.`,
    );
  checkElements(what, counts, (values) => {
    const wrong = values.findIndex((length) => length < 0 || length > steps);
    if (wrong >= 0)
      throw new IndexError(
        `${what}: a length in ${name} is ${values[wrong]}, expected 0 to ${steps} (the steps of the input).`,
      );
  });
  return counts;
}
