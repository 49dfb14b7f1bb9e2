import { BytePairTokenizer } from "@saccade/datasets";

const text =
  "low low low lower lower newest newest newest newest " +
  "widest widest widest";
// 1 special token, 256 bytes, 11 merges
const tokenizer = BytePairTokenizer.train(text, { vocabSize: 268 });
const merged = Array.from({ length: 11 }, (_, i) =>
  tokenizer.idToToken(257 + i),
);
console.log("merges:", merged.join(" "));

const pieces = (word: string): string =>
  tokenizer
    .encode(word)
    .map((id) => tokenizer.idToToken(id))
    .join(" | ");
console.log("lowest →", pieces("lowest"));
console.log("newest →", pieces("newest"));

const snow = tokenizer.encode("雪");
console.log(
  "雪 →",
  snow.length,
  "bytes, decoded:",
  tokenizer.decode(snow),
);
