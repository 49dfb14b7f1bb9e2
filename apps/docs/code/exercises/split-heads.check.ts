import { arange, type Tensor } from "@saccade/tensor";
import { mergeHeads, splitHeads } from "./split-heads.ts";

const x = arange(24).reshape([2, 3, 4]); // (b, n, 2 · 2)
const split = splitHeads(x, 2);
if (split.shape.join() !== "2,2,3,2")
  throw new Error(
    `splitHeads gives (${split.shape.join(", ")}); it must be (2, 2, 3, 2): (b, h, n, d).`,
  );
const numbers = (x: Tensor): string =>
  Array.from(x.contiguous().dataSync()).join(" ");
const first = numbers(split.select(0, 0).select(0, 0));
if (first !== "0 1 4 5 8 9")
  throw new Error(
    `Head 0 of the first sentence has ${first}; it must have the first two columns of each word, 0 1 4 5 8 9. ` +
      "A reshape alone mixes words: split the last dim, then transpose.",
  );
const merged = mergeHeads(split);
if (merged.shape.join() !== "2,3,4")
  throw new Error(
    `mergeHeads gives (${merged.shape.join(", ")}); it must be (2, 3, 4): (b, n, h · d).`,
  );
if (numbers(merged) !== numbers(x))
  throw new Error(
    "mergeHeads(splitHeads(x)) is not x: transpose back before the reshape.",
  );
console.log(
  "Right: each head has its columns of every word, and merging undoes it.",
);
