import {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  type Link,
} from "@saccade/models";

const source = ["the", "water", "that", "she", "likes", "is"];
const target = ["l'", "eau", "qu'", "elle", "aime"];
const sure: Link[] = target.map((_, i) => [i, i]); // (target, source)
// An article may also point at its noun, and need not.
const possible: Link[] = [[0, 1]];
const content = [false, true, false, false, true]; // eau, aime
// (5, 6): the beginning of the sentence of the figure
const bothWays = [
  [0.99, 0.0, 0.0, 0.0, 0.0, 0.0],
  [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
  [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
  [0.01, 0.0, 0.0, 0.99, 0.01, 0.0],
  [0.0, 0.0, 0.01, 0.03, 0.94, 0.02],
];
const oneWay = [
  [0.24, 0.76, 0.0, 0.0, 0.0, 0.0],
  [0.03, 0.93, 0.0, 0.0, 0.04, 0.0],
  [0.0, 0.04, 0.09, 0.6, 0.19, 0.05],
  [0.0, 0.11, 0.01, 0.25, 0.53, 0.07],
  [0.0, 0.01, 0.12, 0.28, 0.35, 0.14],
];
const late = bothWays.map((row) => [0, ...row.slice(0, -1)]);
const readings = { bothWays, oneWay, late };

for (const [name, weights] of Object.entries(readings)) {
  // of each target word the source word with the most weight
  const links = alignmentLinks(weights, source, target);
  const drawn = links.map(([t, s]) => `${target[t]}–${source[s]}`);
  const rate = alignmentErrorRate([{ links, sure, possible }]);
  const own = contentWeight([{ weights, sure, content }]);
  console.log(`${name}: ${drawn.join(", ")}`);
  console.log(`  error rate ${rate.toFixed(4)}`);
  console.log(`  content weight ${own.toFixed(4)}`);
}
