import { BytePairTokenizer } from "@saccade/datasets";

const text = "aab aab aab ab ab";
const tokenizer = BytePairTokenizer.train(text, { vocabSize: 259 });
const merges = [257, 258].map((id) => tokenizer.idToToken(id));
console.log("merges:", merges.join("  "));
const pieces = (word: string): string =>
  tokenizer
    .encode(word)
    .map((id) => tokenizer.idToToken(id))
    .join(" | ");
console.log("aaab →", pieces("aaab"));
console.log("baab →", pieces("baab"));
