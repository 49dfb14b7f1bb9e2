import { scaledDotProductAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";

/** A word and its made-up features: person, action, thing, time, number. */
export interface Word {
  readonly text: string;
  readonly features: readonly number[];
}

export const chinese: readonly Word[] = [
  { text: "我们", features: [1, 0, 0, 0, 0] },
  { text: "上周", features: [0, 0, 0, 1, 0] },
  { text: "画了", features: [0, 1, 0, 0, 0] },
  { text: "一只", features: [0, 0, 0, 0, 1] },
  { text: "猫", features: [0, 0, 1, 0, 0] },
];

export const english: readonly Word[] = [
  { text: "we", features: [1, 0, 0, 0, 0] },
  { text: "drew", features: [0, 1, 0, 0, 0] },
  { text: "a", features: [0, 0, 0.3, 0, 0.9] },
  { text: "cat", features: [0, 0, 1, 0, 0] },
  { text: "last", features: [0, 0, 0, 0.9, 0.2] },
  { text: "week", features: [0, 0, 0, 1, 0] },
];

// The kinds that a word of each kind looks for, as a row: the same kind in the other language, its partners in its own sentence.
const sameKind = [
  [8, 0, 0, 0, 0],
  [0, 8, 0, 0, 0],
  [0, 0, 8, 0, 0],
  [0, 0, 0, 8, 0],
  [0, 0, 0, 0, 8],
];
const partners = [
  [0, 8, 0, 0, 0], // a person: the action
  [6, 0, 7, 0, 0], // an action: who and what
  [0, 5, 0, 0, 7], // a thing: its number and the action
  [0, 8, 0, 0, 0], // a time: the action
  [0, 0, 8, 0, 0], // a number: the thing
];

/** The weights of each query word over the Chinese words: (queries, 5). */
export function weightsOf(kind: "self" | "cross"): readonly (readonly number[])[] {
  return noGrad(() => {
    const x = tensor(chinese.map(({ features }) => features)); // (5, 5): keys and values
    const from = kind === "self" ? x : tensor(english.map(({ features }) => features)); // (5 or 6, 5)
    const queries = from.matmul(tensor(kind === "self" ? partners : sameKind));
    return scaledDotProductAttention(queries, x, x).weights.toArray(2);
  });
}
