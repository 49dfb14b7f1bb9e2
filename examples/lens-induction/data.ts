import { crossEntropy } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

export const vocabSize = 32;
/** The number of tokens that a model reads. */
export const length = 32;

/** Sequences whose tokens repeat, and which of the next tokens can be known. */
export interface Batch {
  /** (b, length + 1): the tokens, and the one after them. */
  readonly ids: Tensor;
  /** (b, length): 1 where the next token is a repeated one. */
  readonly known: Tensor;
}

/**
 * Random tokens that repeat after a random number of steps, 5 to 15. The distance differs, so that no position says where to
 * look: only the tokens do.
 */
export function sample(count: number, random: () => number): Batch {
  const ids: number[] = [];
  const known: number[] = [];
  for (let row = 0; row < count; row++) {
    const period = 5 + Math.floor(random() * 11);
    const segment = Array.from({ length: period }, () => Math.floor(random() * vocabSize));
    for (let i = 0; i <= length; i++) ids.push(segment[i % period]!);
    for (let i = 0; i < length; i++) known.push(i >= period ? 1 : 0);
  }
  return {
    ids: ints(ids).reshape([count, length + 1]),
    known: tensor(known).reshape([count, length]),
  };
}

/** Random tokens, twice: (count, length). */
export function twice(count: number, random: () => number): Tensor {
  const half = length / 2;
  const ids = Array.from({ length: count }, () => {
    const first = Array.from({ length: half }, () => Math.floor(random() * vocabSize));
    return [...first, ...first];
  });
  return ints(ids);
}

/** The share of the second half's tokens that are predicted, of sequences (b, length) that come twice. */
export function accuracyOf(logits: Tensor, ids: Tensor): number {
  const half = length / 2;
  const predicted = logits.narrow(1, half, half - 1).argmax(-1);
  return predicted
    .eq(ids.narrow(1, half + 1, half - 1))
    .to("float32")
    .mean()
    .item();
}

/** The loss of the tokens that can be known, of a model from token ids (b, length) to scores (b, length, vocabSize). */
export function lossOf(forward: (ids: Tensor) => Tensor, { ids, known }: Batch): Tensor {
  const logits = forward(ids.narrow(1, 0, length));
  const next = ids.narrow(1, 1, length).flatten();
  const each = crossEntropy(logits.flatten(0, 1), next, { reduction: "none" });
  return each.mul(known.flatten()).sum().div(known.sum());
}
