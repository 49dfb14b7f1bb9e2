import { IndexError, ShapeError, Tensor, tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { required, rule, signature, whole } from "@saccade/tensor/contract";

type Ids = number | readonly number[];
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const idsRule = required(
  rule("a token id, or one for each row of the batch", (value): value is Ids =>
    Array.isArray(value) ? value.length > 0 && value.every(isId) : isId(value),
  ),
);
const call = signature(
  "logitDiff",
  { right: idsRule, wrong: idsRule, position: whole(-1) },
  "logitDiff(right, wrong, position)",
);

/**
 * A metric: logit(right) − logit(wrong) at a position, the mean over the batch (Wang et al. 2022).
 *
 * @param right a token id, or one for each row of the batch
 * @param wrong likewise
 * @param position of the prediction, below 0 from the end; default the last one
 * @throws ArgumentError for ids that are not whole numbers; the metric throws IndexError for an id or a position that the logits
 * do not have, and ShapeError for another number of rows.
 * @example logitDiff(1, 0)(tensor([[[0, 0], [2, 5]]])) // tensor(3)
 */
export function logitDiff(right: Ids, wrong: Ids, position: number = -1): (logits: Tensor) => Tensor {
  call([right, wrong, position]);
  return (logits) => {
    if (!(logits instanceof Tensor) || logits.ndim !== 3)
      throw badArgument(
        "logitDiff",
        "logits",
        "a tensor (b, n, vocabulary)",
        logits,
        "write (result) => logitDiff(right, wrong)(result.output) where the model returns more",
      );
    const [b, n, vocabulary] = logits.shape as readonly [number, number, number];
    if (position >= n || position < -n)
      throw new IndexError(`logitDiff: position ${position} does not exist; the logits have ${n}.`);
    const at = logits.select(1, position);
    return logitOf(at, right, b, vocabulary)
      .sub(logitOf(at, wrong, b, vocabulary))
      .mean();
  };
}

// (b, vocabulary) → (b, 1)
function logitOf(logits: Tensor, ids: Ids, b: number, vocabulary: number): Tensor {
  const all = typeof ids === "number" ? Array.from({ length: b }, () => ids) : ids;
  if (all.length !== b)
    throw new ShapeError(
      `logitDiff: the batch has ${b} rows, and there are ids for ${all.length}; give one for each row.`,
    );
  const unknown = all.find((id) => id >= vocabulary);
  if (unknown !== undefined)
    throw new IndexError(`logitDiff: token ${unknown} does not exist; the vocabulary has ${vocabulary}.`);
  const index = tensor(all, { dtype: "int32", backend: logits.backend }).reshape([b, 1]);
  return logits.gather(1, index);
}
