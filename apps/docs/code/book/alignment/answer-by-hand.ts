import { alignmentErrorRate, type Link } from "@saccade/models";

const sure: Link[] = [
  [0, 0],
  [1, 1],
  [2, 2],
];
const possible: Link[] = [[3, 2]];
const links: Link[] = [
  [0, 0],
  [1, 2],
  [2, 2],
  [3, 2],
];
const rate = (found: Link[]): string =>
  alignmentErrorRate([{ links: found, sure, possible }]).toFixed(4);
console.log(
  "found:                ",
  rate(links),
  "by hand",
  (2 / 7).toFixed(4),
);
console.log("without the link of 3:", rate(links.slice(0, 3)));
console.log(
  "only the right ones:  ",
  rate([
    [0, 0],
    [2, 2],
  ]),
);
