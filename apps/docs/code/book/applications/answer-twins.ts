import { winogradSchemas } from "@saccade/datasets/tasks";

let state = 1;
const random = (): number => {
  state = (state * 16807) % 2147483647;
  return state / 2147483647;
};
const sentences = winogradSchemas({
  count: 1000,
  split: "test",
  random,
}).flat();
const share = (right: (i: number) => boolean): string =>
  (
    sentences.filter((_, i) => right(i)).length / sentences.length
  ).toFixed(3);

// Guesses that do not read the ending: the twin has the other answer,
// so each is right once in two.
const places = sentences.map(
  ({ referent }, i) =>
    [referent, sentences[i ^ 1]?.referent ?? 0] as const,
);
console.log(
  "always the first of the two nouns ",
  share((i) => places[i]![0] < places[i]![1]),
);
console.log(
  "always the second                 ",
  share((i) => places[i]![0] > places[i]![1]),
);
