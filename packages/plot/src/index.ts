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
export { sparkline, type TerminalCurveOptions, terminalCurve } from "./terminal-curves.ts";
export { type TerminalHeatmapOptions, terminalHeatmap } from "./terminal-heatmaps.ts";
