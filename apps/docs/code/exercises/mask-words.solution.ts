import { type Tensor, where } from "@saccade/tensor";

export const mask = 3;
export const firstWord = 4;

export interface Drawn {
  readonly choice: Tensor;
  readonly roll: Tensor;
  readonly word: Tensor;
}

export function maskWords(ids: Tensor, { choice, roll, word }: Drawn) {
  const chosen = choice.lt(0.15).logicalAnd(ids.ge(firstWord));
  const changed = where(
    roll.lt(0.8),
    mask,
    where(roll.lt(0.9), word, ids),
  );
  return {
    input: where(chosen, changed, ids),
    target: where(chosen, ids, -100),
  };
}
