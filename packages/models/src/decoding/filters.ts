import { ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import { number, required, signature, size, tensorRule } from "@saccade/tensor/contract";

const logits = { logits: required(tensorRule("float")) };

/** The rule of a share of the probability. */
export const shareRule = {
  ...number(undefined, { above: 0, max: 1 }),
  must: "a number above 0 and at most 1",
};

const topK = signature("topKFilter", { ...logits, k: required(size()) }, "topKFilter(logits, 40)");
const topP = signature("topPFilter", { ...logits, p: required(shareRule) }, "topPFilter(logits, 0.9)");

/**
 * Keeps the k largest scores, and those equal to the last of them; the others become −∞, so that softmax gives them no
 * probability (Fan, Lewis & Dauphin 2018).
 *
 * @param logits floats (…, vocabulary)
 * @param k a whole number ≥ 1; one above the vocabulary keeps all
 * @example topKFilter(tensor([1, 3, 2]), 2) // tensor([-inf, 3, 2])
 */
export function topKFilter(logits: Tensor, k: number): Tensor {
  topK([logits, k]);
  checkWords("topKFilter", logits);
  return scope(() => {
    const { values } = logits.topk(Math.min(k, logits.size(-1)));
    const least = values.narrow(-1, values.size(-1) - 1, 1); // (…, 1)
    return where(logits.lt(least), Number.NEGATIVE_INFINITY, logits);
  });
}

/**
 * Keeps the fewest most probable words whose probabilities reach p together; the scores of the others become −∞
 * ("nucleus sampling": Holtzman et al. 2020, section 3.1). At least one is kept.
 *
 * @param logits floats (…, vocabulary)
 * @param p above 0 and at most 1
 * @example topPFilter(tensor([0.5, 0.3, 0.2]).log(), 0.7) // tensor([-0.6931, -1.2040, -inf])
 */
export function topPFilter(logits: Tensor, p: number): Tensor {
  topP([logits, p]);
  checkWords("topPFilter", logits);
  return scope(() => {
    const { values, indices } = logits.sort(-1, { descending: true });
    const probabilities = values.softmax(-1);
    // The probability before each word: 0 for the first, which is always kept.
    const before = probabilities.cumsum(-1).sub(probabilities);
    const dropped = before.ge(p).to("float32");
    const scattered = dropped.scatter(-1, indices, dropped);
    return where(scattered.ne(0), Number.NEGATIVE_INFINITY, logits);
  });
}

function checkWords(what: string, logits: Tensor): void {
  if (logits.ndim > 0 && logits.size(-1) > 0) return;
  throw new ShapeError(
    `${what}: logits ${logits.describe()} must be (…, vocabulary), with at least one word.`,
  );
}
