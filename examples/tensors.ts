import { cat, full, type NestedArray, type Tensor, tensor } from "@saccade/tensor";

/** A tensor of whole numbers, such as the ids of words. */
export function ints(values: NestedArray): Tensor {
  return tensor(values, { dtype: "int32" });
}

/** The share of rows whose largest logit is that of the answer. */
export function shareRight(logits: Tensor, answers: Tensor): number {
  return logits.argmax(-1).eq(answers).to("float32").mean().item();
}

/** The same rows of each tensor, drawn with replacement: a batch of a training set that is used again and again. */
export function drawRows<K extends string>(
  all: Readonly<Record<K, Tensor>>,
  count: number,
  random: () => number,
): Record<K, Tensor> {
  const tensors = Object.entries<Tensor>(all);
  const size = tensors[0]![1].size(0);
  const rows = ints(Array.from({ length: count }, () => Math.floor(random() * size)));
  return Object.fromEntries(tensors.map(([name, x]) => [name, x.indexSelect(0, rows)])) as Record<K, Tensor>;
}

/** `<bos>` and the target ids (b, steps) without their last step: what a decoder is given to learn them. */
export function givenWords(target: Tensor, bos: number): Tensor {
  return cat([full([target.size(0), 1], bos, { dtype: "int32" }), target.slice(1, { stop: -1 })], 1);
}
