import {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  type Link,
} from "@saccade/models";

const source = ["the", "water"];
const target = ["l'", "eau"];
const sure: Link[] = [
  [0, 0],
  [1, 1],
];
const sharp = [
  [1, 0],
  [0, 1],
];
const flat = [
  [0.51, 0.49],
  [0.49, 0.51],
];
for (const weights of [sharp, flat]) {
  const links = alignmentLinks(weights, source, target);
  const rate = alignmentErrorRate([{ links, sure }]);
  const own = contentWeight([{ weights, sure, content: [true, true] }]);
  console.log(
    `error rate ${rate.toFixed(2)}, content weight ${own.toFixed(2)}`,
  );
}
