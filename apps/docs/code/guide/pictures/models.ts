import { terminalHeatmap } from "@saccade/plot";

// What each head of two layers does to a logit.
const effects = [
  [0.9, 0.2],
  [0.1, -0.5],
];
console.log(
  terminalHeatmap(effects, { title: "Effects", colorScheme: "rdbu" }),
);
