import {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  type Link,
} from "@saccade/models";

const source = ["she", "bought", "a", "red", "coat"];
const target = ["elle", "a", "acheté", "un", "manteau", "rouge"];
const sure: Link[] = [
  [0, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 3],
]; // (target word, source word)
// "a acheté" is "bought": its auxiliary may point there, and need not
const possible: Link[] = [[1, 1]];
// acheté, manteau, rouge
const content = [false, false, true, false, true, true];
// (6, 5): a row for each word of the target
const points = [
  [0.9, 0.1, 0.0, 0.0, 0.0],
  [0.1, 0.8, 0.1, 0.0, 0.0],
  [0.0, 0.9, 0.1, 0.0, 0.0],
  [0.0, 0.1, 0.8, 0.1, 0.0],
  [0.0, 0.0, 0.0, 0.2, 0.8],
  [0.0, 0.0, 0.0, 0.7, 0.3],
];
const late = points.map((row) => [
  0,
  ...row.slice(0, -2),
  row.at(-2)! + row.at(-1)!,
]); // one word too far

for (const [name, weights] of Object.entries({ points, late })) {
  // of each target word the source word with the most weight
  const links = alignmentLinks(weights, source, target);
  const drawn = links.map(([t, s]) => `${target[t]}–${source[s]}`);
  console.log(`${name}: ${drawn.join(", ")}`);
  console.log(
    "  error rate",
    alignmentErrorRate([{ links, sure, possible }]).toFixed(4),
  );
  console.log(
    "  content weight",
    contentWeight([{ weights, sure, content }]).toFixed(4),
  );
}
