import { JSDOM } from "jsdom";
import { afterAll, beforeAll, vi } from "vitest";
import { ones } from "../../tensor/src/index.ts";
import { arg, type Call, type Calls, finite, ofKind, size, walk } from "../../tensor/test/walk.ts";
import * as main from "../src/index.ts";
import * as node from "../src/node.ts";
import * as page from "../src/page.ts";

const { document: jsdom } = new JSDOM().window;
const document = ofKind(jsdom);
beforeAll(() => void vi.stubGlobal("document", jsdom));
afterAll(() => void vi.unstubAllGlobals());

const { NaN: nan, POSITIVE_INFINITY: inf, NEGATIVE_INFINITY: low } = Number;
/** A number; those that are not finite are drawn as gaps. */
const number = arg([0.4, nan, inf, low]);
const cell = ones([2, 2]);
const matrix = arg([[[number, 0.9], [0.4, 0.6]], cell], [[1, 2], [[[1]]]]); // biome-ignore format: a matrix
const line = arg([[number, 1], ones([2])], [[[1, 2], [3, 4]]]); // biome-ignore format: a matrix
const curves = arg([[number, 1], ones([2])]);
const list = arg([[number, 1], []]);
const domain = arg([[0.5, 1.5]], [[], [0.5], [1, 0], [1, 1], [0, nan], [0, inf], [0, 1, 2]]);
const pixels = arg([200.5], [0, -1, 100_001]);
const text = ofKind("a");
const aSeries = { name: text, x: line, y: line, kind: "line", color: text };
const [names, oneName] = [ofKind(["a", "b"], [["a"], [3, "b"]]), ofKind(["a"], [["a", "b"], [3]])];
const scheme = arg(["magma", "rdbu"], ["red"]);
const style = {
  xlabel: text,
  ylabel: text,
  colorScheme: scheme,
  domain,
  width: pixels,
  ariaLabel: text,
  document,
};

const layerNames = ofKind([["a", "b"], ["c", "d"]], [[["a", "b"]], [["a"], ["b"]], [["a", 3], ["c", "d"]]]); // biome-ignore format: a matrix
const heads = arg([[[[[number, 0.9], [0.4, 0.6]]]], ones([1, 1, 2, 2])], [[1, 2], [[[1]]]]); // biome-ignore format: patterns

const figures: Calls<typeof main> = {
  plot: {
    // Nothing is plotted without ys.
    run: (given: main.PlotOptions = {}, ...more: []) =>
      main.plot(
        given?.constructor === Object && given.ys === undefined ? { ...given, ys: [1, 2] } : given,
        ...more,
      ),
    options: {
      ...{ ys: curves, x: line, legend: oneName, xlabel: text, ylabel: text, xlim: domain, ylim: domain },
      ...{ title: text, width: pixels, height: pixels, ariaLabel: text, document },
      series: arg([undefined]),
    },
  },
  heatmap: {
    takes: { matrix },
    options: { ...style, title: text, xTicks: names, yTicks: names, showValues: true },
  },
  showHeatmaps: { takes: { matrices: matrix }, options: { ...style, titles: oneName } },
  sparkline: { takes: { values: line }, options: { width: size(3) } },
  terminalCurve: { takes: { values: line }, options: { width: size(30), height: size(4), title: text } },
  terminalHeatmap: {
    takes: { matrix },
    options: {
      rows: names,
      cols: names,
      title: text,
      color: true,
      colorScheme: arg([undefined, "magma", "puor"], ["red"]),
      domain,
    },
  },
};

class ImageBytes {
  readonly data = new Uint8ClampedArray(16);
}
class Canvas {
  readonly width = 2;
  readonly height = 2;
  getContext() {
    return { createImageData: () => new ImageBytes(), putImageData: () => undefined };
  }
}
const bare = { ariaLabel: text, paper: true, document };
const rgb = { takes: { color: arg([[1, 2, 3]], [[1, 2], [0, 0, 256], [-1, 0, 0]]) } }; // biome-ignore format: one line
const action = ofKind(() => undefined);
const look = { ...bare, title: text, width: pixels, dark: true };
const scale = { colorScheme: scheme, domain, onChoose: action };
const ticks = { xTicks: names, yTicks: names, xlabel: text, ylabel: text };
const view = { rowFrom: 0, rowTo: arg([1], [0, 3]), colFrom: 0, colTo: 1 };

const pages: Calls<typeof page> = {
  colorScale: { takes: { domain, colorScheme: scheme }, options: { dark: true } },
  attributionBars: {
    takes: { values: line },
    options: { ...look, "labels!": names, sorted: true, most: size(1), onChoose: action },
  },
  fitWidth: {
    takes: {
      element: jsdom.createElement("div"),
      draw: arg([(width: number) => page.attributionBars([1], { labels: ["a"], width, document: jsdom })]),
    },
  },
  headGrid: { takes: { patterns: heads }, options: { ...look, ...scale, tokens: names } },
  layerHeatmap: { takes: { values: matrix }, options: { ...look, ...scale, ...ticks, showValues: true } },
  lensTable: {
    takes: { probabilities: matrix },
    options: { ...look, ...scale, ...ticks, "predicted!": layerNames },
  },
  tokenView: {
    takes: { values: matrix },
    options: { ...look, ...scale, "tokens!": names, keys: names, chosen: arg([0, 1], [-1, 2, 0.5]) },
  },
  contrastingInk: rgb,
  css: rgb,
  extent: { takes: { values: list } },
  valueDomain: { takes: { values: list } },
  roundTicks: { takes: { domain, count: arg([5.5], [0, 1001]) } },
  tickText: { takes: { ticks: list } },
  shortNumber: { takes: { value: number } },
  linearScale: { takes: { domain, from: finite(0.5), to: finite(9.5) } },
  alignment: {
    takes: { weights: matrix },
    options: { ...bare, "source!": names, "target!": names, colorScheme: scheme, domain, cellSize: pixels },
  },
  tokenArcs: {
    takes: { weights: matrix },
    options: { ...bare, "tokens!": names, keys: names, least: arg([0.1, 0], [-0.1]), color: text },
  },
  canvasHeatmap: { takes: { canvas: new Canvas(), matrix }, options: { view, colorScheme: scheme, domain } },
};

const png = { scale: arg([1.5, 16], [0, -1, 16.5]) };
const draw = arg([(paper: Document) => main.plot({ ys: [1, 2], document: paper })]);
const files: Calls<typeof node> = {
  toPng: {
    takes: { svg: ofKind('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>', ["", "<p>"]) },
    options: png,
  },
  toSvg: { takes: { draw } },
  savePlot: {
    takes: { path: ofKind("/tmp/saccade-plot-garbage.svg"), draw },
    options: png,
  },
};

/** They read tensors' values. */
const loose = (calls: Readonly<Record<string, Call>>) =>
  Object.fromEntries(Object.entries(calls).map(([name, one]) => [name, { ...one, says: "dataSync" }]));

walk(main, loose(figures));
const plotSeries = (series: never) => main.plot({ series, document: jsdom });
walk(main, loose({ plot: { run: plotSeries, takes: { series: [aSeries] } } }));
walk(page, loose(pages));
walk(node, loose(files));
