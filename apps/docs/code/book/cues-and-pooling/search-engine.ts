import { DotScoring } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const vocabulary = [
  "attention",
  "bread",
  "garden",
  "recipe",
  "softmax",
];
const pages = [
  { title: "bread recipe", likes: 120 },
  { title: "garden bread recipe", likes: 30 },
  { title: "attention softmax", likes: 80 },
  { title: "garden", likes: 50 },
];

/** Text as counts of words. */
const counts = (text: string): number[] => {
  const words = text.split(" ");
  return vocabulary.map(
    (known) => words.filter((word) => word === known).length,
  );
};

const query = tensor([counts("bread recipe")]); // (1, 5)
// (4, 5): what the engine matches
const keys = tensor(pages.map(({ title }) => counts(title)));
// (4, 1): what the reader gets
const values = tensor(pages.map(({ likes }) => [likes]));

const scores = query.matmul(keys.transpose(-2, -1)); // (1, 4)
const best = scores.argmax(-1).item();
console.log("scores", String(scores.select(0, 0)));
console.log(
  "search engine, the best page only:",
  pages[best]!.title,
  pages[best]!.likes,
);

const { output, weights } = new DotScoring(5).forward(
  query,
  keys,
  values,
);
console.log("weights", String(weights.select(0, 0)));
console.log(
  "attention, all pages by weight:",
  output.item().toFixed(2),
);
