export { PlotError } from "./rules.ts";
export { type Draw, type PngOptions, savePlot, toPng, toSvg } from "./save-plot.ts";
