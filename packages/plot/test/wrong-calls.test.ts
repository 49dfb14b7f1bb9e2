import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { heatmap, PlotError, plot, showHeatmaps, sparkline } from "../src/index.ts";
import { toPng, toSvg } from "../src/node.ts";
import { alignment, canvasHeatmap, extent, headGrid, lensTable, tokenArcs, tokenView } from "../src/page.ts";

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

// biome-ignore format: a call a line
const calls: readonly Wrong[] = [
  [() => heatmap(square, wrong("Title")), 'heatmap: options must be an object, got "Title"; write heatmap('],
  [() => heatmap(square, wrong({ xticks: tokens })), 'heatmap: no option "xticks"; did you mean "xTicks"?'],
  [() => heatmap(square, wrong({ cmap: "hot" })), 'heatmap: no option "cmap"; write colorScheme: "viridis"'],
  [() => heatmap(square, wrong({ vmin: 0 })), 'heatmap: no option "vmin"; write domain: [low, high]'],
  [() => heatmap(square, wrong({ interactive: 1 })), 'heatmap: no option "interactive"; its options are xlabel'],
  [() => heatmap(square, wrong({ titles: tokens })), 'heatmap: no option "titles"; did you mean "title"?'],
  [() => heatmap(wrong([tensor, tensor]), { document }), "heatmap: matrix[0] must be a number, got an object"],
  [() => heatmap(wrong([holes]), { document }), "heatmap: matrix[0][0] must be a number, got string"],
  [() => heatmap([[1, 2], [3]], { document }), "matrix is ragged: matrix[1] has length 1, expected 2"],
  [() => heatmap([], { document }), "matrix is empty"],
  [() => heatmap([[]], { document }), "matrix is empty: its shape is (1, 0)"],
  [() => heatmap(wrong([["a"]]), { document }), "matrix[0][0] must be a number, got string"],
  [() => heatmap({ shape: [2, 2], dataSync: () => [1, 2, 3] }, { document }), "says shape (2, 2) but holds 3 numbers"],
  [() => showHeatmaps({ shape: [2], dataSync: () => [1, 2] }, { document }), "got (2)"],
  [() => showHeatmaps({ shape: [2, 1, 1], dataSync: () => [1, 2] }, { document }), "reshape to (1, heads, queries, keys)"],
  [() => showHeatmaps([[[[1]], [[1]]]], { titles: ["one"], document }), "titles has 1 label for 2 cells"],
  [() => showHeatmaps(square, { width: 20, document }), "leaves no room"],
  [() => showHeatmaps(square, wrong({ title: "a" })), 'showHeatmaps: no option "title"; did you mean "titles"?'],
  [() => plot(wrong(undefined)), "plot: there is nothing to plot; write plot({ x, ys"],
  [() => plot(wrong([1, 2])), "plot: options must be an object, got [1,2]; write plot({ x, ys"],
  [() => plot(wrong({ y: [1, 2] })), 'plot: no option "y"; did you mean "ys"?'],
  [() => plot(wrong({ ys: [1, 2], labels: ["a"] })), 'plot: no option "labels"; write legend'],
  [() => plot({ ys: { shape: [], dataSync: () => [1] }, document }), "plot: ys must have shape (n) or (curves, n), got ()"],
  [() => plot({ ys: [1e308, -1e308], document }), "plot: values from -1e+308 to 1e+308 are too far apart to draw"],
  [() => plot({ ys: [1], series: [{ name: "a", y: [1] }] }), "plot: give ys or series, not both"],
  [() => plot({ series: [{ name: "a", y: [1] }], legend: ["a"] }), "plot: legend names the curves of ys"],
  [() => plot(wrong({ series: [{ name: "a" }] })), "plot: series[0]: y is missing"],
  [() => plot(wrong({ series: [{ name: "a", y: [1], colour: "red" }] })), 'did you mean "color"?'],
  [() => plot({ document }), "give ys or series"],
  [() => plot({ series: [], document }), "series is empty"],
  [() => plot({ ys: [], document }), "ys is empty"],
  [() => plot({ ys: [[1, 2], [1]], document }), "ys is ragged"],
  [() => plot({ x: [1], ys: [1, 2], document }), "curve 0 has 1 x values and 2 y values"],
  [() => plot({ ys: [1, 2], legend: tokens, document }), "legend has 2 names for 1 curve"],
  [() => plot({ ys: [1, 2], ylim: [1, 0], document }), "ylim must be [low, high]"],
  [() => plot({ ys: [1, 2], width: 50, document }), "no room"],
  [() => lensTable(square, { predicted: [tokens], document }), "lensTable: predicted must hold 2 lists of 2 tokens, one for each layer, got 1"],
  [() => lensTable(square, { predicted: [["a"], ["b"]], document }), "lensTable: predicted[0] must hold 2 tokens, one for each position, got 1"],
  [() => headGrid({ shape: [2, 3, 3], dataSync: () => new Float32Array(18) }, { document }), "headGrid: patterns must have shape (layers, heads, queries, keys), got (2, 3, 3); for one layer pass [patterns]"],
  [() => tokenView(square, { tokens, chosen: 2, document }), "tokenView: chosen must be a token's index, 0 to 1, got 2"],
  [() => tokenView([1, 2], { tokens, chosen: 0, document }), "shape (queries, keys)"],
  [() => alignment(square, { source: ["a"], target: tokens, document }), "source has 1 label for 2 cells"],
  [() => alignment(square, wrong(undefined)), "alignment: options must be an object, got undefined; write alignment("],
  [() => alignment(square, wrong({ source: tokens })), "alignment: target is missing; write alignment("],
  [() => tokenArcs(square, wrong(tokens)), 'tokenArcs: options must be an object, got ["a","b"]; write tokenArcs('],
  [() => tokenArcs(square, wrong({ tokens, threshold: 0.1 })), 'tokenArcs: no option "threshold"'],
  [() => canvasHeatmap(canvas, square, wrong({ scheme: "magma" })), 'canvasHeatmap: no option "scheme"'],
  [() => sparkline([1, 2], wrong(40)), "sparkline: options must be an object, got 40; write sparkline("],
  [() => sparkline([1], { width: 0 }), "width must be a positive whole number ≤ 10000, got 0"],
  [() => sparkline([1, 2], wrong({ length: 40 })), 'sparkline: no option "length"'],
  [() => extent(wrong(tensor)), "extent: values must be a list of numbers; pass x.dataSync()"],
  [() => toSvg(wrong(undefined)), "toSvg: draw must be a function, got undefined; write (document) =>"],
  [() => toSvg(wrong(async () => null)), "toSvg: draw must return the svg element it drew"],
  [() => toPng("<svg/>", wrong({ dpi: 300 })), 'toPng: no option "dpi"'],
];

test.each(calls)("%s", async (call, message) => {
  const error = await (async () => call())().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PlotError);
  expect(String(error)).toContain(message);
});
