import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { heatmap, plot, showHeatmaps, sparkline, terminalCurve, terminalHeatmap } from "../src/index.ts";
import { savePlot, toPng, toSvg } from "../src/node.ts";
import {
  alignment,
  canvasHeatmap,
  colorScale,
  contrastingInk,
  css,
  extent,
  linearScale,
  roundTicks,
  shortNumber,
  tickText,
  tokenArcs,
  valueDomain,
} from "../src/page.ts";

/** Hands a value over as whatever type is asked for. */
function wrong(value: unknown): never {
  return value as never;
}

const { document } = new JSDOM().window;
const square = [
  [0.1, 0.9],
  [0.4, 0.6],
];
const tensor = { shape: [2, 2], dataSync: () => [0.1, 0.9, 0.4, 0.6] };
const tokens = ["a", "b"];
// biome-ignore lint/suspicious/noSparseArray: holes are what is tested
const holes = ["a", ,];
const canvas = { width: 2, height: 2, getContext: () => null };

type Wrong = readonly [call: () => unknown, message: string];

const figures: readonly Wrong[] = [
  [() => heatmap(square, wrong("Title")), 'heatmap: options must be an object, got "Title"; write heatmap('],
  [() => heatmap(square, wrong(null)), "heatmap: options must be an object, got null"],
  [() => heatmap(square, wrong(square)), "heatmap: options must be an object, got an array of 2"],
  [() => heatmap(square, wrong({ xticks: tokens })), 'heatmap: no option "xticks"; did you mean "xTicks"?'],
  [() => heatmap(square, wrong({ x_label: "a" })), 'heatmap: no option "x_label"; did you mean "xlabel"?'],
  [() => heatmap(square, wrong({ cmap: "hot" })), 'heatmap: no option "cmap"; write colorScheme: "viridis"'],
  [() => heatmap(square, wrong({ vmin: 0 })), 'heatmap: no option "vmin"; write domain: [low, high]'],
  [
    () => heatmap(square, wrong({ interactive: 1 })),
    'heatmap: no option "interactive"; its options are xlabel',
  ],
  [() => heatmap(square, wrong({ titles: tokens })), 'heatmap: no option "titles"; did you mean "title"?'],
  [() => heatmap(square, wrong({ title: 3 })), "heatmap: title must be a string, got 3"],
  [() => heatmap(square, wrong({ xTicks: "ab" })), 'heatmap: xTicks must be an array of strings, got "ab"'],
  [
    () => heatmap(square, wrong({ xTicks: [1, 2] })),
    "heatmap: xTicks must be an array of strings, got [1, 2]",
  ],
  [() => heatmap(square, wrong({ yTicks: holes })), "heatmap: yTicks must be an array of strings"],
  [
    () => heatmap(square, wrong({ showValues: "yes" })),
    'heatmap: showValues must be true or false, got "yes"',
  ],
  [
    () => heatmap(square, wrong({ width: "400" })),
    'heatmap: width must be a finite number of pixels > 0, got "400"',
  ],
  [
    () => heatmap(square, { width: Number.NaN }),
    "heatmap: width must be a finite number of pixels > 0, got NaN",
  ],
  [() => heatmap(square, { width: -1 }), "heatmap: width must be a finite number of pixels > 0, got -1"],
  [() => heatmap(square, wrong({ domain: 1 })), "heatmap: domain must be [low, high] with low < high"],
  [() => heatmap(square, wrong({ domain: [0] })), "heatmap: domain must be [low, high]"],
  [() => heatmap(square, wrong({ domain: ["0", "1"] })), "heatmap: domain must be [low, high]"],
  [() => heatmap(square, { domain: [0, Number.NaN] }), "heatmap: domain must be [low, high]"],
  [() => heatmap(square, wrong({ colorScheme: 3 })), "heatmap: colorScheme must be one of blues"],
  [() => heatmap(square, wrong({ document: {} })), "heatmap: document must be a Document, got an object"],
  [
    () => heatmap(wrong(undefined), { document }),
    "heatmap: matrix must be nested arrays or a tensor, got undefined",
  ],
  [() => heatmap(wrong(null), { document }), "heatmap: matrix must be nested arrays or a tensor, got null"],
  [() => heatmap(wrong("ab"), { document }), "heatmap: matrix must be nested arrays or a tensor, got string"],
  [() => heatmap(wrong(3), { document }), "heatmap: matrix must be nested arrays or a tensor, got number"],
  [() => heatmap(wrong([1, 2]), { document }), "heatmap: matrix must have shape (queries, keys), got (2)"],
  [
    () => heatmap(wrong([tensor, tensor]), { document }),
    "heatmap: matrix[0] must be a number, got an object",
  ],
  [() => heatmap(wrong([["1", "2"]]), { document }), "heatmap: matrix[0][0] must be a number, got string"],
  [() => heatmap(wrong([holes]), { document }), "heatmap: matrix[0][0] must be a number, got string"],
  [
    () => heatmap(wrong({ shape: 2, dataSync: 3 }), { document }),
    "heatmap: matrix must be nested arrays or a tensor",
  ],
  [
    () => showHeatmaps(square, wrong({ title: "a" })),
    'showHeatmaps: no option "title"; did you mean "titles"?',
  ],
  [() => showHeatmaps(square, wrong({ titles: "ab" })), "showHeatmaps: titles must be an array of strings"],
  [() => showHeatmaps(wrong(undefined)), "showHeatmaps: matrices must be nested arrays or a tensor"],
  [() => plot(wrong(undefined)), "plot: there is nothing to plot; write plot({ x, ys"],
  [() => plot(wrong([1, 2])), "plot: options must be an object, got [1, 2]; write plot({ x, ys"],
  [() => plot(wrong(tensor)), "plot: options must be an object, got a tensor"],
  [() => plot(wrong({ y: [1, 2] })), 'plot: no option "y"; its options are x, ys, series'],
  [() => plot(wrong({ ys: [1, 2], labels: ["a"] })), 'plot: no option "labels"; write legend'],
  [
    () => plot(wrong({ ys: [1, 2], xlim: 3 })),
    "plot: xlim must be [low, high] with low < high, both finite, got 3",
  ],
  [
    () => plot({ ys: [1, 2], ylim: [2, 1] }),
    "plot: ylim must be [low, high] with low < high, both finite, got [2, 1]",
  ],
  [
    () => plot({ ys: [1, 2], height: Number.NaN }),
    "plot: height must be a finite number of pixels > 0, got NaN",
  ],
  [() => plot(wrong({ ys: [1, 2], legend: "loss" })), 'plot: legend must be an array of strings, got "loss"'],
  [
    () => plot({ ys: { shape: [], dataSync: () => [1] }, document }),
    "plot: ys must have shape (n) or (curves, n), got ()",
  ],
  [
    () => plot({ ys: [1e308, -1e308], document }),
    "plot: values from -1e+308 to 1e+308 are too far apart to draw",
  ],
  [() => tickText(wrong([1, "a"])), "tickText: ticks must be a list of numbers, got a in it"],
  [() => plot(wrong({ ys: "12" })), "plot: ys must be nested arrays or a tensor, got string"],
  [() => plot(wrong({ ys: [1, "2"] })), "plot: ys[1] must be a number, got string"],
  [() => plot({ ys: [1], series: [{ name: "a", y: [1] }] }), "plot: give ys or series, not both"],
  [() => plot({ series: [{ name: "a", y: [1] }], legend: ["a"] }), "plot: legend names the curves of ys"],
  [() => plot(wrong({ series: { name: "a", y: [1] } })), "plot: series must be an array, got an object"],
  [() => plot(wrong({ series: [null] })), "plot: series[0]: options must be an object, got null"],
  [() => plot(wrong({ series: [{ y: [1] }] })), "plot: series[0]: name is missing; write { name:"],
  [() => plot(wrong({ series: [{ name: "a" }] })), "plot: series[0]: y is missing"],
  [() => plot(wrong({ series: [{ name: 3, y: [1] }] })), "plot: series[0]: name must be a string, got 3"],
  [
    () => plot(wrong({ series: [{ name: "a", y: [1], kind: "bar" }] })),
    'plot: series[0]: kind must be one of "line"',
  ],
  [() => plot(wrong({ series: [{ name: "a", y: [1], colour: "red" }] })), 'did you mean "color"?'],
  [
    () => alignment(square, wrong(undefined)),
    "alignment: options must be an object, got undefined; write alignment(",
  ],
  [() => alignment(square, wrong({ source: tokens })), "alignment: target is missing; write alignment("],
  [
    () => alignment(square, wrong({ source: "ab", target: tokens })),
    'alignment: source must be an array of strings, got "ab"',
  ],
  [
    () => alignment(square, { source: tokens, target: tokens, domain: [1, 1] }),
    "alignment: domain must be [low, high]",
  ],
  [
    () => alignment(square, { source: tokens, target: tokens, cellSize: 0 }),
    "alignment: cellSize must be a finite",
  ],
  [() => alignment(square, { source: ["a"], target: tokens }), "alignment: source has 1 label for 2 cells"],
  [
    () => tokenArcs(square, wrong(tokens)),
    'tokenArcs: options must be an object, got ["a", "b"]; write tokenArcs(',
  ],
  [() => tokenArcs(square, wrong({})), "tokenArcs: tokens is missing"],
  [() => tokenArcs(square, wrong({ tokens, threshold: 0.1 })), 'tokenArcs: no option "threshold"'],
  [
    () => tokenArcs(square, { tokens, least: Number.NaN }),
    "tokenArcs: least must be a finite number ≥ 0, got NaN",
  ],
  [() => tokenArcs(square, wrong({ tokens, paper: 1 })), "tokenArcs: paper must be true or false, got 1"],
  [() => canvasHeatmap(wrong(null), square), "canvasHeatmap: canvas must be a canvas, got null"],
  [() => canvasHeatmap(wrong("#canvas"), square), 'canvasHeatmap: canvas must be a canvas, got "#canvas"'],
  [
    () => canvasHeatmap(canvas, square, wrong({ view: [0, 1] })),
    "canvasHeatmap: view must be { rowFrom, rowTo",
  ],
  [
    () => canvasHeatmap(canvas, square, wrong({ view: { rowFrom: 0 } })),
    "canvasHeatmap: view must be { rowFrom, rowTo",
  ],
  [() => canvasHeatmap(canvas, square, wrong({ scheme: "magma" })), 'canvasHeatmap: no option "scheme"'],
];

const texts: readonly Wrong[] = [
  [
    () => terminalHeatmap(square, wrong({ row: tokens })),
    'terminalHeatmap: no option "row"; did you mean "rows"?',
  ],
  [
    () => terminalHeatmap(square, wrong({ rows: "ab" })),
    'terminalHeatmap: rows must be an array of strings, got "ab"',
  ],
  [
    () => terminalHeatmap(square, wrong({ color: "red" })),
    'terminalHeatmap: color must be true or false, got "red"',
  ],
  [
    () => terminalHeatmap(square, wrong({ colorScheme: "hot" })),
    "terminalHeatmap: colorScheme must be one of blues",
  ],
  [() => terminalHeatmap(square, wrong({ domain: [1, 0] })), "terminalHeatmap: domain must be [low, high]"],
  [() => terminalHeatmap(wrong(undefined)), "terminalHeatmap: matrix must be nested arrays or a tensor"],
  [() => terminalCurve([1, 2], wrong(60)), "terminalCurve: options must be an object, got 60"],
  [
    () => terminalCurve([1, 2], { width: Number.NaN }),
    "terminalCurve: width must be a positive whole number, got NaN",
  ],
  [
    () => terminalCurve([1, 2], wrong({ height: "8" })),
    'terminalCurve: height must be a positive whole number, got "8"',
  ],
  [() => terminalCurve(wrong(square)), "terminalCurve: values must have shape (n), got (2, 2)"],
  [() => sparkline([1, 2], wrong(40)), "sparkline: options must be an object, got 40; write sparkline("],
  [() => sparkline([1, 2], wrong({ length: 40 })), 'sparkline: no option "length"'],
  [() => sparkline(wrong("12")), "sparkline: values must be nested arrays or a tensor, got string"],
  [() => sparkline(wrong([1, null])), "sparkline: values[1] must be a number, got null"],
  [() => colorScale(wrong(1), "blues"), "colorScale: domain must be [low, high] with low < high, got 1"],
  [
    () => colorScale([0, 1], wrong(undefined)),
    'colorScale: unknown colorScheme "undefined"; choose one of blues',
  ],
  [() => css(wrong("red")), "css: a colour must be [red, green, blue], whole numbers from 0 to 255, got red"],
  [() => css([0, 0, 256]), "css: a colour must be [red, green, blue]"],
  [() => contrastingInk(wrong(null)), "contrastingInk: a colour must be [red, green, blue]"],
  [() => extent(wrong(null)), "extent: values must be a list of numbers"],
  [() => extent(wrong(tensor)), "extent: values must be a list of numbers; pass x.dataSync()"],
  [() => valueDomain(wrong(3)), "valueDomain: values must be a list of numbers"],
  [() => roundTicks(wrong(0), 5), "roundTicks: domain must be [low, high]"],
  [() => roundTicks([0, 1], Number.POSITIVE_INFINITY), "roundTicks: count must be a number from 1 to 1000"],
  [() => roundTicks([0, 1], wrong("5")), "roundTicks: count must be a number from 1 to 1000, got 5"],
  [() => tickText(wrong(undefined)), "tickText: ticks must be a list of numbers"],
  [() => shortNumber(wrong("3")), "shortNumber: value must be a number, got 3"],
  [() => linearScale(wrong(1), 0, 1), "linearScale: domain must be [low, high]"],
  [() => linearScale([0, 1], wrong("0"), 1), "linearScale: from must be a finite number of pixels, got 0"],
  [() => linearScale([0, 1], 0, Number.NaN), "linearScale: to must be a finite number of pixels, got NaN"],
];

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "it threw nothing";
}

describe("a wrong call throws an error that names function and argument", () => {
  test.each(figures)("a figure: %s", (call, message) => expect(messageOf(call)).toContain(message));
  test.each(texts)("text, colours and scales: %s", (call, message) =>
    expect(messageOf(call)).toContain(message),
  );

  test.each<readonly [() => Promise<unknown>, string]>([
    [() => toSvg(wrong(undefined)), "toSvg: draw must be a function, got undefined; write (document) =>"],
    [() => toSvg(wrong("<svg/>")), 'toSvg: draw must be a function, got "<svg/>"'],
    [() => toSvg(wrong(async () => null)), "toSvg: draw must return the svg element it drew"],
    [() => toPng(wrong(null)), "toPng: svg must be a string, got null"],
    [() => toPng("<svg/>", wrong(2)), "toPng: options must be an object, got 2"],
    [() => toPng("<svg/>", wrong({ scale: "2" })), 'toPng: scale must be a finite number > 0, got "2"'],
    [() => toPng("<svg/>", wrong({ dpi: 300 })), 'toPng: no option "dpi"'],
    [() => savePlot(wrong(undefined), wrong(null)), "savePlot: path must be a string, got undefined"],
    [() => savePlot("a.svg", wrong(square)), "savePlot: draw must be a function, got an array of 2"],
    [
      () => savePlot("a.png", () => wrong(null), { scale: -1 }),
      "savePlot: scale must be a finite number > 0, got -1",
    ],
  ])("files: %s", async (call, message) => {
    await expect(call()).rejects.toThrow(message);
  });
});
