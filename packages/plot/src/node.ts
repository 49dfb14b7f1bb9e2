export { PlotError } from "./errors.ts";
export { savePlot } from "./save-plot.ts";
export { type PngOptions, toPng } from "./to-png.ts";
export { type Draw, toSvg } from "./to-svg.ts";
