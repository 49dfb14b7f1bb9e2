import { rand, randint, type Tensor, where } from "@saccade/tensor";
import { firstWord, mask, vocabulary } from "./grammar.ts";

/** The shares of chosen words that become [MASK] and a random word; the rest stays. */
export interface Rule {
  readonly masked: number;
  readonly random: number;
}

/** That of Devlin et al. (2019). */
export const bertRule: Rule = { masked: 0.8, random: 0.1 };
export const onlyMasks: Rule = { masked: 1, random: 0 };

export interface Masked {
  /** (b, n) int32, what the model reads. */
  readonly input: Tensor;
  /** (b, n) int32: the word at chosen places, −100, which the loss ignores, at all others. */
  readonly target: Tensor;
}

/** Chooses words (b, n) with probability `rate`, and changes them by the rule. */
export function maskWords(ids: Tensor, rate: number, { masked, random }: Rule): Masked {
  const chosen = rand(ids.shape).lt(rate).logicalAnd(ids.ge(firstWord)); // never [CLS], [SEP] or padding
  const roll = rand(ids.shape);
  const others = randint(firstWord, vocabulary.length, ids.shape);
  const changed = where(roll.lt(masked), mask, where(roll.lt(masked + random), others, ids));
  return { input: where(chosen, changed, ids), target: where(chosen, ids, -100) };
}
