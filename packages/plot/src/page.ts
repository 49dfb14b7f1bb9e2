// Drawing in a page, pictures that answer to pointers and keys among them: small, without Observable Plot, and within a strict
// Content-Security-Policy.

export {
  type ColorScaleOptions,
  type ColorScheme,
  colorScale,
  contrastingInk,
  css,
  type DivergingScheme,
  type Rgb,
  type SequentialScheme,
} from "./color.ts";
export {
  type Domain,
  extent,
  type LinearScale,
  linearScale,
  roundTicks,
  shortNumber,
  tickText,
  valueDomain,
} from "./domain.ts";
export type { Matrix, MatrixGrid, TensorLike, Vector } from "./input.ts";
export { type AlignmentOptions, alignment } from "./page/alignment.ts";
export { type AttributionBarsOptions, attributionBars } from "./page/attribution-bars.ts";
export type { BareFigure } from "./page/bare-svg.ts";
export {
  type CanvasHeatmapOptions,
  canvasHeatmap,
  type MatrixView,
  type PaintContext,
  type PaintedCanvas,
} from "./page/canvas-heatmap.ts";
export { fitWidth } from "./page/fit-width.ts";
export { type HeadGridOptions, headGrid } from "./page/head-grid.ts";
export { type LayerHeatmapOptions, layerHeatmap } from "./page/layer-heatmap.ts";
export { type LensTableOptions, lensTable } from "./page/lens-table.ts";
export type { PictureStyle } from "./page/picture.ts";
export { type TokenArcsOptions, tokenArcs } from "./page/token-arcs.ts";
export { type TokenViewOptions, tokenView } from "./page/token-view.ts";
export { PlotError } from "./rules.ts";
export { seriesColors } from "./svg.ts";
