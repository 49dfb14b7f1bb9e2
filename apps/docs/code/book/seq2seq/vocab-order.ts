import { Vocab } from "@saccade/datasets";

const lines = [
  ["we", "saw", "a", "cat"],
  ["she", "saw", "a", "dog"],
  ["we", "saw", "we"],
];
const reservedTokens = ["<pad>", "<bos>", "<eos>"];
// the most frequent word first, as in d2l-zh
const byCount = new Vocab(lines, { reservedTokens });
// d2l-en 1.0.3 puts all words, reserved ones too, in the alphabet's
// order.
const sorted = [
  ...new Set(["<unk>", ...reservedTokens, ...lines.flat()]),
].sort();

const sentence = ["she", "saw", "a", "cat", "<eos>"];
const ids = byCount.indices(sentence);
console.log("ids by count:     ", ids.join(" "));
console.log(
  "ids by alphabet:  ",
  sentence.map((word) => sorted.indexOf(word)).join(" "),
);
console.log(
  "read by the other:",
  ids.map((id) => sorted[id]).join(" "),
);
