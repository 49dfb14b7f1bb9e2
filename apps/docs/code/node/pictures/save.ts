import { stat } from "node:fs/promises";
import { heatmap } from "@saccade/plot";
import { savePlot } from "@saccade/plot/node";
import { tokenArcs } from "@saccade/plot/page";

const weights = [
  [0.9, 0.1],
  [0.3, 0.7],
];
const tokens = ["the", "cat"];
await savePlot("weights.png", (document) =>
  heatmap(weights, { xTicks: tokens, yTicks: tokens, document }),
);
// Pictures of @saccade/plot/page need a background of their own.
await savePlot("arcs.svg", (document) =>
  tokenArcs(weights, { tokens, paper: true, document }),
);
for (const file of ["weights.png", "arcs.svg"])
  console.log(file, (await stat(file)).size > 1000);
