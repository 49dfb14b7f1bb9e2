import { JSDOM } from "jsdom";
import * as is from "../../attention/test/garbage/kinds.ts";
import { type Cases, func, walk } from "../../attention/test/garbage/walk.ts";
import * as main from "../src/index.ts";
import * as node from "../src/node.ts";
import * as page from "../src/page.ts";

const { document } = new JSDOM().window;
const { POSITIVE_INFINITY } = Number;

const square = [
  [0.1, 0.9],
  [0.4, 0.6],
];
const noNumbers = [null, 3, "12", {}, true, [], [[]], [null], [[1], [1, 2]], ["1"], Symbol("a"), 3n, () => 1];
const matrix: is.Given = { good: () => square, bad: [...noNumbers, [1, 2], [square], new Array(2)] };
const vector: is.Given = { good: () => [1, 2, 3], bad: [...noNumbers, square, new Array(2)] };
const list: is.Given = { good: () => [1, 2, 3], bad: [null, 3, "12", true, {}, ["1"], [null], new Array(2)] };
const labels = is.optional(is.refusing(is.list(["a", "b"]), ["a"]));
const domain: is.Given = {
  good: () => [0, 1],
  bad: [
    null,
    3,
    "ab",
    {},
    [],
    [0],
    [1, 0],
    [1, 1],
    [0, Number.NaN],
    [0, POSITIVE_INFINITY],
    ["0", "1"],
    [0, 1, 2],
  ],
};
const pixels = is.optional(is.number(200, 0, 1e5, 0));
const paper = is.optional(is.thing(() => document));
const text = is.optional(is.text());
const flag = is.optional(is.flag());
const style = {
  xlabel: text,
  ylabel: text,
  colorScheme: is.optional(is.choice("magma")),
  domain: is.optional(domain),
  width: pixels,
  ariaLabel: text,
  document: paper,
};
const color = is.optional({ ...is.text("red"), bad: [null, 3, true, {}, ["red"]] });
const series = is.refusing(
  is.list([{ name: "a", y: [1, 2] }]),
  [{ name: "a" }],
  [{ y: [1] }],
  [{ name: "a", y: [1], kind: "bar" }],
  [{ name: "a", y: [1], colour: "red" }],
  [],
);
const rgb: is.Given = {
  good: () => [1, 2, 3],
  bad: [null, "red", [1, 2], [0, 0, 256], [0, 0, -1], [0.5, 0, 0], ["1", 2, 3], {}],
};
const curve = {
  xlabel: text,
  ylabel: text,
  xlim: is.optional(domain),
  ylim: is.optional(domain),
  title: text,
  width: pixels,
  height: pixels,
  ariaLabel: text,
  document: paper,
};

/** Options that Node needs, for their document. */
function inPage<T extends object>(known: { readonly [Name in keyof Required<T>]: is.Given }): is.Given {
  return { ...is.optionals<object>(known, { document }), optional: false };
}

const figures: Cases<typeof main> = {
  PlotError: [],
  plot: [
    ...func(
      main.plot,
      is.options<main.PlotOptions>(
        {
          ...curve,
          x: is.optional(vector),
          ys: { ...vector, bad: vector.bad.filter((bad) => bad !== square) },
          series: is.optional({ good: () => undefined, bad: [3, "a"] }),
          legend: is.optional(is.refusing(is.list(["a"]), ["a", "b"])),
        },
        { document },
      ),
    ),
    ...func(
      (options: main.PlotOptions) => main.plot(options),
      is.options<Pick<main.PlotOptions, "series">>({ series }, { document } as main.PlotOptions),
    ),
  ],
  heatmap: func(
    main.heatmap,
    matrix,
    inPage<main.HeatmapOptions>({ ...style, title: text, xTicks: labels, yTicks: labels, showValues: flag }),
  ),
  showHeatmaps: func(
    main.showHeatmaps,
    { good: () => square, bad: noNumbers.filter((bad) => !Array.isArray(bad) || bad.length !== 2) },
    inPage<main.ShowHeatmapsOptions>({ ...style, titles: is.optional(is.list(["a"])) }),
  ),
  sparkline: func(main.sparkline, vector, is.optionals<{ width?: number }>({ width: is.size(3) })),
  terminalCurve: func(
    main.terminalCurve,
    vector,
    is.optionals<main.TerminalCurveOptions>({ width: is.size(30), height: is.size(4), title: text }),
  ),
  terminalHeatmap: func(
    main.terminalHeatmap,
    matrix,
    is.optionals<main.TerminalHeatmapOptions>(
      {
        rows: labels,
        cols: labels,
        title: text,
        color: flag,
        colorScheme: style.colorScheme,
        domain: is.optional(domain),
      },
      { color: true },
    ),
  ),
};

const canvas = {
  width: 2,
  height: 2,
  getContext: () => ({
    createImageData: () => ({ data: new Uint8ClampedArray(16) }),
    putImageData: () => undefined,
  }),
};
const bare = { ariaLabel: text, document: paper };

const pages: Cases<typeof page> = {
  PlotError: [],
  colorScale: func(page.colorScale, domain, is.choice("magma")),
  contrastingInk: func(page.contrastingInk, rgb),
  css: func(page.css, rgb),
  extent: func(page.extent, list),
  valueDomain: func(page.valueDomain, list),
  roundTicks: func(page.roundTicks, domain, is.number(5, 1, 1000)),
  tickText: func(page.tickText, list),
  shortNumber: func(page.shortNumber, { good: () => 3, bad: [null, "3", true, {}, [3], 3n, Symbol("a")] }),
  linearScale: func(page.linearScale, domain, is.number(0, -1e300, 1e300), is.number(9, -1e300, 1e300)),
  alignment: func(
    page.alignment,
    matrix,
    is.options<page.AlignmentOptions>(
      {
        ...bare,
        paper: flag,
        source: is.refusing(is.list(["a", "b"]), ["a"]),
        target: is.refusing(is.list(["a", "b"]), ["a"]),
        colorScheme: style.colorScheme,
        domain: is.optional(domain),
        cellSize: pixels,
      },
      { document },
    ),
  ),
  tokenArcs: func(
    page.tokenArcs,
    matrix,
    is.options<page.TokenArcsOptions>(
      {
        ...bare,
        paper: flag,
        tokens: is.refusing(is.list(["a", "b"]), ["a"]),
        keys: labels,
        least: is.optional(is.number(0.1, 0, 1e300)),
        color,
      },
      { document },
    ),
  ),
  canvasHeatmap: func(
    page.canvasHeatmap,
    is.thing(() => canvas),
    matrix,
    is.optionals<page.CanvasHeatmapOptions>({
      view: {
        good: () => ({ rowFrom: 0, rowTo: 1, colFrom: 0, colTo: 1 }),
        bad: [null, 3, [0, 1], {}, { rowFrom: 0 }, { rowFrom: Number.NaN, rowTo: 1, colFrom: 0, colTo: 1 }],
      },
      colorScheme: style.colorScheme,
      domain: is.optional(domain),
    }),
  ),
};

const png = is.optionals<node.PngOptions>({ scale: is.number(1, 0, 16, 0) });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>';
const draw = is.call((paper: Document) => main.plot({ ys: [1, 2], document: paper }));
const files: Cases<typeof node> = {
  PlotError: [],
  toPng: func(node.toPng, is.refusing(is.text(svg), "", "<p>"), png),
  toSvg: func(
    node.toSvg,
    is.refusing(
      draw,
      () => undefined,
      () => 3,
    ),
  ),
  savePlot: func(
    async (path: string, given: node.Draw, options?: node.PngOptions) => node.savePlot(path, given, options),
    is.refusing(is.text("/tmp/saccade-plot-garbage.svg"), "", "a.jpg", "/no/such/folder/a.svg"),
    is.refusing(draw, () => undefined),
    is.optional(png),
  ),
};

walk({ ...figures, ...pages, ...files });
