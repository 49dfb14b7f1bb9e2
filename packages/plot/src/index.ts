export type { ColorScheme, DivergingScheme, SequentialScheme } from "./color.ts";
export { type PlotOptions, plot } from "./curves.ts";
export {
  type HeatmapOptions,
  type HeatmapStyle,
  heatmap,
  type ShowHeatmapsOptions,
  showHeatmaps,
} from "./heatmap.ts";
export type { Matrix, MatrixGrid, TensorLike, Vector } from "./input.ts";
export { PlotError } from "./rules.ts";
export type { Series, SeriesInput } from "./series.ts";
export {
  sparkline,
  type TerminalAttributionBarsOptions,
  type TerminalCurveOptions,
  terminalAttributionBars,
  terminalCurve,
} from "./terminal-curves.ts";
export {
  type TerminalHeadGridOptions,
  type TerminalHeatmapOptions,
  terminalHeadGrid,
  terminalHeatmap,
} from "./terminal-heatmaps.ts";
export {
  type TerminalLensTableOptions,
  type TerminalTokenViewOptions,
  terminalLensTable,
  terminalTokenView,
} from "./terminal-tokens.ts";
