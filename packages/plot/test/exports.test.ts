import { expect, test } from "vitest";
import * as main from "../src/index.ts";
import * as node from "../src/node.ts";
import * as page from "../src/page.ts";

test("the main entry exports what users import, and no more", () => {
  expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
    [
      "heatmap",
      "plot",
      "showHeatmaps",
      "sparkline",
      "terminalCurve",
      "terminalHeatmap",
    ]
  `);
});

test("the entry page exports what draws in pages without Observable Plot, and no more", () => {
  expect(Object.keys(page).sort()).toMatchInlineSnapshot(`
    [
      "alignment",
      "canvasHeatmap",
      "colorScale",
      "contrastingInk",
      "css",
      "extent",
      "linearScale",
      "roundTicks",
      "seriesColors",
      "shortNumber",
      "tickText",
      "tokenArcs",
      "valueDomain",
    ]
  `);
});

test("the entry node exports what writes files, and no more", () => {
  expect(Object.keys(node).sort()).toMatchInlineSnapshot(`
    [
      "savePlot",
      "toPng",
      "toSvg",
    ]
  `);
});
