// Live drawing in a page: small, without Observable Plot, and within a strict Content-Security-Policy.

export { colorScale, contrastingInk, css, type Rgb, type SequentialScheme } from "./color.ts";
export { type Domain, extent, roundTicks, shortNumber, tickText, valueDomain } from "./domain.ts";
export { PlotError } from "./errors.ts";
export type { Matrix, TensorLike, Vector } from "./input.ts";
export { type LinearScale, linearScale } from "./linear-scale.ts";
export { type AlignmentOptions, alignment } from "./page/alignment.ts";
export type { BareFigure } from "./page/bare-svg.ts";
export {
  type CanvasHeatmapOptions,
  canvasHeatmap,
  type MatrixView,
  type PaintContext,
  type PaintedCanvas,
} from "./page/canvas-heatmap.ts";
export { type TokenArcsOptions, tokenArcs } from "./page/token-arcs.ts";
export { seriesColors } from "./palette.ts";
