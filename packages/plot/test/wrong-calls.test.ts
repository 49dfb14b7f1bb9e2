import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { heatmap, PlotError, plot, showHeatmaps, sparkline } from "../src/index.ts";
import { toPng, toSvg } from "../src/node.ts";
import { alignment, canvasHeatmap, extent, tokenArcs } from "../src/page.ts";

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
  [() => alignment(square, wrong(undefined)), "alignment: options must be an object, got undefined; write alignment("],
  [() => alignment(square, wrong({ source: tokens })), "alignment: target is missing; write alignment("],
  [() => tokenArcs(square, wrong(tokens)), 'tokenArcs: options must be an object, got ["a","b"]; write tokenArcs('],
  [() => tokenArcs(square, wrong({ tokens, threshold: 0.1 })), 'tokenArcs: no option "threshold"'],
  [() => canvasHeatmap(canvas, square, wrong({ scheme: "magma" })), 'canvasHeatmap: no option "scheme"'],
  [() => sparkline([1, 2], wrong(40)), "sparkline: options must be an object, got 40; write sparkline("],
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
