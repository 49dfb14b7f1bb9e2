export type { ColorScheme, DivergingScheme, SequentialScheme } from "./color.ts";
export { type PlotOptions, plot } from "./curves.ts";
export { PlotError } from "./errors.ts";
export {
  type HeatmapOptions,
  type HeatmapStyle,
  heatmap,
  type ShowHeatmapsOptions,
  showHeatmaps,
} from "./heatmap.ts";
export type { Matrix, MatrixGrid, TensorLike, Vector } from "./input.ts";
export type { Series, SeriesInput } from "./series.ts";
export { sparkline } from "./sparkline.ts";
export {
  type TerminalAttributionBarsOptions,
  terminalAttributionBars,
} from "./terminal-attribution-bars.ts";
export { type TerminalCurveOptions, terminalCurve } from "./terminal-curve.ts";
export { type TerminalHeadGridOptions, terminalHeadGrid } from "./terminal-head-grid.ts";
export { type TerminalHeatmapOptions, terminalHeatmap } from "./terminal-heatmap.ts";
export { type TerminalLensTableOptions, terminalLensTable } from "./terminal-lens-table.ts";
export { type TerminalTokenViewOptions, terminalTokenView } from "./terminal-token-view.ts";
