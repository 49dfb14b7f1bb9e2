import {
  terminalAttributionBars,
  terminalHeadGrid,
  terminalHeatmap,
  terminalLensTable,
  terminalTokenView,
} from "@saccade/plot";

const tokens = ["The", " cat", " sat", " on"];
// A head that looks at the token before, and one at the first.
const back = tokens.map((_, q) =>
  tokens.map((_, k) => Number(k === Math.max(q - 1, 0))),
);
const first = tokens.map(() => tokens.map((_, k) => Number(k === 0)));
console.log(terminalHeadGrid([[back, first]], { title: "Patterns" }));
console.log();
console.log(terminalTokenView(back, { tokens, chosen: 3 }));
console.log();
const effects = [
  [0.9, 0.2],
  [0.1, -0.5],
];
console.log(
  terminalHeatmap(effects, { title: "Effects", colorScheme: "rdbu" }),
);
console.log();
console.log(
  terminalAttributionBars([2.1, -0.7, 0.4], {
    labels: ["head 0.0", "mlp 0", "embed"],
  }),
);
console.log();
const probabilities = [
  [0.1, 0.2],
  [0.4, 0.9],
];
const predicted = [
  [" a", " it"],
  [" dog", " on"],
];
console.log(
  terminalLensTable(probabilities, {
    predicted,
    cols: ["The", "sat"],
  }),
);
