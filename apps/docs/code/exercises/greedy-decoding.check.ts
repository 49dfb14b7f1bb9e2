import { tensor } from "@saccade/tensor";
import { decode } from "./greedy-decoding.ts";

const [start, end] = [0, 9];
// After a word comes the next number; after 4 the end.
const next = (words: readonly number[]): number =>
  words.at(-1) === 4 ? end : (words.at(-1) ?? 0) + 1;
const asked: string[] = [];
const scoresAfter = (words: readonly number[]) => {
  asked.push(words.join(" "));
  if (asked.length > 100)
    throw new Error(
      "The model was asked over a hundred times: does the loop end?",
    );
  return tensor(
    Array.from({ length: 10 }, (_, word) =>
      word === next(words) ? 2 : -word,
    ),
  );
};
const found = decode(scoresAfter, start, end, 20).join(" ");
if (found !== "0 1 2 3 4 9")
  throw new Error(
    `decode wrote ${found}; it must write 0 1 2 3 4 9: one word after the other, the end included.`,
  );
if (asked[2] !== "0 1 2")
  throw new Error(
    `For the third word the model read ${asked[2]}; it must read all words so far, 0 1 2.`,
  );
if (asked.length !== 5)
  throw new Error(
    `The model was asked ${asked.length} times for 5 words: stop once the end is written.`,
  );
asked.length = 0;
const short = decode(scoresAfter, start, end, 3).join(" ");
if (short !== "0 1 2")
  throw new Error(
    `With room for 3 words decode wrote ${short}; it must stop at 0 1 2.`,
  );
console.log("Right: word by word, up to the end or the limit.");
