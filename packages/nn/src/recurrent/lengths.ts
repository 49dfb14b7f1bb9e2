import { type Backend, IndexError, ShapeError, Tensor, tensor } from "@saccade/tensor";
import { checkElements, formatShape } from "@saccade/tensor/backend";
import { listOf, type Rule, rule, tensorRule, whole } from "@saccade/tensor/contract";

/** The number of steps of each sequence in a batch: (B) int32, or numbers. */
export type Lengths = Tensor | readonly number[];

const counts = tensorRule("int32");
const numbers = listOf(whole(undefined, { min: 0 }));

/** {@link Lengths}. Their number and size are for {@link lengthsOf}. */
export const lengthsRule: Rule<Lengths, undefined> = {
  ...numbers,
  ...rule(
    "an int32 tensor (B) or a list of numbers",
    (value): value is Lengths => counts.holds(value) || numbers.holds(value),
  ),
  error: (what, name, value) => (value instanceof Tensor ? counts.error?.(what, name, value) : undefined),
};

/**
 * Lengths as a tensor, (B) int32.
 *
 * @throws ShapeError unless there is one length per sequence, IndexError for lengths outside 0 to T.
 */
export function lengthsOf(
  what: string,
  name: string,
  lengths: Lengths,
  { steps, batch, backend }: { readonly steps: number; readonly batch: number; readonly backend: Backend },
): Tensor {
  const found = lengths instanceof Tensor ? lengths : tensor([...lengths], { dtype: "int32", backend });
  if (found.ndim !== 1 || found.numel !== batch)
    throw new ShapeError(
      `${what}: ${name} ${formatShape(found.shape)}, expected one for each of the ${batch} sequences of the batch.`,
    );
  checkElements(what, found, (values) => {
    const wrong = values.findIndex((length) => length < 0 || length > steps);
    if (wrong >= 0)
      throw new IndexError(
        `${what}: a length in ${name} is ${values[wrong]}, expected 0 to ${steps} (the steps of the input).`,
      );
  });
  return found;
}
