import { alignmentLinks } from "@saccade/models";

const source = ["birds", "sing", ".", "<eos>"];
const target = ["les", "oiseaux", "chantent", ".", "<eos>"];
const weights = [
  [0.2, 0.1, 0.1, 0.6], // "les" translates nothing here
  [0.8, 0.1, 0.0, 0.1],
  [0.1, 0.9, 0.0, 0.0],
  [0.0, 0.0, 1.0, 0.0],
  [0.0, 0.0, 0.2, 0.8],
];
const largest = weights.map(
  (row, t) => `${target[t]}–${source[row.indexOf(Math.max(...row))]}`,
);
console.log("largest weights:", largest.join(", "));
const links = alignmentLinks(weights, source, target).map(
  ([t, s]) => `${target[t]}–${source[s]}`,
);
console.log("links of words: ", links.join(", "));
