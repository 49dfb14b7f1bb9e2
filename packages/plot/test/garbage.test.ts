import { JSDOM } from "jsdom";
import { all, aTensor, type Cases, walk } from "../../datasets/test/walk.ts";
import * as main from "../src/index.ts";
import * as node from "../src/node.ts";
import * as page from "../src/page.ts";

const { document } = new JSDOM().window;
// biome-ignore format: matrices
const square = [[0.1, 0.9], [0.4, 0.6]];
const infinite = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
/** Numbers that are drawn as gaps, and matrices that are not arrays. */
const cells = { "0[0][0]": infinite, "0": [aTensor] };
const points: Readonly<Record<string, readonly unknown[]>> = { "0[0]": infinite };
const wrongDomains = [[], [0.5], [1, 0], [1, 1], [0, Number.NaN], [0, Number.POSITIVE_INFINITY], [0, 1, 2]];
const wrongPixels = [0, -1, 100_001];
const domain: readonly [number, number] = [0.5, 1.5];
const style = {
  xlabel: "x",
  ylabel: "y",
  colorScheme: "magma",
  domain,
  width: 200.5,
  ariaLabel: "a",
  document,
} as const;
const wrongStyle = { "1.colorScheme": ["red"], "1.domain": wrongDomains, "1.width": wrongPixels };

const figures: Cases<typeof main> = {
  plot: [
    {
      run: main.plot,
      args: [
        all<Omit<main.PlotOptions, "series">>({
          ...{
            x: [0.5, 1, 2],
            ys: [0.5, 1, 2],
            legend: ["a"],
            xlabel: "x",
            ylabel: "y",
            xlim: domain,
            ylim: domain,
          },
          ...{ title: "t", width: 480.5, height: 320.5, ariaLabel: "a", document },
        }),
      ],
      bad: {
        ...{
          "0.x": [square, [0.5]],
          "0.legend": [["a", "b"]],
          "0.width": wrongPixels,
          "0.height": wrongPixels,
        },
        ...{ "0.xlim": wrongDomains, "0.ylim": wrongDomains },
      },
      takes: { "0.x[0]": infinite, "0.ys[0]": infinite },
    },
    {
      run: main.plot,
      args: [
        {
          series: [all<main.Series>({ name: "a", x: [0.5], y: [0.5], kind: "line", color: "red" })],
          document,
        },
      ],
      bad: { "0.series": [[], [{ name: "a" }], [{ y: [1] }]], "0.series[0].kind": ["bar"] },
      takes: { "0.series[0].x[0]": infinite, "0.series[0].y[0]": infinite },
    },
  ],
  heatmap: [
    {
      run: main.heatmap,
      args: [
        square,
        all<main.HeatmapOptions>({
          ...style,
          title: "t",
          xTicks: ["a", "b"],
          yTicks: ["a", "b"],
          showValues: true,
        }),
      ],
      bad: { ...wrongStyle, "0": [[1, 2], [square]], "1.xTicks": [["a"]], "1.yTicks": [["a"]] },
      takes: cells,
    },
  ],
  showHeatmaps: [
    {
      run: main.showHeatmaps,
      args: [square, all<main.ShowHeatmapsOptions>({ ...style, titles: ["a"] })],
      bad: { ...wrongStyle, "0": [[1, 2]], "1.titles": [["a", "b"]] },
      takes: cells,
    },
  ],
  sparkline: [
    {
      run: main.sparkline,
      args: [[0.5, 1], { width: 3 }],
      bad: { "0": [square], "1.width": [0] },
      takes: points,
    },
  ],
  terminalCurve: [
    {
      run: main.terminalCurve,
      args: [[0.5, 1], all<main.TerminalCurveOptions>({ width: 30, height: 4, title: "t" })],
      bad: { "0": [square], "1.width": [0], "1.height": [0] },
      takes: points,
    },
  ],
  terminalHeatmap: [
    {
      run: main.terminalHeatmap,
      args: [
        square,
        all<main.TerminalHeatmapOptions>({
          ...{ rows: ["a", "b"], cols: ["a", "b"], title: "t", color: true, colorScheme: "magma", domain },
        }),
      ],
      bad: { ...wrongStyle, "1.rows": [["a"]], "1.cols": [["a"]] },
      takes: cells,
    },
  ],
};

class Canvas {
  readonly width = 2;
  readonly height = 2;
  getContext() {
    return { createImageData: () => new ImageBytes(), putImageData: () => undefined };
  }
}
class ImageBytes {
  readonly data = new Uint8ClampedArray(16);
}
const bare = { ariaLabel: "a", paper: true, document };
const rgb = {
  bad: {
    "0": [
      [1, 2],
      [0, 0, 256],
    ],
    "0[0]": [256, -1],
  },
};
const list = { takes: { "0[0]": infinite } };
const scale = { bad: { "0": wrongDomains } };

const pages: Cases<typeof page> = {
  colorScale: [{ run: page.colorScale, args: [domain, "magma"], bad: { "0": wrongDomains, "1": ["red"] } }],
  contrastingInk: [{ run: page.contrastingInk, args: [[1, 2, 3]], ...rgb }],
  css: [{ run: page.css, args: [[1, 2, 3]], ...rgb }],
  extent: [{ run: page.extent, args: [[0.5, 1]], takes: { ...list.takes, "0": [[]] } }],
  valueDomain: [{ run: page.valueDomain, args: [[0.5, 1]], takes: { ...list.takes, "0": [[]] } }],
  roundTicks: [{ run: page.roundTicks, args: [domain, 5.5], bad: { ...scale.bad, "1": [0, 1001] } }],
  tickText: [{ run: page.tickText, args: [[0.5, 1]], takes: { ...list.takes, "0": [[]] } }],
  shortNumber: [{ run: page.shortNumber, args: [0.5], takes: { "0": infinite } }],
  linearScale: [{ run: page.linearScale, args: [domain, 0.5, 9.5], ...scale }],
  alignment: [
    {
      run: page.alignment,
      args: [
        square,
        all<page.AlignmentOptions>({
          ...{ ...bare, source: ["a", "b"], target: ["a", "b"], colorScheme: "magma", domain, cellSize: 9.5 },
        }),
      ],
      bad: { ...wrongStyle, "1.source": [["a"]], "1.target": [["a"]], "1.cellSize": wrongPixels },
      takes: cells,
    },
  ],
  tokenArcs: [
    {
      run: page.tokenArcs,
      args: [
        square,
        all<page.TokenArcsOptions>({
          ...bare,
          tokens: ["a", "b"],
          keys: ["a", "b"],
          least: 0.1,
          color: "red",
        }),
      ],
      bad: { "1.tokens": [["a"]], "1.keys": [["a"]], "1.least": [-0.1] },
      takes: cells,
    },
  ],
  canvasHeatmap: [
    {
      run: page.canvasHeatmap,
      args: [
        new Canvas(),
        square,
        all<page.CanvasHeatmapOptions>({
          ...{ view: { rowFrom: 0, rowTo: 1, colFrom: 0, colTo: 1 }, colorScheme: "magma", domain },
        }),
      ],
      bad: { "2.colorScheme": ["red"], "2.domain": wrongDomains, "2.view.rowTo": [0, 3] },
      takes: { "1[0][0]": infinite, "1": [aTensor] },
    },
  ],
};

const png = all<node.PngOptions>({ scale: 1.5 });
const wrongScale = [0, -1, 16.5];
const draw = (paper: Document) => main.plot({ ys: [1, 2], document: paper });
const files: Cases<typeof node> = {
  toPng: [
    {
      run: node.toPng,
      args: ['<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>', png],
      bad: { "0": ["", "<p>"], "1.scale": wrongScale },
    },
  ],
  toSvg: [{ run: node.toSvg, args: [draw], bad: { "0": [() => undefined] } }],
  savePlot: [
    {
      run: node.savePlot,
      args: ["/tmp/saccade-plot-garbage.svg", draw, png],
      bad: { "0": ["", "a.jpg", "/no/such/folder/a.svg"], "1": [() => undefined], "2.scale": wrongScale },
    },
  ],
};

walk({ ...figures, ...pages, ...files });
